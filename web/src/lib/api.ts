// SPDX-License-Identifier: Apache-2.0
/* The HTTP door: JSON in, JSON out, errors as sentences. */
import { settings } from './settings.svelte';
import { newId } from './socket';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

let token = '';
export const setToken = (value: string): void => void (token = value);
export const getToken = (): string => token;

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': settings.language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(`/api/${path}`, init);
  if (response.ok) return response;
  const text = await response.text();
  let code = String(response.status);
  let sentence = response.statusText;
  try {
    const error = (JSON.parse(text) as { error?: { code?: string; sentence?: string } }).error;
    code = error?.code ?? code;
    sentence = error?.sentence ?? sentence;
  } catch {
    // Not JSON: the status line is all there is to tell.
  }
  throw new ApiError(response.status, code, sentence);
}

async function json<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text ? JSON.parse(text) : {}) as T;
}

export const get = async <T>(path: string): Promise<T> => json<T>(await request('GET', path));
export const getText = async (path: string): Promise<string> => (await request('GET', path)).text();
export const post = async <T>(path: string, body: unknown): Promise<T> => json<T>(await request('POST', path, body));
export const remove = async (path: string): Promise<void> => void (await request('DELETE', path));

/* A change of money or of the floor: carries its idempotency key. */
export const command = <T>(path: string, body: Record<string, unknown>): Promise<T> => post<T>(path, { id: newId(), ...body });
