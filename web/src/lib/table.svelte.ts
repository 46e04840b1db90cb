// SPDX-License-Identifier: Apache-2.0
/* A table as this screen sees it: the last state, what happened lately, and what can be sent. */
import { announcer } from './announcer.svelte';
import { actAmount, actOf, faceDown, takeable, wagerParts } from './act';
import type { Cue } from './cues';
import { wordsOfBook } from './labels';
import { fate, reply, type Fate, type LuckMessage } from './luck';
import type { Answer, Limit, Offer, Previewed, Ruling, ServerMessage, Stake, TableEvent, TableState } from './protocol';
import { question, vanished } from './question';
import { Reel } from './reel';
import { FLIGHT_MS, sequence, type Beat } from './sequence';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import { OFFLINE } from './socket';

export interface Told {
  seq: number;
  /* An update that is shown card by card is told in parts. */
  part: number;
  events: TableEvent[];
}

/* What a round brought to this viewer, wager by wager. */
export interface Results {
  round: number;
  stakes: Stake[];
}

const KEPT = 240;

/* A moment of what one update brought; with the last of them the table is as the server told it. */
interface Scene extends Beat {
  seq: number;
  part: number;
  flight: number;
  /* With the last: the table before the update. */
  ends: { before: TableState | null; asked: boolean } | null;
}

const mayMove = (): boolean => !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/* Wagers without limits of their own (Insurance) have nothing to show. */
const limited = (limits: Limit[]): Limit[] => limits.filter((limit) => limit.max > 0);

/* The same words offered twice are one offer. */
const distinct = (offers: Offer[]): Offer[] => offers.filter((offer, index) => offers.findIndex((other) => other.act === offer.act) === index);

export class Table {
  state = $state.raw<TableState | null>(null);
  seq = $state(0);
  told = $state.raw<Told[]>([]);
  /* This viewer's settled wagers, of this round or of the last one that had any: the next round clears the felt,
   * not what they want to read. */
  results = $state.raw<Results | null>(null);
  /* What became of this person's number for the shoe in use. */
  luck = $state.raw<{ shoe: number; fate: Fate } | null>(null);
  /* The last refusal, until the next accepted act. */
  refusal = $state.raw<Ruling | null>(null);
  /* Sizes asked for and not yet answered, by "spot wager". */
  wished = $state.raw<Record<string, number>>({});
  /* Every wager of the table's rulebook, with what the book calls it. */
  book = $state.raw<Limit[]>([]);
  words = $derived(wordsOfBook(settings.words, settings.language, this.book));
  /* An option that closed before this person answered. */
  closed = $state.raw<{ place: string; topic: string } | null>(null);
  /* What a change of the table is to be seen and heard by, after the page shows it. */
  onCues: (list: Cue[], flight: number) => void = () => {};
  /* A felt shows it: what one update brings is shown card by card. */
  plays = false;
  /* This person answers a question. */
  onAnswer: (offer: Offer) => void = () => {};
  /* When something happened here last while this screen looked, on its clock; 0: nothing yet. */
  heardAt = $state(0);
  /* As the server told it last; `state` comes to it card by card. */
  private known: TableState | null = null;
  private reel = new Reel<Scene>((scene, late) => this.play(scene, late));
  private answered = '';
  private viewer = '';
  private readonly sending = new Map<string, Promise<void>>();
  private stopListening = () => {};
  private leaveLine = () => {};

  constructor(readonly id: string) {}

  start(): void {
    this.stopListening = session.listen((message) => this.take(message));
    this.leaveLine = session.lines.join(this.id, () => this.watch());
  }

  stop(): void {
    this.stopListening();
    this.reel.clear();
    this.leaveLine();
  }

  private watch(): void {
    session.lines.tell({ type: 'watch', table: this.id, ...(this.seq ? { since: this.seq } : {}), ...(this.mayPlay ? { luck: true } : {}) });
  }

