// SPDX-License-Identifier: Apache-2.0
/* The clock that is this person's own, to bet or to answer; nobody else's is shown. */
import { session } from './session.svelte';
import type { Stage } from './stage.svelte';
import type { Table } from './table.svelte';

const TICK_MS = 250;
const SOON_MS = 5000;

export class Clock {
  private now = $state(Date.now());
  /* How long it was when it was first seen. */
  private whole = $state.raw({ until: 0, ms: 1 });
  readonly until = $derived.by(() => (this.table.state?.phase === 'betting' ? this.table.state.clock?.until : this.stage.question?.until) ?? 0);
  readonly left = $derived(Math.max(0, this.until - this.now - session.skew));
  readonly seconds = $derived(Math.ceil(this.left / 1000));
  readonly soon = $derived(this.left < SOON_MS);
  readonly part = $derived(Math.min(1, this.left / this.whole.ms));

  constructor(
    private readonly table: Table,
    private readonly stage: Stage,
  ) {}

  /* To be called when another time runs. */
  follow(): void {
    const { until } = this;
    if (until !== this.whole.until) this.whole = { until, ms: Math.max(1000, until - Date.now() - session.skew) };
  }

  /* Returns what stops it. */
  run(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }
}
