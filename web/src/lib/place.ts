// SPDX-License-Identifier: Apache-2.0
/* Places on the layout in words. */
import type { Words } from '../words/en';

export function placeName(words: Words, place: string): string {
  if (place === 'dealer') return words.table.dealer;
  if (place === 'player') return words.table.player;
  if (place === 'banker') return words.table.banker;
  if (place === 'discard') return words.dealer.discard;
  return place ? words.table.area(place) : '';
}
