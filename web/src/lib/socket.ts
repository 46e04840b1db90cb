// SPDX-License-Identifier: Apache-2.0
/* One connection to /ws: greets, asks, resumes. Knows messages, not tables.
 *
 * A request that changes something carries an id chosen once; when the line drops before its answer came,
 * the same id is sent again after the next welcome, so it is booked once whatever happened. What is asked while there is no
 * line is not kept for later: the answer is at once that it was not sent. */
import type { Answer, ClientMessage, Language, Previewed, Ruling, ServerMessage } from './protocol';

export type Line = 'connecting' | 'open' | 'lost';

export interface Greeting {
  token?: string;
  language: Language;
}

type WithId = Extract<ClientMessage, { id: string }>;
type NoId<T> = T extends WithId ? Omit<T, 'id'> : never;
type Waiting = { message: WithId; settle: (answer: Answer) => void };
type PreviewWaiting = { table: string; act: string; settle: (answer: Previewed) => void };

const RETRY_MS = [250, 500, 1000, 2000, 4000];
/* A silent line is asked for a sign of life, and called slow when none comes. */
const QUIET_MS = 1200;
const SLOW_MS = 2600;
export const OFFLINE = 'offline';

let counter = 0;
const session = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), 'w');
export const newId = (): string => `${session}-${++counter}`;

export class Socket {
  onMessage: (message: ServerMessage) => void = () => {};
  onLine: (line: Line) => void = () => {};
  /* The greeting itself was refused: the server no longer knows the token. */
  onRefused: () => void = () => {};
  onSlow: (slow: boolean) => void = () => {};
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
    private readonly url: string,
    private greeting: () => Greeting,
  ) {}

  open(): void {
    this.stopped = false;
    this.onLine('connecting');
    const web = new WebSocket(this.url, 'croupier.1');
    this.web = web;
    web.onopen = () => web.send(JSON.stringify({ type: 'hello', protocol: 1, ...this.greeting() }));
    web.onmessage = (event) => this.take(JSON.parse(String(event.data)) as ServerMessage);
    web.onclose = () => web === this.web && this.lost();
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

  ask(message: NoId<WithId>): Promise<Answer> {
    const whole = { ...message, id: newId() } as WithId;
    if (!this.welcomed) return Promise.resolve({ type: 'answer', id: whole.id, seq: 0, ok: false, status: OFFLINE, sentence: '', clauses: [] });
    return new Promise((settle) => {
      this.waiting.set(whole.id, { message: whole, settle });
      this.tell(whole);
    });
  }

  preview(table: string, act: string): Promise<Previewed> {
    return new Promise((settle) => {
      this.previews.push({ table, act, settle });
      this.tell({ type: 'preview', table, act });
    });
  }

  private take(message: ServerMessage): void {
    this.heard = performance.now();
    this.onSlow(false);
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
    if (message.type === 'previewed') this.answerPreview(message);
    if (message.type === 'error' && !message.code.startsWith('luck-')) this.fail(message.id, { ok: false, status: message.code, sentence: message.sentence, clauses: [] });
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

  private beat(): void {
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      const silent = performance.now() - this.heard;
      if (silent > QUIET_MS && performance.now() - this.pinged > QUIET_MS) {
        this.pinged = performance.now();
        this.tell({ type: 'ping' });
      }
      if (silent > SLOW_MS && this.pinged > this.heard && !document.hidden) this.onSlow(true);
    }, 400);
  }

  private lost(): void {
    this.welcomed = false;
    if (this.stopped) return;
    this.onLine('lost');
    this.onSlow(false);
    clearTimeout(this.timer);
    const wait = RETRY_MS[Math.min(this.attempt++, RETRY_MS.length - 1)] ?? 4000;
    this.timer = window.setTimeout(() => this.open(), wait);
  }
}
