// SPDX-License-Identifier: Apache-2.0
/* The book on the desk: the original, what was changed, and everything that follows from it. */
import type { Key, Odds, Sign, Strategy } from '../../wasm/package/croupier';
import { Bridge, EngineError, Latest } from './bridge';
import { pack, unpack } from './link';
import type { Book, Game, Opened, Quick, Variation } from './protocol';
import { taste } from './taste.svelte';
import { changed, clausesOf } from './yaml';

type Changes = Record<string, string>;
const ODDS_AFTER_MS = 500;
const USUAL_DECKS = 6;

class Desk {
  readonly engine = new Bridge();
  games = $state.raw<Game[]>([]);
  base = $state(''); /* the text of the original */
  opened = $state.raw<Opened | null>(null);
  changes = $state.raw<Changes>({});
  decks = $state(USUAL_DECKS);
  quick = $state.raw<Quick | null>(null);
  before = $state.raw<Quick | null>(null); /* of the original */
  chart = $state.raw<Strategy | null>(null);
  chartBefore = $state.raw<Strategy | null>(null);
  odds = $state.raw<Odds | null>(null);
  sign = $state.raw<Sign | null>(null);
  trouble = $state('');
  working = $state(false);
  past = $state.raw<Changes[]>([]);
  future = $state.raw<Changes[]>([]);
  clauses = $derived(clausesOf(this.base));
  book = $derived<Book>({ yaml: this.base, changes: this.changes });
  yaml = $derived(changed(this.base, this.changes));
  main = $derived(Math.max(this.opened?.wagers.indexOf('main') ?? 0, 0));

  private oddsTimer = 0;
  private readonly latest = new Latest(() => this.compute());

  keys = $derived<Key[]>((this.opened?.keys ?? []).map((key) => (key.key in this.changes ? { ...key, value: this.changes[key.key] ?? '' } : key)));
  range = $derived.by<number[]>(() => {
    const of = (end: string): number => Number(this.keys.find(({ key }) => key === `cards.decks.${end}`)?.value ?? USUAL_DECKS);
    return Array.from({ length: of('max') - of('min') + 1 }, (_, at) => at + of('min'));
  });

  /* A wager in the book's own words. */
  labelOf = (kind: string): string => {
    const of = (code: string): string | undefined => this.keys.find(({ key }) => key === `wagers.${kind}.label.${code}`)?.value;
    return of(taste.language) ?? of('en') ?? kind;
  };

  /* A rule in words: a pay line by its label, everything else by its legend. */
  ruleOf = (key: string): string => {
    const line = /^(wagers\.([^.]+)\.pays\.[^.]+)\.odds$/.exec(key);
    const of = (code: string): string | undefined => this.keys.find((one) => one.key === `${line?.[1]}.label.${code}`)?.value;
    if (line) return of(taste.language) ?? of('en') ?? key;
    return taste.legend(this.keys.find((one) => one.key === key)?.legend ?? key);
  };

  originalOf = (key: string): string => this.opened?.keys.find((one) => one.key === key)?.value ?? '';

  async start(): Promise<void> {
    this.games = await this.engine.ask({ what: 'games' });
    const shared = location.hash.startsWith('#book=') ? await unpack(location.hash.slice('#book='.length)) : null;
    if (shared && (await this.read(shared.base, shared.changes, shared.decks))) return;
    const game = this.games.find(({ id }) => location.hash === `#${id}`) ?? this.games[0];
    if (game) await this.read(game.yaml);
    if (location.hash.startsWith('#book=')) this.trouble = taste.words.badLink;
  }

