// SPDX-License-Identifier: Apache-2.0
/* Tables by the names people know them by: asked once, kept, asked again for one that is new. */
import { floor, tableName, type FloorTable } from './floor';
import { games } from './games.svelte';
import { settings } from './settings.svelte';

class Names {
  private known = $state.raw<FloorTable[]>([]);
  private asked = new Set<string>();

  /* "Blackjack (Version 6) · Table 1"; the id until the server has answered. */
  of(id: string): string {
    const table = this.known.find((one) => one.id === id);
    if (!table) this.ask(id);
    if (!table) return id;
    const game = games.find(table.game)?.name ?? '';
    const own = tableName(table, game, settings.words);
    return own === table.title ? own : `${games.name(table.game)} · ${own}`;
  }

  private ask(id: string): void {
    if (!id || this.asked.has(id)) return;
    this.asked.add(id);
    floor().then((tables) => (this.known = tables), () => this.asked.delete(id));
  }
}

export const names = new Names();
