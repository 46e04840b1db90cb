// SPDX-License-Identifier: Apache-2.0
/* What this person looks at and is asked: the area in the middle, the question, what was said about their money. */
import { nextFocus } from './focus';
import { askedPlaces, question, type Question } from './question';
import type { Table } from './table.svelte';

/* An answer that was on its way when the question changed was meant for the one before. */
export const SETTLE_MS = 250;

export class Stage {
  focus = $state(0);
  /* The question has just changed: no answer is taken yet. */
  settling = $state(false);
  question = $derived.by<Question | null>(() => (this.table.mayPlay ? question(this.table.state) : null));
  asked = $derived.by<string[]>(() => (this.table.mayPlay ? askedPlaces(this.table.state) : []));
  private key = '';
  private timer = 0;

  constructor(readonly table: Table) {}

  /* To be called when the state changed. */
  follow(): void {
    if (this.table.mayPlay) this.focus = nextFocus(this.table.state, this.table.you, this.focus);
    else this.focus = 0;
    const key = this.question?.key ?? '';
    if (key === this.key) return;
    this.key = key;
    this.settling = key !== '';
    clearTimeout(this.timer);
    if (key) this.timer = window.setTimeout(() => (this.settling = false), SETTLE_MS);
  }

  /* Looks at another area, unless one is asked about. */
  look(area: number): void {
    const areas = this.table.state?.areas ?? 0;
    if (areas > 0 && !this.question?.place) this.focus = ((area - 1 + areas) % areas) + 1;
  }
}
