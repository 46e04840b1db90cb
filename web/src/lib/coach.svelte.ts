// SPDX-License-Identifier: Apache-2.0
/* The coach of one table, by choice: the exact value of each answer to the question that is open, what the answer that was given
 * cost against the best one, and what that came to in this shoe. Every number comes from the server; it never plays. */
import { get } from './api';
import { choicesOf, costOf, dearest, sumOf, type Choice, type Mistake } from './mistakes';
import { handQuery, type HandOdds } from './odds';
import type { Offer } from './protocol';
import { question } from './question';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

export class Coach {
  private odds = $state.raw<HandOdds | null>(null);
  /* The answers to the question that is open, the best one first; empty while nothing is asked that has a value. */
  choices = $derived.by((): Choice[] => (this.odds ? choicesOf(this.odds, question(this.table.state)?.offers ?? []) : []));
  trouble = $state('');
  /* Of this shoe, in order; and of the one before, once it is finished. */
  mistakes = $state.raw<Mistake[]>([]);
  decisions = $state(0);
  last = $state.raw<Mistake | null>(null);
  before = $state.raw<{ shoe: number; decisions: number; cents: number; dearest: Mistake[] } | null>(null);
  private asked = '';
  private shoe = 0;

  constructor(private readonly table: Table) {}

  /* The hand that this person is asked about, as a question to the server. */
  private query(): string {
    const { state } = this.table;
    const cards = question(state)?.hand?.cards ?? [];
    const dealer = state?.hands.find((one) => one.place === 'dealer');
    return settings.coach && state && dealer && cards.length > 1 && !cards.includes('?') ? handQuery(state.game, state.decks, cards, dealer.cards, this.table.id) : '';
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
    const hand = question(state)?.hand;
    const stake = this.table.mine.find((one) => one.spot === hand?.place && one.wager === this.table.main);
    const cost = stake ? costOf(this.choices, offer, stake.placed) : null;
    if (!cost || !hand || !state) return;
    this.decisions++;
    this.last = { round: state.round, place: hand.place, total: hand.total, took: offer, ...cost };
    if (cost.cents > 0) this.mistakes = [...this.mistakes, this.last];
  }
}
