// SPDX-License-Identifier: Apache-2.0
/* Card codes: how they are named and which picture shows them. */
import type { Words } from '../words/en';

export const FRENCH_RANKS = [...'A23456789TJQK'];
export const FRENCH_SUITS = ['s', 'h', 'd', 'c'];
export const ELEMENT_RANKS = [...'A23456789TFLS'];
export const ELEMENT_SUITS = ['fi', 'go', 'ea', 'wo', 'wa'];

/* The page itself comes first. */
const FETCH_AFTER_MS = 400;

export const HIDDEN = '?';
export const picture = (card: string): string => (card === HIDDEN ? '/cards/back.svg' : `/cards/${card}.svg`);

export function cardName(words: Words, card: string): string {
  if (card === HIDDEN) return words.card.hidden;
  const rank = words.card.ranks[card[0] ?? ''] ?? card[0] ?? '';
  const suit = words.card.suits[card.slice(1)] ?? '';
  return words.card.of(rank, suit);
}

/* Every card code of a deck, suit by suit, for tap-to-pick. */
export function deckOf(elements: boolean): string[][] {
  const ranks = elements ? ELEMENT_RANKS : FRENCH_RANKS;
  return (elements ? ELEMENT_SUITS : FRENCH_SUITS).map((suit) => ranks.map((rank) => rank + suit));
}

/* What a scanner or a hurried person types: "10H", "ah", "7WA"; null when it is no card of the deck. */
export function readCard(text: string, elements: boolean): string | null {
  const typed = text.trim().replace(/^10/, 'T');
  const code = typed.slice(0, 1).toUpperCase() + typed.slice(1).toLowerCase();
  return deckOf(elements).flat().includes(code) ? code : null;
}

/* Has the browser fetch the pictures of a deck while it has nothing else to do, so that no card comes without its face. `elements`: which
 * deck; null while that is not known. */
export function fetchDeck(elements: () => boolean | null): void {
  setTimeout(() => {
    const which = elements();
    if (which === null) return fetchDeck(elements);
    const codes = [HIDDEN, ...deckOf(which).flat()];
    const next = (): void => {
      const code = codes.shift();
      if (!code) return;
      const image = new Image();
      image.onload = image.onerror = () => setTimeout(next);
      image.src = picture(code);
    };
    [1, 2, 3, 4].forEach(next);
  }, FETCH_AFTER_MS);
}
