// SPDX-License-Identifier: Apache-2.0
/* A page that shows a felt has what happens there performed on it, card by card. Any press or key skips to the end: after it has done what it
 * was meant for, so that it never answers a question that was not there yet. */
import { tick } from 'svelte';
import { fetchDeck } from './cards';
import { Director } from './director';
import { games } from './games.svelte';
import type { Table } from './table.svelte';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'CapsLock']);

/* `root`: the box that holds the felt. Returns what ends it. */
export function perform(table: Table, root: () => HTMLElement | null, heard = false): () => void {
  const director = new Director(root, heard);
  const skip = (event: Event): void => {
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
    setTimeout(() => table.skip());
  };
  const hide = (): void => table.skip();
  table.plays = true;
  fetchDeck(() => (table.state && games.all.length > 0 ? games.elements(table.state.game) : null));
  table.onCues = (list, flight) => void tick().then(() => director.play(list, flight));
  for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, skip, { passive: true });
  document.addEventListener('visibilitychange', hide);
  return () => {
    for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, skip);
    document.removeEventListener('visibilitychange', hide);
    director.stop();
    table.plays = false;
    table.onCues = () => {};
    table.skip();
  };
}
