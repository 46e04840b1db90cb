// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { nextFocus } from '../../src/lib/focus';
import type { TableState } from '../../src/lib/protocol';

const state = (more: object): TableState => ({ areas: 7, phase: 'betting', round: 1, people: [], stakes: [], hands: [], offers: [], ...more }) as unknown as TableState;
const stake = (who: string, spot: string) => ({ who, spot, wager: 'main', placed: 2500, effective: 2500, settled: false, reason: '', result: 0 });

it.each([
  ['somebody new gets a free area near the middle', state({ people: [{ name: 'bot', seat: 4, present: true }] }), 0, 3],
  ['who has a seat looks at it', state({ people: [{ name: 'mei', seat: 6, present: true, you: true }] }), 0, 6],
  ['while bets are open it stays, wherever the chips go', state({ stakes: [stake('mei', '2')] }), 5, 5],
  ['when bets are closed it goes to the own wager', state({ phase: 'dealing', stakes: [stake('mei', '2'), stake('mei', '7')] }), 5, 2],
  ['and stays at an own one', state({ phase: 'dealing', stakes: [stake('mei', '2'), stake('mei', '7')] }), 7, 7],
  ['it follows the own hand in play', state({ phase: 'dealing', stakes: [stake('mei', '2'), stake('mei', '7')], hands: [{ place: '2.1', cards: [], total: '', turn: true }] }), 7, 2],
  ['it does not follow the hand of another', state({ phase: 'dealing', stakes: [stake('mei', '7')], hands: [{ place: '2', cards: [], total: '', turn: true }] }), 7, 7],
  ['the area asked about comes before all', state({ phase: 'dealing', stakes: [stake('mei', '2'), stake('mei', '7')], asked: [{ who: 'mei', spot: '7', topic: 'surrender', until: null, acts: ['surrender 7', 'decline surrender 7'] }], offers: [{ act: 'surrender 7', verb: 'surrender', spot: '7' }, { act: 'decline surrender 7', verb: 'decline', spot: '7' }] }), 2, 7],
  ['baccarat has no areas', state({ areas: 0 }), 0, 0],
] as const)('%s', (_, table, before, after) => {
  expect(nextFocus(table, 'mei', before)).toBe(after);
});
