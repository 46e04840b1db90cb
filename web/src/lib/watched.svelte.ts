// SPDX-License-Identifier: Apache-2.0
/* The tables of the floor as they are now: the list asked for again and again, and each of them watched. */
import { floor, type FloorTable } from './floor';
import type { Alarm } from './protocol';
import { allAlarms } from './alarms';
import { session } from './session.svelte';
import { Table } from './table.svelte';

const REFRESH_MS = 3000;

export class Watched {
  /* Every table, and those where somebody may be: one of a player's own counts while they are at it. */
  all = $state.raw<FloorTable[]>([]);
  tables = $derived(this.all.filter((table) => !table.solo || table.taken));
  live = $state.raw<Table[]>([]);
  trouble = $state('');
  /* Those told while this page was open, and those the tables remember. */
  alarms = $derived<Alarm[]>(allAlarms(session.alarms, this.live.map((table) => table.state)));

  /* To be called once, when the page is there; returns what ends it. */
  start(): () => void {
    void this.refresh();
    const timer = setInterval(() => this.refresh(), REFRESH_MS);
    return () => {
      clearInterval(timer);
      this.live.forEach((table) => table.stop());
    };
  }

  of = (id: string): Table | undefined => this.live.find((table) => table.id === id);

  private async refresh(): Promise<void> {
    try {
      this.all = await floor();
      this.trouble = '';
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return;
    }
    const ids = this.tables.map((table) => table.id);
    if (ids.join(' ') === this.live.map((table) => table.id).join(' ')) return;
    const kept = ids.map((id) => this.of(id) ?? new Table(id));
    for (const table of kept) if (!this.live.includes(table)) table.start();
    for (const table of this.live) if (!kept.includes(table)) table.stop();
    this.live = kept;
  }
}
