// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { cardsIn, countAct, differences } from '../../src/lib/count';
import { money } from '../../src/lib/money';
import { actInWords, lineInWords } from '../../src/lib/speech';
import { en } from '../../src/words/en';
import { words as zh } from '../../src/words/zh';

const dollars = (cents: number): string => money('en', cents);

describe('an act of a record in words', () => {
  it.each([
    ['bet 5 main 100', 'Bet · Main wager · Area 5 · $100'],
    ['bet banker 12.50', 'Bet · Banker · $12.50'],
    ['raise tie 10', 'Raise · Tie · $10'],
    ['pull 1 main', 'Take back · Main wager · Area 1'],
    ['bet 1.2 ace-race-split 20', 'Bet · Ace Race on split Aces · Area 1, hand 2 · $20'],
    ['double 1 25', 'Double · Area 1 · $25'],
    ['insure 1/Mei 25', 'Insurance · Area 1 (Mei) · $25'],
    ['decline surrender 5', 'No surrender · Area 5'],
    ['hit 2', 'Hit · Area 2'],
    ['sit 3', 'Sit · Area 3'],
    ['end', 'Round settled'],
    ['reveal 1 Th ?', 'Reveal the cards · Area 1 · 10 of Hearts · card face down'],
    ['irregularity wrong-hand', 'Report · A card asked for lies on another hand'],
    ['restrict 3 wagers 2', 'Restrict · Area 3 · wagers · 2'],
    ['restrict mei areas 1', 'Restrict · mei · areas · 1'],
  ])('%s: %s', (act, said) => {
    expect(actInWords(en, act, dollars)).toBe(said);
  });
  it('speaks Chinese', () => {
    expect(actInWords(zh, 'hit 2', dollars)).toBe(`${zh.verbs.hit} · ${zh.table.area('2')}`);
  });
});

describe('a line of the books in words', () => {
  it.each([
    ['Mei: bet 5 pair 10', 'Bet · Pair · Area 5 · $10'],
    ['dealer: end', 'Round settled'],
    ['Tan: hit 1', 'Tan: Hit · Area 1'],
    ['buy-in Mei 5000', 'Buy in · $5,000'],
  ])('%s: %s', (line, said) => {
    expect(lineInWords(en, line, 'Mei', dollars)).toBe(said);
  });
});

describe('a count of cards', () => {
  const found = { '2h': 3, As: 1, Th: 0 };
  it('is said in the order of the deck', () => {
    expect(countAct(['As', '2h', 'Th'], found)).toBe('count As 2h*3');
    expect(countAct(['As'], {})).toBe('count');
    expect(cardsIn(found)).toBe(4);
  });
  it('is answered by what is missing and what is over', () => {
    expect(differences('missing 2 As, over 1 7wa, missing 1 T')).toEqual([
      { way: 'missing', number: 2, card: 'As' },
      { way: 'over', number: 1, card: '7wa' },
    ]);
    expect(differences('All is well.')).toEqual([]);
  });
});
