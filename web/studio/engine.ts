// SPDX-License-Identifier: Apache-2.0
/* The engine in a worker: croupier.wasm, asked by the page. A long list of variations gives way to any other question, and
 * ends when a newer list comes. */
import { croupier, CroupierError, type Croupier, type Rulebook } from '../../wasm/package/croupier';
import type { Ask, Book, Quick, Reply, Variation } from './protocol';
import packed from 'virtual:croupier-wasm';

/* The module is packed into this file, so that no server is needed. */
async function bytes(): Promise<ArrayBuffer> {
  const raw = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/* A book is loaded once; changes are applied to what it was changed to last. */
class Shelf {
  private readonly loaded = new Map<string, { book: Rulebook; original: Map<string, string>; applied: Record<string, string> }>();

  constructor(private readonly house: Croupier) {}

  take({ yaml, changes }: Book): Rulebook {
    let known = this.loaded.get(yaml);
    if (!known) {
      const book = this.house.load(yaml);
      known = { book, original: new Map(book.keys().map(({ key, value }) => [key, value])), applied: {} };
      this.loaded.set(yaml, known);
    }
    const wanted: Record<string, string> = {};
    for (const key of Object.keys(known.applied)) if (!(key in changes)) wanted[key] = known.original.get(key) ?? '';
    for (const [key, value] of Object.entries(changes)) if (known.applied[key] !== value) wanted[key] = value;
    if (Object.keys(wanted).length) known.book.change(wanted);
    known.applied = { ...changes };
    return known.book;
  }
}

const house = bytes().then(croupier);
const shelf = house.then((made) => new Shelf(made));
let newest = 0; /* the number of the last list of variations */

const message = (error: unknown): { code: string; message: string } =>
  error instanceof CroupierError ? { code: error.code, message: error.message } : { code: 'trap', message: String(error) };

function edges(book: Rulebook, count: number, decks: number, only?: number[]): number[] {
  return Array.from({ length: count }, (_, wager) => {
    if (only && !only.includes(wager)) return NaN;
    try {
      return book.edge(wager, decks);
    } catch {
      return NaN;
    }
  });
}

const wagersOf = (book: Rulebook): string[] => book.identity().wagers as string[];

function quick(book: Rulebook, decks: number): Quick {
  const wagers = wagersOf(book);
  const main = Math.max(wagers.indexOf('main'), 0);
  const started = performance.now();
  const [edge = NaN] = edges(book, wagers.length, decks, [main]).filter((_, at) => at === main);
  const ms = performance.now() - started;
  const all = edges(book, wagers.length, decks, wagers.map((_, at) => at).filter((at) => at !== main));
  all[main] = edge;
  return { hash: book.hash, edges: all, ms };
}

function open(book: Rulebook): unknown {
  const keys = book.keys();
  const name = Object.fromEntries(keys.filter(({ key }) => key.startsWith('name.')).map(({ key, value }) => [key.slice(5), value]));
  const family = keys.find(({ key }) => key === 'family')?.value ?? '';
  return { id: book.id, hash: book.hash, family, name, wagers: wagersOf(book), keys };
}

async function answer(ask: Exclude<Ask, { what: 'vary' }>): Promise<unknown> {
  const books = await shelf;
  switch (ask.what) {
    case 'games': {
      const made = await house;
      return made.games().map((id) => ({ id, yaml: made.yaml(id) }));
    }
    case 'open':
      return open(books.take(ask.book));
    case 'quick':
      return quick(books.take(ask.book), ask.decks);
    case 'chart': {
      const book = books.take(ask.book);
      return wagersOf(book).includes('main') ? book.strategy(ask.decks) : null;
    }
    case 'odds':
      return books.take(ask.book).odds(ask.decks, true);
    case 'sign':
      return books.take(ask.book).sign(ask.decks, ask.language);
    case 'cost': {
      /* The same text on both sides is one handle: the other one is a copy. */
      const right = (await house).load(ask.book.yaml);
      try {
        right.change(ask.book.changes);
        return right.cost(books.take(ask.wrong), ask.decks);
      } finally {
        right.free();
      }
    }
    case 'removal':
      return books.take(ask.book).removal(ask.decks, -1);
  }
}

const post = (reply: Reply): void => self.postMessage(reply);
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function vary(number: number, ask: Extract<Ask, { what: 'vary' }>): Promise<void> {
  const books = await shelf;
  newest = number;
  for (const [at, { key, value }] of ask.tries.entries()) {
    await turn();
    if (newest !== number) return;
    const variation: Variation = { key, value, edges: null };
    try {
      const book = books.take({ yaml: ask.book.yaml, changes: { ...ask.book.changes, [key]: value } });
      variation.edges = edges(book, wagersOf(book).length, ask.decks, ask.wagers);
    } catch (error) {
      if (!(error instanceof CroupierError)) throw error;
    }
    post({ number, done: at + 1 === ask.tries.length, answer: variation });
  }
}

self.onmessage = async ({ data }: MessageEvent<{ number: number; ask: Ask }>): Promise<void> => {
  const { number, ask } = data;
  try {
    if (ask.what === 'vary') await vary(number, ask);
    else post({ number, done: true, answer: await answer(ask) });
  } catch (error) {
    post({ number, done: true, ...message(error) });
  }
};