  /* Lays another book on the desk. False if it cannot be read; then the one before it stays. */
  async read(yaml: string, changes: Changes = {}, decks?: number): Promise<boolean> {
    try {
      const opened = await this.engine.ask({ what: 'open', book: { yaml, changes: {} } });
      if (Object.keys(changes).length) await this.engine.ask({ what: 'open', book: { yaml, changes } });
      this.trouble = '';
      Object.assign(this, { base: yaml, opened, changes, past: [], future: [], quick: null, before: null, chart: null, chartBefore: null, odds: null, sign: null });
      this.decks = this.range.includes(decks ?? this.decks) ? (decks ?? this.decks) : (this.range[0] ?? USUAL_DECKS);
      await this.renew();
      return true;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /* Another value for a key; the original one is no change. */
  async set(key: string, value: string): Promise<void> {
    const next = { ...this.changes, [key]: value };
    if (value === this.originalOf(key)) delete next[key];
    await this.turnTo(next, () => {
      this.past = [...this.past, this.changes];
      this.future = [];
    });
  }

  private async turnTo(next: Changes, remember: () => void): Promise<void> {
    try {
      await this.engine.ask({ what: 'open', book: { yaml: this.base, changes: next } });
    } catch (error) {
      const code = error instanceof EngineError ? error.code : '';
      this.trouble = code === 'bad-rulebook' ? `${taste.words.refused} ${taste.words.together}` : taste.words.refusedValue;
      return;
    }
    this.trouble = '';
    remember();
    this.changes = next;
    if (!this.range.includes(this.decks)) this.decks = this.range.at(-1) ?? USUAL_DECKS;
    await this.renew();
  }

  undo = (): Promise<void> => this.step(this.past, (rest) => ((this.past = rest), (this.future = [this.changes, ...this.future])), -1);
  redo = (): Promise<void> => this.step(this.future, (rest) => ((this.future = rest), (this.past = [...this.past, this.changes])), 0);

  private async step(stack: Changes[], keep: (rest: Changes[]) => void, at: -1 | 0): Promise<void> {
    const next = stack.at(at);
    if (next) await this.turnTo(next, () => keep(at === 0 ? stack.slice(1) : stack.slice(0, -1)));
  }

  clear = (): Promise<void> =>
    this.turnTo({}, () => {
      this.past = [...this.past, this.changes];
      this.future = [];
    });

  setDecks(decks: number): Promise<void> {
    Object.assign(this, { decks, before: null, chartBefore: null });
    return this.renew();
  }

  private renew(): Promise<void> {
    clearTimeout(this.oddsTimer);
    this.odds = null;
    return this.latest.wish();
  }

  /* Edges first, which a slider waits for; then what a newer change would make useless. */
  private async compute(): Promise<void> {
    const { book, decks } = this;
    const original: Book = { yaml: book.yaml, changes: {} };
    this.working = true;
    try {
      this.quick = await this.engine.ask({ what: 'quick', book, decks });
      this.before ??= await this.engine.ask({ what: 'quick', book: original, decks });
      if (!this.latest.again) this.chart = await this.engine.ask({ what: 'chart', book, decks });
      if (!this.latest.again) this.chartBefore ??= await this.engine.ask({ what: 'chart', book: original, decks });
      if (!this.latest.again) this.sign = await this.engine.ask({ what: 'sign', book, decks, language: taste.language });
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.working = false;
    clearTimeout(this.oddsTimer);
    this.oddsTimer = setTimeout(() => void this.slowly(book, decks), ODDS_AFTER_MS) as unknown as number;
  }

  private async slowly(book: Book, decks: number): Promise<void> {
    const odds = await this.engine.ask({ what: 'odds', book, decks });
    if (book === this.book && decks === this.decks) this.odds = odds;
  }

  async resign(): Promise<void> {
    if (this.opened) this.sign = await this.engine.ask({ what: 'sign', book: this.book, decks: this.decks, language: taste.language });
  }

  link = async (): Promise<string> => `${location.href.split('#')[0]}#book=${await pack({ base: this.base, changes: this.changes, decks: this.decks })}`;

  vary(tries: { key: string; value: string }[], each: (variation: Variation) => void): void {
    this.engine.vary({ what: 'vary', book: this.book, decks: this.decks, tries, wagers: this.opened?.wagers.map((_, at) => at) ?? [] }, each);
  }
}

export const desk = new Desk();
