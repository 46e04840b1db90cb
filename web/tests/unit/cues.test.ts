// SPDX-License-Identifier: Apache-2.0
/* What is seen and heard of a change, out of the table before and after it. */
import { describe, expect, it } from 'vitest';
import { cues, times, type Cue } from '../../src/lib/cues';
import type { Hand, Stake, TableState } from '../../src/lib/protocol';

const hand = (place: string, cards: string): Hand => ({ place, cards: cards.split(' ').filter(Boolean), total: '' });
const stake = (who: string, spot: string, placed: number, result?: number): Stake => ({
  who, spot, wager: 'main', placed, effective: placed, settled: result !== undefined, reason: '', result: result ?? 0,
});
const state = (phase: string, hands: Hand[], stakes: Stake[] = [], round = 5): TableState => ({ round, phase, hands, stakes, voided: false }) as unknown as TableState;
const kinds = (list: Cue[]): string[] => list.map((cue) => cue.kind);

describe('cards', () => {
  it('are dealt in the order of the events, first cards first', () => {
    const before = state('dealing', []);
    const after = state('dealing', [hand('1', 'Th 9d'), hand('dealer', 'Kc'), hand('3', '2s 2h')]);
    const events = ['3', '1', 'dealer', '3', '1'].map((place) => ({ kind: 'card', place }));
    expect(cues(before, after, events, '').map((cue) => ('place' in cue ? `${cue.place}/${cue.index}` : cue.kind))).toEqual(['3/0', '1/0', 'dealer/0', '3/1', '1/1']);
  });
  it('that lay there do not move; one that lay face down turns over', () => {
    const found = cues(state('dealing', [hand('1', 'Th ?')]), state('dealing', [hand('1', 'Th 9d')]), [], '');
    expect(found).toEqual([{ kind: 'flip', place: '1', index: 1 }]);
  });
  it('of a new round are all dealt', () => {
    expect(cues(state('ended', [hand('1', 'Th 9d')]), state('dealing', [hand('1', '2c')], [], 6), [], '')).toEqual([{ kind: 'deal', place: '1', index: 0 }]);
  });
});

describe('chips', () => {
  it('come, and more of them; what was paid and what was lost goes its own way', () => {
    const bet = cues(state('betting', [], [stake('mei', '1', 2500)]), state('betting', [], [stake('mei', '1', 7500), stake('tan', '2', 500)]), [], 'mei');
    expect(bet).toEqual([
      { kind: 'chips', spot: '1', wager: 'main', who: 'mei', amount: 5000 },
      { kind: 'chips', spot: '2', wager: 'main', who: 'tan', amount: 500 },
    ]);
    const end = cues(state('dealing', [], [stake('mei', '1', 2500), stake('tan', '2', 500)]), state('ended', [], [stake('mei', '1', 2500, 2500), stake('tan', '2', 500, -500)]), [], 'mei');
    expect(kinds(end)).toEqual(['pay', 'sweep', 'result']);
  });
  it('the result comes once, when the last wager of this person is settled', () => {
    const first = state('dealing', [], [stake('mei', '1', 2500, -2500), stake('mei', '2', 2500)]);
    const last = state('ended', [], [stake('mei', '1', 2500, -2500), stake('mei', '2', 2500, 2500)]);
    expect(kinds(cues(state('dealing', [], [stake('mei', '1', 2500), stake('mei', '2', 2500)]), first, [], 'mei'))).toEqual(['sweep']);
    expect(cues(first, last, [], 'mei').at(-1)).toEqual({ kind: 'result', net: 0 });
    expect(cues(last, last, [], 'mei')).toEqual([]);
  });
});

it('calls: bets open, no more bets, your turn, void', () => {
  expect(cues(null, state('betting', []), [], '')).toEqual([{ kind: 'call', what: 'open' }]);
  expect(cues(state('betting', []), state('dealing', []), [], '', true)).toEqual([{ kind: 'call', what: 'closed' }, { kind: 'call', what: 'turn' }]);
});

it('cards follow each other, chips do not wait', () => {
  const list: Cue[] = [{ kind: 'deal', place: '1', index: 0 }, { kind: 'deal', place: '2', index: 0 }, { kind: 'call', what: 'turn' }];
  expect(times(list)).toEqual([0, 90, 180]);
});
