// SPDX-License-Identifier: Apache-2.0
/* Who is in front of this screen, and the connections that all tables share. */
import { get, post, remove, setToken } from './api';
import { forget, keep, kept, type Opened } from './kept';
import { Lines } from './lines';
import type { Alarm, Language, Role, ServerMessage } from './protocol';
import { servers } from './servers';
import { settings } from './settings.svelte';
import type { Line } from './socket';

const RANK: Role[] = ['display', 'player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager'];

class Session {
  role = $state<Role>('display');
  user = $state('');
  name = $state('');
  demo = $state(false);
  line = $state<Line>('connecting');
  /* The line stands, and nothing comes over it. */
  slow = $state(false);
  /* A table has gone to another server and is looked for. */
  moving = $state(false);
  alarms = $state<Alarm[]>([]);
  /* How long a player has been here and what it came to, as the server told last; null: seen. */
  reminder = $state<{ minutes: number; result: number } | null>(null);
  /* The session ended without being asked to: where to go back to after logging in again. */
  ended = $state('');
  /* Server time minus ours: the clock of a table is the server's. */
  skew = 0;
  /* A time code has to be set up before anything else. */
  codeFirst = false;
  private token = '';
  private listeners = new Set<(message: ServerMessage) => void>();
  readonly lines = new Lines(servers, location.origin, () => ({
    ...(this.token ? { token: this.token } : {}),
    language: settings.language,
  }));

  start(): void {
    const before = kept();
    if (before) this.use(before);
    this.lines.onLine = (line) => (this.line = line);
    this.lines.onSlow = (slow) => (this.slow = slow);
    this.lines.onSeeking = (seeking) => (this.moving = seeking);
    this.lines.onMessage = (message) => this.take(message);
    this.lines.onRefused = () => this.end();
    this.lines.open();
  }

  listen(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /* True: the password worked for the last time, and a new one has to be chosen. */
  async logIn(how: Record<string, string | number>): Promise<boolean> {
    const opened = await post<Opened>('session', how);
    this.use(opened);
    this.codeFirst = opened.codeFirst ?? false;
    this.ended = '';
    this.lines.restart();
    return opened.mustChange ?? false;
  }

  /* In the demonstration anybody becomes a player by one tap. */
  get mayTry(): boolean {
    return this.demo && this.role === 'display';
  }

  async logOut(): Promise<void> {
    await remove('session').catch(() => {});
    this.forget();
    this.lines.restart();
  }

  private end(): void {
    if (!this.token) return this.lines.close(); // refused although nobody claims to be anybody
    this.ended = location.hash || '#/';
    this.forget();
    this.lines.restart();
  }

  /* Of the floor's ladder of positions: this one or a higher one. */
  atLeast(role: Role): boolean {
    return RANK.includes(this.role) && RANK.indexOf(this.role) >= RANK.indexOf(role);
  }

  /* Changes the language of the pages and of the server's sentences. */
  async speak(language: Language): Promise<void> {
    await settings.speak(language);
    this.lines.restart();
  }

  private use(opened: Opened): void {
    keep(opened);
    this.token = opened.token;
    setToken(opened.token);
    this.role = opened.role;
    this.user = opened.user;
    this.name = opened.name;
  }

  private forget(): void {
    forget(this.token);
    this.token = this.user = this.name = '';
    setToken('');
    this.role = 'display';
  }

  private take(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.role = message.role;
      this.demo = message.demo;
      this.skew = message.time - Date.now();
      if (message.name) this.name = message.name;
    }
    if (message.type === 'reminder') this.reminder = message;
    if (message.type === 'alarm') this.alarms = [message, ...this.alarms].slice(0, 50);
    for (const listener of this.listeners) listener(message);
  }
}

export const session = new Session();
export const me = (): Promise<{ name: string; balance: number; number?: number }> => get('me');
