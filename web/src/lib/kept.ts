// SPDX-License-Identifier: Apache-2.0
/* The session that this browser keeps: a tab has its own; a new one begins with that of the last. */
import type { Role } from './protocol';

export interface Opened {
  token: string;
  expires: number;
  user: string;
  name: string;
  role: Role;
  /* Logged in with a password that works once. */
  mustChange?: boolean;
  /* The house demands a time code, and there is none yet. */
  codeFirst?: boolean;
}

const KEY = 'croupier.session';

/* Null: there is none that lasts still. */
export function kept(): Opened | null {
  const before = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? 'null') as Opened | null;
  return before && before.expires > Date.now() ? before : null;
}

export function keep(opened: Opened): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(opened));
}

export function forget(token: string): void {
  sessionStorage.removeItem(KEY);
  if (localStorage.getItem(KEY)?.includes(token)) localStorage.removeItem(KEY);
}