  private take(message: ServerMessage): void {
    if (message.type === 'welcome') {
      const viewer = `${message.role} ${message.user ?? ''}`;
      if (viewer !== this.viewer) {
        this.seq = 0; // another person looks now: only a whole state is right
        this.results = null;
      }
      this.viewer = viewer;
    }
    if (message.type === 'luck' && message.table === this.id) this.takePart(message);
    if (message.type === 'snapshot' && message.table === this.id) {
      const first = this.state === null;
      this.reel.clear();
      this.seq = message.seq;
      this.show(this.learn(message.state));
      if (first) this.arrange();
    }
    if (message.type === 'update' && message.table === this.id) {
      this.heardAt = performance.now();
      this.seq = message.seq;
      this.happen(message.seq, message.events, message.state);
      announcer.say(message.events.map((event) => event.sentence ?? ''));
    }
  }

  /* A player's terminal gives a number to the shuffle, and remembers what became of it. */
  private takePart(message: LuckMessage): void {
    if (!this.mayPlay) return;
    const answer = reply(message, session.user);
    if (answer) session.lines.tell(answer);
    this.luck = message.stage === 'done' ? { shoe: message.shoe, fate: fate(message.numbers, this.id, message.shoe, session.user) } : null;
  }

  private learn(state: TableState): TableState {
    if (!this.state) performance.mark('usable');
    if (state.rulebook !== this.known?.rulebook) this.book = state.limits;
    this.known = { ...state, limits: limited(state.limits), offers: distinct(state.offers) };
    return this.known;
  }

  private show(state: TableState): void {
    this.state = state;
    const settled = this.mine.filter((stake) => stake.settled);
    if (settled.length > 0) this.results = { round: state.round, stakes: settled };
    else if (state.phase === 'dealing' && this.mine.length > 0) this.results = null;
  }

  private happen(seq: number, events: TableEvent[], told: TableState): void {
    const before = this.known;
    const after = this.learn(told);
    const you = after.people.find((person) => person.you)?.name ?? '';
    const asks = this.mayPlay ? question(after)?.key : undefined;
    const asked = asks !== undefined && asks !== question(before)?.key;
    const pace = this.plays && mayMove() ? (after.pace ?? FLIGHT_MS) : 0;
    const beats = sequence(before, after, events, you, asked, pace);
    const flight = pace > 0 ? Math.min(pace, FLIGHT_MS) : FLIGHT_MS;
    this.reel.run(beats.map((beat, index) => ({ ...beat, seq, part: index, flight, ends: index === beats.length - 1 ? { before, asked } : null })));
  }

  /* What was skipped moves no more; what it ended in is heard. */
  private play(scene: Scene, late: boolean): void {
    const { seq, part, state, events, ends } = scene;
    this.show(state);
    if (events.length > 0) this.told = [...this.told, { seq, part, events }].slice(-KEPT);
    if (ends) this.close(ends.before, state, ends.asked);
    if (!late) this.onCues(scene.cues, scene.flight);
  }

  /* All that is on its way is in its place. */
  skip(): void {
    this.reel.skip();
  }

  private close(before: TableState | null, after: TableState, asked: boolean): void {
    const gone = this.mayPlay ? vanished(before, after, this.answered)[0] : undefined;
    if (gone) this.closed = gone;
    else if (asked || after.phase === 'betting') this.closed = null;
    this.answered = '';
  }

  async act(act: string): Promise<Answer> {
    const answer = await session.lines.ask({ type: 'act', table: this.id, act });
    this.heard(answer);
    return answer;
  }

  offer(offer: Offer, cents?: number): Promise<Answer> {
    this.answered = (offer.spot ?? '').split('/')[0] ?? '';
    this.onAnswer(offer);
    return this.act(actOf(offer, cents));
  }

  preview = (act: string): Promise<Previewed> => session.lines.preview(this.id, act);

  async sit(area?: number): Promise<void> {
    this.heard(await session.lines.ask({ type: 'sit', table: this.id, ...(area ? { area } : {}) }));
  }

  /* At a table for one: deal, without waiting for the clock. */
  ready(): void {
    session.lines.tell({ type: 'ready', table: this.id });
  }

  /* At a table for one: as this person likes it, unless it is so already. */
  arrange(): void {
    const { state } = this;
    if (!state?.solo || !this.mayPlay) return;
    const company = Math.min(settings.company, state.companyMax ?? 0);
    if (state.speed !== settings.speed || state.company !== company) session.lines.tell({ type: 'arrange', table: this.id, speed: settings.speed, company });
  }

