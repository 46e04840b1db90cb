// SPDX-License-Identifier: Apache-2.0
/* "Play it now": a house that is a demo runs the book on the desk at a table for one (docs/protocol.md, /api/trials). */
import { forget, keep, kept, type Opened } from '../src/lib/kept';

class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, language: string, body?: unknown, token = ''): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(`/api/${path}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as T & { error?: { sentence: string } };
  if (!response.ok) throw new Refused(response.status, answer.error?.sentence ?? response.statusText);
  return answer;
}

/* Whether a house is behind this page, and has such tables. */
export async function mayPlay(): Promise<boolean> {
  if (location.protocol === 'file:') return false;
  return ask<{ most: number }>('trials', 'en').then(({ most }) => most > 0, () => false);
}

/* The player of this browser; anybody becomes one of the demo's by a press. */
async function player(language: string): Promise<Opened> {
  const before = kept();
  if (before?.role === 'player') return before;
  const opened = await ask<Opened>('session', language, { demo: 'player' });
  keep(opened);
  return opened;
}

/* Where the table is. */
export async function tableFor(rulebook: string, decks: number, language: string): Promise<string> {
  const begin = async (): Promise<string> => {
    const { token } = await player(language);
    const { table } = await ask<{ table: string }>('trials', language, { id: crypto.randomUUID?.() ?? String(Date.now()), rulebook, decks }, token).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) forget(token);
      throw error;
    });
    return `/#/table/${encodeURIComponent(table)}`;
  };
  /* A session that the house has forgotten is none. */
  return begin().catch((error: unknown) => (error instanceof Refused && error.status === 401 ? begin() : Promise.reject(error as Error)));
}
