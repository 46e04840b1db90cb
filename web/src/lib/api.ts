// SPDX-License-Identifier: Apache-2.0
/* The HTTP door: JSON in, JSON out, errors as sentences. Goes where the servers of the house point, with the same body. */
import { HOME, moment, servers, WAITS_MS } from './servers';
import { settings } from './settings.svelte';
import { newId } from './socket';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly address?: string,
  ) {
    super(sentence);
  }
}

let token = '';
export const setToken = (value: string): void => void (token = value);
export const getToken = (): string => token;

async function refusal(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const text = await response.text();
  try {
    const said = JSON.parse(text) as { error?: { code?: string; sentence?: string; address?: string }; status?: string; sentence?: string };
    const error = said.error ?? { code: said.status, sentence: said.sentence };
    return new ApiError(status, error.code ?? String(status), error.sentence ?? statusText, said.error?.address);
  } catch {
    return new ApiError(status, String(status), statusText); // not JSON: the status line is all there is to tell
  }
}

/* The table that a path is about; empty: none. */
const tableOf = (path: string): string => decodeURIComponent(/^tables\/([^/?]+)\//.exec(path)?.[1] ?? '');

function asked(method: string, body: unknown): RequestInit {
  const headers: Record<string, string> = { 'Accept-Language': settings.language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body === undefined) return { method, headers };
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/* A request that is booked once however often it comes. */
const repeatable = (method: string, body: unknown): boolean => method === 'GET' || (typeof body === 'object' && body !== null && 'id' in body);

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const table = tableOf(path);
  const init = asked(method, body);
  let base = table ? servers.place(table) : HOME;
  for (let tries = 0; ; tries++) {
    const last = tries === WAITS_MS.length - 1;
    const response = await fetch(`${base}/api/${path}`, init).catch((error: unknown) => error as Error);
    if (response instanceof Response && response.ok) return response;
    const error = response instanceof Response ? await refusal(response) : response;
    const again = servers.several && repeatable(method, body) ? servers.reach(tries) : null; // nobody is there
    const next = error instanceof ApiError ? servers.next(error, base, table !== '') : again;
    if (next === null || last) throw error;
    base = next;
    await moment(WAITS_MS[tries] ?? 0);
  }
}

async function json<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text ? JSON.parse(text) : {}) as T;
}

export const get = async <T>(path: string): Promise<T> => json<T>(await request('GET', path));
export const getText = async (path: string): Promise<string> => (await request('GET', path)).text();
export const post = async <T>(path: string, body: unknown): Promise<T> => json<T>(await request('POST', path, body));
export const remove = async (path: string): Promise<void> => void (await request('DELETE', path));

/* What the other servers tell of their own, of those that answer. */
export async function elsewhere<T>(path: string): Promise<{ base: string; told: T }[]> {
  const ask = async (base: string): Promise<{ base: string; told: T }[]> => {
    const response = await fetch(`${base}/api/${path}`, asked('GET', undefined));
    return response.ok ? [{ base, told: await json<T>(response) }] : [];
  };
  return (await Promise.all(servers.others.map((base) => ask(base).catch(() => [])))).flat();
}

/* A change of money or of the floor: carries its idempotency key. */
export const command = <T>(path: string, body: Record<string, unknown>): Promise<T> => post<T>(path, { id: newId(), ...body });
