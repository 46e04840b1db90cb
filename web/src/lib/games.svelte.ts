// SPDX-License-Identifier: Apache-2.0
/* The games this server knows, by id: asked once, kept. */
import { get } from './api';
import { settings } from './settings.svelte';

export interface Game {
  id: string;
  name: string;
  names?: Record<string, string>;
  operator?: string;
  family: string;
  decks: { deck: string; min: number; max: number };
  wagers: string[];
}

class Games {
  all = $state.raw<Game[]>([]);

  async load(): Promise<void> {
    this.all = await get<Game[]>('games');
  }

  find = (id: string): Game | undefined => this.all.find((game) => game.id === id);

  name(id: string): string {
    const game = this.find(id);
    return game?.names?.[settings.language] ?? game?.name ?? id;
  }

  elements = (id: string): boolean => this.find(id)?.decks.deck === 'elements';
}

export const games = new Games();
