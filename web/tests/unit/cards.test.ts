// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { cardName, deckOf, readCard } from '../../src/lib/cards';
import { en } from '../../src/words/en';
import { words as zh } from '../../src/words/zh';
// @ts-expect-error the drawing tools are plain modules of the build
import { elements } from '../../tools/elements.mjs';
// @ts-expect-error the drawing tools are plain modules of the build
import { french } from '../../tools/french.mjs';

describe('what a scanner or a person types becomes a card of the deck, or nothing', () => {
  it.each([
    ['Th', false, 'Th'], ['10h', false, 'Th'], ['10H', false, 'Th'], ['aS', false, 'As'], [' 7d ', false, '7d'],
    ['7wa', true, '7wa'], ['fGO', true, 'Fgo'], ['10FI', true, 'Tfi'],
    ['1h', false, null], ['Kx', false, null], ['7wa', false, null], ['Kh', true, null], ['', false, null],
  ])('%s', (typed, deck, card) => {
    expect(readCard(typed, deck)).toBe(card);
  });
});

it('cards have names in both languages', () => {
  expect(cardName(en, 'Th')).toBe('10 of Hearts');
  expect(cardName(en, 'Fwa')).toBe('Fu of Water');
  expect(cardName(zh, 'Swo')).toBe('木寿');
  expect(cardName(en, '?')).toBe('card face down');
});

it.each([['french', false, 52, french], ['elements', true, 65, elements]] as const)('every card of the %s deck has a face of its own', (_name, deck, count, draw) => {
  const faces = draw() as Record<string, string>;
  const codes = deckOf(deck).flat();
  expect(codes).toHaveLength(count);
  expect(Object.keys(faces).toSorted()).toEqual(codes.toSorted());
  expect(new Set(Object.values(faces)).size).toBe(count);
});

it('a printed card names its rank alone', () => {
  expect(cardName(en, '7')).toBe('7');
});

it('no face carries text of others or an address', () => {
  for (const face of Object.values(french() as Record<string, string>)) expect(face).not.toMatch(/<text|me\.uk/);
});
