// SPDX-License-Identifier: Apache-2.0
/* One connection to /ws of a server: greets, asks, resumes. Knows messages, not tables; lines.ts knows which server to ask.
 *
 * A request that changes something carries an id chosen once; when the line drops before its answer came,
 * the same id is sent again after the next welcome, so it is booked once whatever happened. What is asked while there is no
 * line is not kept for later: the answer is at once that it was not sent. */
import type { Answer, ClientMessage, Language, Previewed, Ruling, WireMessage } from './protocol';

export type Line = 'connecting' | 'open' | 'lost';

export interface Greeting {
  token?: string;
  language: Language;
}

export type WithId = Extract<ClientMessage, { id: string }>;
export type NoId<T> = T extends WithId ? Omit<T, 'id'> : never;
type Waiting = { message: WithId; since: number; settle: (answer: Answer) => void };
type PreviewWaiting = { table: string; act: string; settle: (answer: Previewed) => void };

const RETRY_MS = [250, 500, 1000, 2000, 4000];
/* A silent line is asked for a sign of life, and called slow when none comes, or when a request is not answered for so long: a database
 * that is away makes acts wait. */
const QUIET_MS = 1200;
const SLOW_MS = 2600;
/* From opening a line to the welcome. */
const CONNECT_MS = 8000;
export const OFFLINE = 'offline';
/* The server does not have the table, or is not there any more: the same request goes to another. */
export const MOVED = 'moved';

let counter = 0;
const session = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), 'w');
export const newId = (): string => `${session}-${++counter}`;

const refused = (id: string, status: string): Answer => ({ type: 'answer', id, seq: 0, ok: false, status, sentence: '', clauses: [] });

export class Socket {
  onMessage: (message: WireMessage) => void = () => {};
  onLine: (line: Line) => void = () => {};
  /* The greeting itself was refused: the server no longer knows the token. */
  onRefused: () => void = () => {};
  onSlow: (slow: boolean, silent: number) => void = () => {};
  private web: WebSocket | null = null;
  private welcomed = false;
  private stopped = false;
  private attempt = 0;
  private timer = 0;
  private heard = 0;
  private pinged = 0;
  private waiting = new Map<string, Waiting>();
  private previews: PreviewWaiting[] = [];

  constructor(
    private readonly url: (attempt: number) => string,
    private greeting: () => Greeting,
  ) {}

  open(): void {
    this.stopped = false;
    this.onLine('connecting');
    const web = new WebSocket(this.url(this.attempt), 'croupier.1');
    this.web = web;
    web.onopen = () => web.send(JSON.stringify({ type: 'hello', protocol: 1, changes: true, ...this.greeting() }));
    web.onmessage = (event) => this.take(JSON.parse(String(event.data)) as WireMessage);
    web.onclose = () => web === this.web && this.lost();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.lose(), CONNECT_MS);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.web?.close();
    this.web = null;
    this.welcomed = false;
  }

  /* Greets anew, as after a log-in. */
  restart(): void {
    this.close();
    this.open();
  }

  tell(message: ClientMessage): void {
    if (this.welcomed) this.web?.send(JSON.stringify(message));
  }

  get isOpen(): boolean {
    return this.welcomed;
  }

  /* `keep`: it was sent before and may wait for the line. */
  ask(message: WithId, keep = false): Promise<Answer> {
    if (!this.welcomed && !keep) return Promise.resolve(refused(message.id, OFFLINE));
    return new Promise((settle) => {
      this.waiting.set(message.id, { message, settle, since: performance.now() });
      this.tell(message);
    });
  }

  /* Nobody waits here any longer: what was asked is asked elsewhere. */
  giveUp(): void {
    this.close();
    for (const id of [...this.waiting.keys()]) this.answer(id, refused(id, MOVED));
    while (this.previews.length > 0) this.fail(undefined, refused('', MOVED));
  }

  preview(table: string, act: string): Promise<Previewed> {
    return new Promise((settle) => {
      this.previews.push({ table, act, settle });
      this.tell({ type: 'preview', table, act });
    });
  }

  private take(message: WireMessage): void {
    this.heard = performance.now();
    if (message.type === 'welcome') {
      this.welcomed = true;
      this.attempt = 0;
      this.onLine('open');
      this.beat();
    }
    if (message.type === 'error' && !this.welcomed) return this.onRefused();
    this.onMessage(message);
    if (message.type === 'welcome') for (const { message: again } of this.waiting.values()) this.tell(again);
    if (message.type === 'answer') this.answer(message.id, message);
    this.onSlow(this.isLate(), 0);
    if (message.type === 'previewed') this.answerPreview(message);
    if (message.type === 'error' && !message.code.startsWith('luck-') && (message.id || !message.table || this.previews[0]?.table === message.table)) this.fail(message.id, { ok: false, status: message.code, sentence: message.sentence, clauses: [] });
  }

  private answer(id: string, answer: Answer): void {
    this.waiting.get(id)?.settle(answer);
    this.waiting.delete(id);
  }

  private answerPreview(answer: Previewed): void {
    const at = this.previews.findIndex((one) => one.table === answer.table && one.act === answer.act);
    if (at >= 0) this.previews.splice(at, 1)[0]?.settle(answer);
  }

  /* An error names the request it belongs to; previews have no id and are answered in order. */
  private fail(id: string | undefined, ruling: Ruling): void {
    if (id) return this.answer(id, { type: 'answer', id, seq: 0, ...ruling });
    const { table = '', act = '', settle } = this.previews.shift() ?? {};
    settle?.({ type: 'previewed', table, act, events: [], ...ruling });
  }

  private isLate = (): boolean => [...this.waiting.values()].some(({ since }) => performance.now() - since > SLOW_MS);

  private beat(): void {
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      const silent = performance.now() - this.heard;
      if (silent > QUIET_MS && performance.now() - this.pinged > QUIET_MS) {
        this.pinged = performance.now();
        this.tell({ type: 'ping' });
      }
      if (((silent > SLOW_MS && this.pinged > this.heard) || this.isLate()) && !document.hidden) this.onSlow(true, silent);
    }, 400);
  }

  /* Nothing comes over it any more. */
  lose(): void {
    const web = this.web;
    this.web = null;
    web?.close();
    this.lost();
  }

  private lost(): void {
    this.welcomed = false;
    if (this.stopped) return;
    this.onSlow(false, 0);
    clearTimeout(this.timer);
    const wait = RETRY_MS[Math.min(this.attempt++, RETRY_MS.length - 1)] ?? 4000;
    this.timer = window.setTimeout(() => this.open(), wait);
    this.onLine('lost'); // whoever hears it may close
  }
}