  async leave(): Promise<void> {
    this.heard(await session.lines.ask({ type: 'leave', table: this.id }));
  }

  private heard(said: Answer): void {
    const answer = said.status === OFFLINE ? { ...said, sentence: settings.words.honest.offline } : said;
    this.refusal = answer.ok ? null : answer;
    if (!answer.ok) announcer.say([answer.sentence]);
  }

  /* A player's screen: may join the table. */
  get mayPlay(): boolean {
    return session.role === 'player';
  }

  get you(): string {
    return this.state?.people.find((person) => person.you)?.name ?? '';
  }

  get mine(): Stake[] {
    const you = this.you;
    return this.state?.stakes.filter((stake) => you !== '' && stake.who === you) ?? [];
  }

  /* The results are whole: Insurance and side wagers are settled before the rest. */
  get final(): boolean {
    return this.results?.round !== this.state?.round || this.mine.every((stake) => stake.settled);
  }

  get net(): number {
    return this.results?.stakes.reduce((sum, stake) => sum + stake.result, 0) ?? 0;
  }

  /* Wagers that lie there, in the order of the layout; those that nobody can bet on now are none of them. */
  wagersAt(place: Limit['place']): string[] {
    return this.state?.limits.filter((limit) => limit.place === place).map((limit) => limit.wager) ?? [];
  }

  /* The wager of an area's circle. */
  get main(): string {
    return this.wagersAt('main')[0] ?? '';
  }

  offersOf(...verbs: string[]): Offer[] {
    return this.state?.offers.filter((offer) => verbs.includes(offer.verb) && takeable(offer)) ?? [];
  }

  /* How many cards of that hand lie face down for this viewer to turn up. */
  down(place: string): number {
    return faceDown(this.offersOf('reveal').find((offer) => offer.spot === place)?.act ?? '');
  }

  /* The offer that changes this viewer's wager there, by verb. */
  wagerOffer(verb: string, spot: string, wager: string): Offer | undefined {
    return this.offersOf(verb).find((offer) => {
      const parts = wagerParts(offer.act);
      return parts.spot === spot && parts.wager === wager;
    });
  }

  placed(spot: string, wager: string): number {
    return this.mine.find((stake) => stake.spot === spot && stake.wager === wager && !stake.settled)?.placed ?? 0;
  }

  wish(spot: string, wager: string): number {
    return this.wished[`${spot} ${wager}`] ?? this.placed(spot, wager);
  }

  /* Makes this viewer's wager there as large as wished, by whichever of bet, raise and pull the server offers.
   * Wishes that come while one is under way are merged: the last one counts. */
  async size(spot: string, wager: string, cents: number): Promise<void> {
    const key = `${spot} ${wager}`;
    this.wished = { ...this.wished, [key]: cents };
    if (this.sending.has(key)) return this.sending.get(key);
    const done = this.resize(key, spot, wager).finally(() => this.sending.delete(key));
    this.sending.set(key, done);
    await done;
  }

  /* Whether a wager of this viewer's is on its way. */
  get busy(): boolean {
    return Object.keys(this.wished).length > 0;
  }

  /* When the wagers on their way are answered, and what they opened is on offer. */
  calm = async (): Promise<void> => void (await Promise.all(this.sending.values()));

  private async resize(key: string, spot: string, wager: string): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      const target = this.wished[key] ?? 0;
      const act = this.resizing(spot, wager, target);
      if (!act || !(await this.act(act)).ok) break;
      if (this.wished[key] === target) break;
    }
    const { [key]: _, ...rest } = this.wished;
    this.wished = rest;
  }

  private resizing(spot: string, wager: string, target: number): string | null {
    const now = this.placed(spot, wager);
    if (target === now) return null;
    if (target < now) {
      const pull = this.wagerOffer('pull', spot, wager);
      if (!pull) return null;
      const plain = `pull ${spot ? `${spot} ` : ''}${wager}`;
      return target === 0 ? plain : `${plain} ${actAmount(now - target)}`;
    }
    const offer = this.wagerOffer(now > 0 ? 'raise' : 'bet', spot, wager);
    return offer ? actOf(offer, target) : null;
  }
}
