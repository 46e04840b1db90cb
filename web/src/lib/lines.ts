// SPDX-License-Identifier: Apache-2.0
/* The connections of this page: one to the server it came from, and one to each other server that has a table which is looked at.
 *
 * A table that is not where it was asked for is looked for: where the server points, and at HOME again when that leads nowhere. The page
 * keeps what it shows, and requests under way go along with the same id. */
import { changed } from './changes';
import type { Answer, OfTable, Previewed, ServerMessage, TableState, WireMessage } from './protocol';
import { HOME, moment, WAITS_MS, type Servers } from './servers';
import { MOVED, newId, Socket, type Greeting, type Line, type NoId, type WithId } from './socket';

const AGAIN = [MOVED, 'no-table', 'overtaken', 'no-database'];
/* A server whose lease is over is taken for dead by the others after three seconds. */
const STILL_MS = 3500;
const last = WAITS_MS.length - 1;
/* An act is asked for again for half a minute: so long a database may take to change its host. */
const ACT_TRIES = 75;

interface Looked {
  /* Each asks for the table in its own way. */
  watchers: Set<() => void>;
  /* How often it was looked for since it was last found. */
  tries: number;
  timer: number;
  /* As it was told last, by changes too. */
  state: TableState | null;
}

export class Lines {
  onMessage: (message: ServerMessage) => void = () => {};
  onLine: (line: Line) => void = () => {};
  onSlow: (slow: boolean) => void = () => {};
  /* Some table is looked for. */
  onSeeking: (seeking: boolean) => void = () => {};
  onRefused: () => void = () => {};
  private sockets = new Map<string, Socket>();
  private states = new Map<string, Line>();
  private slow = new Set<string>();
  private tables = new Map<string, Looked>();

  constructor(
    private readonly servers: Servers,
    private readonly origin: string,
    private readonly greeting: () => Greeting,
  ) {}

  open(): void {
    this.socket(HOME);
  }

  /* Greets anew, as after a log-in. */
  restart(): void {
    for (const socket of this.sockets.values()) socket.restart();
  }

  close(): void {
    for (const socket of this.sockets.values()) socket.close();
  }

  /* Somebody looks at that table: `watch` is called whenever its line is there. Returns what ends it. */
  join(table: string, watch: () => void): () => void {
    const looked = this.tables.get(table) ?? { watchers: new Set(), tries: 0, timer: 0, state: null };
    looked.watchers.add(watch);
    this.tables.set(table, looked);
    this.servers.hold(table);
    if (this.socketOf(table).isOpen) watch();
    this.report();
    return () => {
      looked.watchers.delete(watch);
      if (looked.watchers.size > 0) return;
      this.tell({ type: 'unwatch', table });
      clearTimeout(looked.timer);
      this.tables.delete(table);
      this.servers.release(table);
      this.prune();
      this.report();
    };
  }

  tell(message: OfTable): void {
    this.socketOf(message.table).tell(message);
  }

  async ask(message: NoId<WithId>): Promise<Answer> {
    const whole = { ...message, id: newId() } as WithId;
    for (let tries = 0; ; tries++) {
      const sought = (this.tables.get(whole.table)?.tries ?? 0) > 0;
      const answer = await this.socketOf(whole.table).ask(whole, tries > 0 || sought);
      if (!AGAIN.includes(answer.status) || tries === ACT_TRIES) return answer;
      await moment(WAITS_MS[Math.min(tries, last)] ?? 0);
    }
  }

  preview = (table: string, act: string): Promise<Previewed> => this.socketOf(table).preview(table, act);

  private socketOf = (table: string): Socket => this.socket(this.servers.place(table));

  private socket(base: string): Socket {
    const there = this.sockets.get(base);
    if (there) return there;
    const socket = new Socket((attempt) => this.url(base, attempt), this.greeting);
    this.sockets.set(base, socket);
    socket.onMessage = (message) => this.take(message, base);
    socket.onLine = (line) => this.turn(line, base);
    socket.onSlow = (slow, silent) => this.drag(slow, base, silent);
    socket.onRefused = () => this.onRefused();
    socket.open();
    return socket;
  }

