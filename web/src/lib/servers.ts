// SPDX-License-Identifier: Apache-2.0
/* Where to ask: a house may have several servers, and each table is at one of them (docs/scale.md).
 *
 * A base stands before "/api/..." and "/ws". HOME is where the page came from; the others are the addresses that servers tell, which a
 * proxy makes one origin of. Knows addresses only: lines.ts and api.ts ask. */
export const HOME = '';

/* Between two tries; in all more than another server takes to take up the tables of one that died. */
export const WAITS_MS = [0, 100, 200, ...Array<number>(18).fill(400)];

/* The same request may be sent again: another server wrote first, or the database was away. */
const AGAIN = ['overtaken', 'no-database'];
/* What a proxy says for a server that does not answer. */
const AWAY = [502, 503, 504];

export const moment = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Refused {
  status: number;
  code: string;
  address?: string | undefined;
}

export class Servers {
  /* Besides HOME. */
  others: string[] = [];
  private places = new Map<string, string>();
  /* Tables with a line of their own: that knows better than any list. */
  private held = new Set<string>();

  constructor(private readonly origin: string) {}

  base(address: string): string {
    const plain = address.replace(/\/+$/, '');
    return plain === this.origin ? HOME : plain;
  }

  learn(addresses: string[]): void {
    this.others = addresses.map((address) => this.base(address)).filter((base) => base !== HOME);
  }

  get several(): boolean {
    return this.others.length > 0 || this.places.size > 0;
  }

  place = (table: string): string => this.places.get(table) ?? HOME;

  put(table: string, base: string): void {
    if (base === HOME) this.places.delete(table);
    else this.places.set(table, base);
  }

  hold = (table: string): void => void this.held.add(table);
  release = (table: string): void => void this.held.delete(table);

  /* A list says so. */
  hint(table: string, base: string): void {
    if (!this.held.has(table)) this.put(table, base);
  }

  /* Whom to ask at that try to reach anybody at all: HOME first, and HOME every other time. */
  reach(attempt: number): string {
    return attempt % 2 === 0 || this.others.length === 0 ? HOME : (this.others[((attempt - 1) / 2) % this.others.length] ?? HOME);
  }

  /* Whom to ask after this refusal from `base`; null: it is the answer. `table`: what was asked belongs to one. */
  next(refused: Refused, base: string, table: boolean): string | null {
    if (refused.code === 'moved') return refused.address ? this.base(refused.address) : HOME;
    if (refused.code === 'no-database' && !table && this.several) return base === HOME ? this.reach(1) : HOME; // others may reach it
    if (AGAIN.includes(refused.code)) return base;
    if (refused.code === 'no-table' && table && this.several) return HOME;
    const answered = refused.code !== String(refused.status);
    return !answered && AWAY.includes(refused.status) && this.several ? HOME : null;
  }
}

export const servers = new Servers(globalThis.location?.origin ?? '');
