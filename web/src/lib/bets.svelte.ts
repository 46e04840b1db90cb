// SPDX-License-Identifier: Apache-2.0
/* How a person at a terminal builds their wagers: the chip in hand, undo, clear, repeat, bets times two. Nothing here knows a
 * limit of its own, and no amount is changed without a word: what is under the least that the server offers is not
 * placed but said, with what would be; of what is over the most, the rest goes back and that is said, too. */
import { sized, type Sized } from './honest';
import { CHIPS } from './money';
import type { Offer } from './protocol';
import type { Table } from './table.svelte';

interface Step {
  spot: string;
  wager: string;
  before: number;
}
/* What is said about an amount: nothing was placed, or less than was wished. */
export type Remark = Exclude<Sized, { kind: 'as-wished' }> & { spot: string; wager: string };
type Layout = { spot: string; wager: string; cents: number }[];

export class Bets {
  chip = $state<number>(2500);
  remark = $state.raw<Remark | null>(null);
  private steps = $state.raw<Step[]>([]);
  private earlier = $state.raw<Layout>([]);
  private round = 0;

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return this.table.state?.phase === 'betting';
  }

  /* Whether the server lets this person take that seat now. */
  canSit(area: number): boolean {
    return this.table.offersOf('sit').some((offer) => offer.act === `sit ${area}`);
  }

  get canUndo(): boolean {
    return this.open && this.steps.length > 0;
  }

  get canRepeat(): boolean {
    return this.open && this.earlier.length > 0 && this.layout().length === 0;
  }

  get canDouble(): boolean {
    return this.layout().some(({ spot, wager }) => this.table.wagerOffer('raise', spot, wager) !== undefined);
  }

  /* The denominations worth showing at this table: from the smallest wager on offer upwards. */
  get chips(): number[] {
    const limits = this.table.state?.limits ?? [];
    const least = Math.min(...limits.map((limit) => limit.min), 2500);
    const most = Math.max(...limits.map((limit) => limit.max), 10000);
    return CHIPS.filter((chip) => chip >= Math.min(least, 2500) && chip <= most).toReversed().slice(0, 6);
  }

  /* The chip in hand of who has chosen none: the smallest that makes the first wager of the table. */
  get first(): number {
    const least = this.table.state?.limits[0]?.min ?? 0;
    return this.chips.find((chip) => chip >= least) ?? this.chips.at(-1) ?? 2500;
  }

  private offerAt(spot: string, wager: string): Offer | undefined {
    return this.table.wagerOffer('raise', spot, wager) ?? this.table.wagerOffer('bet', spot, wager);
  }

  can(spot: string, wager: string): boolean {
    return this.offerAt(spot, wager) !== undefined;
  }

  /* The chip in hand, once more, on that spot. One that is only taken there once another wager lies waits for that one. */
  async add(spot: string, wager: string): Promise<void> {
    if (!this.can(spot, wager)) await this.table.calm();
    if (this.canSit(Number(spot))) await this.table.sit(Number(spot));
    await this.make(spot, wager, this.table.wish(spot, wager) + this.chip);
  }

  /* The least that can be bet there, after it was offered in so many words. */
  async least(): Promise<void> {
    const { remark } = this;
    if (remark?.kind === 'below') await this.make(remark.spot, remark.wager, remark.min);
  }

  private async make(spot: string, wager: string, cents: number): Promise<void> {
    const offer = this.offerAt(spot, wager);
    if (!offer) return;
    const before = this.table.wish(spot, wager);
    const made = sized(offer, before, cents);
    this.remark = made.kind === 'as-wished' ? null : { ...made, spot, wager };
    if (made.kind === 'below' || made.kind === 'full') return;
    this.steps = [...this.steps, { spot, wager, before }];
    await this.table.size(spot, wager, made.cents);
  }

  async undo(): Promise<void> {
    const step = this.steps.at(-1);
    if (!step) return;
    this.remark = null;
    this.steps = this.steps.slice(0, -1);
    await this.table.size(step.spot, step.wager, step.before);
  }

  async clear(): Promise<void> {
    this.steps = [];
    this.remark = null;
    const side = this.layout().toSorted((a, b) => Number(a.wager === this.table.main) - Number(b.wager === this.table.main));
    for (const { spot, wager } of side) await this.table.size(spot, wager, 0);
  }

  async repeat(): Promise<void> {
    for (const { spot, wager, cents } of this.earlier) await this.make(spot, wager, cents);
  }

  async doubleUp(): Promise<void> {
    for (const { spot, wager, cents } of this.layout()) if (this.table.wagerOffer('raise', spot, wager)) await this.make(spot, wager, cents * 2);
  }

  /* This viewer's wagers as they lie, in the order in which they were placed. */
  layout(): Layout {
    return this.table.mine.filter((stake) => !stake.settled).map(({ spot, wager, placed }) => ({ spot, wager, cents: placed }));
  }

  /* To be called when the state changed: remembers what lay there when bets closed, and starts a round afresh. */
  follow(): void {
    const state = this.table.state;
    if (!state) return;
    if (state.round !== this.round) {
      this.round = state.round;
      this.steps = [];
      this.remark = null;
    }
    if (state.phase === 'dealing' && this.steps.length > 0) this.steps = [];
    if (state.phase === 'dealing' && this.remark) this.remark = null;
    if (state.phase === 'betting' && this.layout().length > 0) this.earlier = this.layout();
  }
}