  /* Behind HOME is whoever lives; if nobody answers there, one of the others may. */
  private url(base: string, attempt: number): string {
    const where = base === HOME ? this.servers.reach(attempt) : base;
    return `${(where || this.origin).replace(/^http/, 'ws')}/ws`;
  }

  private at = (base: string): string[] => [...this.tables.keys()].filter((table) => this.servers.place(table) === base);

  private take(message: WireMessage, base: string): void {
    if (message.type === 'error' && message.table) return this.point(message.table, message.code, message.address ?? '', base);
    if (message.type === 'snapshot' || message.type === 'update') return this.tellState(message, base);
    this.onMessage(message);
    if (message.type === 'welcome') for (const table of this.at(base)) this.watch(table);
  }

  private tellState(message: Extract<WireMessage, { type: 'snapshot' | 'update' }>, base: string): void {
    const looked = this.tables.get(message.table);
    if (!looked || this.servers.place(message.table) !== base) return; // it has gone on
    const state = message.state ?? (looked.state && message.type === 'update' ? changed(looked.state, message) : null);
    if (!state) return this.watch(message.table); // changes of what was never told
    looked.state = state;
    this.found(message.table);
    this.onMessage({ ...message, state });
  }

  private watch = (table: string): void => this.tables.get(table)?.watchers.forEach((watch) => watch());

  /* The server at `base` does not have that table, and may know who has. */
  private point(table: string, code: string, address: string, base: string): void {
    if (!this.tables.has(table) || this.servers.place(table) !== base) return;
    if (code === MOVED) this.seek(table, address ? this.servers.base(address) : HOME);
    if (code === 'no-table') this.seek(table, HOME);
  }

  private found(table: string): void {
    const looked = this.tables.get(table);
    if (!looked || looked.tries === 0) return;
    looked.tries = 0;
    this.report();
  }

  /* Asks for it at that base, after a moment that grows. */
  private seek(table: string, base: string): void {
    const looked = this.tables.get(table);
    this.servers.put(table, base);
    if (!looked) return;
    const wait = WAITS_MS[Math.min(looked.tries++, last)] ?? 0;
    clearTimeout(looked.timer);
    looked.timer = window.setTimeout(() => {
      if (this.socketOf(table).isOpen) this.watch(table);
      this.prune();
      this.report();
    }, wait);
    this.report();
  }

  private turn(line: Line, base: string): void {
    this.states.set(base, line);
    if (line === 'lost' && base !== HOME) {
      const tables = this.at(base);
      this.drop(base);
      for (const table of tables) this.seek(table, HOME);
    }
    this.report();
  }

  /* A server that stands still is as good as gone where there are others. */
  private drag(slow: boolean, base: string, silent = 0): void {
    if (silent > STILL_MS && this.servers.several) return this.sockets.get(base)?.lose();
    if (slow) this.slow.add(base);
    else this.slow.delete(base);
    this.onSlow(this.slow.size > 0);
  }

  private drop(base: string): void {
    const socket = this.sockets.get(base);
    this.sockets.delete(base);
    this.states.delete(base);
    this.drag(false, base);
    for (const table of this.at(base)) this.servers.put(table, HOME);
    socket?.giveUp();
  }

  /* Lines that no table is at any longer. */
  private prune(): void {
    for (const base of this.sockets.keys()) if (base !== HOME && this.at(base).length === 0) this.drop(base);
  }

  /* The lines that matter are those of the tables; without one it is HOME's. */
  private report(): void {
    const bases = new Set([...this.tables.keys()].map(this.servers.place));
    const used = bases.size > 0 ? [...bases] : [HOME];
    const lines = used.map((base) => this.states.get(base) ?? 'connecting');
    const seeking = [...this.tables.values()].some((looked) => looked.tries > 0);
    this.onLine(lines.includes('lost') ? 'lost' : lines.includes('connecting') ? 'connecting' : 'open');
    this.onSeeking(seeking);
  }
}
