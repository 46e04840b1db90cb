// SPDX-License-Identifier: Apache-2.0
/* The coach of one table, by choice: the exact value of each answer to the question that is open, what the answer that was given
 * cost against the best one, and what that came to in this shoe. Every number comes from the server; it never plays. */
import { get } from './api';
import { costOf, dearest, sumOf, type Mistake } from './mistakes';
import { handQuery, type HandOdds } from './odds';
import type { Offer } from './protocol';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

export class Coach {
  odds = $state.raw<HandOdds | null>(null);
  trouble = $state('');
  /* Of this shoe, in order; and of the one before, once it is finished. */
  mistakes = $state.raw<Mistake[]>([]);
  decisions = $state(0);
  last = $state.raw<Mistake | null>(null);
  before = $state.raw<{ shoe: number; decisions: number; cents: number; dearest: Mistake[] } | null>(null);
  private asked = '';
  private shoe = 0;

  constructor(private readonly table: Table) {}

  /* The hand of this person whose turn it is, as a question to the server. */
  private query(): string {
    const { state, you } = this.table;
    const hand = state?.hands.find((one) => one.turn && one.control === you && you !== '');
    const dealer = state?.hands.find((one) => one.place === 'dealer');
    return settings.coach && state && hand && dealer && !hand.cards.includes('?') ? handQuery(state.game, state.decks, hand.cards, dealer.cards, this.table.id) : '';
  }

  /* To be called when the state changed. */
  follow(): void {
    this.turnShoe(this.table.state?.shoe?.number ?? 0);
    const query = this.query();
    if (query === this.asked) return;
    this.asked = query;
    this.odds = null;
    this.trouble = '';
    if (!query) return;
    get<HandOdds>(query).then(
      (answer) => query === this.asked && (this.odds = answer),
      (error: unknown) => (this.trouble = error instanceof Error ? error.message : String(error)),
    );
  }

  private turnShoe(shoe: number): void {
    if (shoe === this.shoe) return;
    if (this.shoe > 0 && this.decisions > 0) this.before = { shoe: this.shoe, decisions: this.decisions, cents: sumOf(this.mistakes), dearest: dearest(this.mistakes, 3) };
    this.shoe = shoe;
    this.mistakes = [];
    this.decisions = 0;
  }

  /* An answer was given: what it cost, if its value is known. */
  note(offer: Offer): void {
    const { state } = this.table;
    const stake = this.table.mine.find((one) => one.spot === offer.spot && one.wager === this.table.main);
    const hand = state?.hands.find((one) => one.place === offer.spot);
    const cost = this.odds && stake ? costOf(this.odds, offer.verb, stake.placed) : null;
    if (cost === null || !hand || !this.odds || !state) return;
    this.decisions++;
    this.last = { round: state.round, place: hand.place, total: hand.total, took: offer.verb, best: this.odds.best, cents: cost };
    if (cost > 0) this.mistakes = [...this.mistakes, this.last];
  }
}
