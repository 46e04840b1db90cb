// SPDX-License-Identifier: Apache-2.0
/* What this person looks at and is asked: the area in the middle, the question, what was said about their money. */
import { nextFocus, ownAreas } from './focus';
import { askedPlaces, question, type Question } from './question';
import type { Table } from './table.svelte';

/* An answer that was on its way when the question changed was meant for the one before. */
export const SETTLE_MS = 250;
/* After a wager elsewhere the middle follows, once no tap has come for so long. */
const QUIET_MS = 1200;

export class Stage {
  focus = $state(0);
  /* The question has just changed: no answer is taken yet. */
  settling = $state(false);
  question = $derived.by<Question | null>(() => (this.table.mayPlay ? question(this.table.state) : null));
  asked = $derived.by<string[]>(() => (this.table.mayPlay ? askedPlaces(this.table.state) : []));
  /* The areas have just changed places: no chip is taken yet. */
  moving = $state(false);
  private lastTap = 0;
  private still = 0;
  private following = 0;
  private key = '';
  private timer = 0;

  constructor(readonly table: Table) {}

  /* To be called when the state changed. */
  follow(): void {
    if (this.table.mayPlay) this.focus = nextFocus(this.table.state, this.table.you, this.focus);
    else this.focus = 0;
    this.followBets();
    const key = this.question?.key ?? '';
    if (key === this.key) return;
    this.key = key;
    this.settling = key !== '';
    clearTimeout(this.timer);
    if (key) this.timer = window.setTimeout(() => (this.settling = false), SETTLE_MS);
  }

  /* A chip was placed: the areas stay where they are for a while. */
  tap(): void {
    this.lastTap = performance.now();
  }

  private move(area: number): void {
    if (area === this.focus) return;
    this.focus = area;
    this.moving = true;
    clearTimeout(this.still);
    this.still = window.setTimeout(() => (this.moving = false), SETTLE_MS);
  }

  private followBets(): void {
    const { state, you } = this.table;
    clearTimeout(this.following);
    if (state?.phase !== 'betting' || !this.table.mayPlay) return;
    const own = ownAreas(state, you);
    const last = own.at(-1);
    if (last === undefined || own.includes(this.focus)) return;
    this.following = window.setTimeout(() => this.move(last), Math.max(0, this.lastTap + QUIET_MS - performance.now()));
  }

  /* Looks at another area, unless one is asked about. */
  look(area: number): void {
    const areas = this.table.state?.areas ?? 0;
    if (areas > 0 && !this.question?.place) this.move(((area - 1 + areas) % areas) + 1);
  }
}
