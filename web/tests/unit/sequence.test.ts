// SPDX-License-Identifier: Apache-2.0
/* What one update brings, moment by moment: cards in the order of the events, totals with the cards that have come, then chips, then the result and
 * the next question. */
import { describe, expect, it } from 'vitest';
import { CHIPS_MS, FLIGHT_MS, sequence, type Beat } from '../../src/lib/sequence';
import type { Hand, Offer, Stake, TableEvent, TableState } from '../../src/lib/protocol';

const hand = (place: string, cards: string, total: string): Hand => ({ place, cards: cards.split(' ').filter(Boolean), total });
const stake = (who: string, spot: string, result?: number): Stake => ({
  who, spot, wager: 'main', placed: 2500, effective: 2500, settled: result !== undefined, reason: '', result: result ?? 0,
});
const offer = (act: string): Offer => ({ act, verb: act.split(' ')[0] ?? '', spot: act.split(' ')[1] ?? '' });
const state = (phase: string, hands: Hand[], more: Partial<TableState> = {}): TableState =>
  ({ round: 5, phase, hands, stakes: [], offers: [], asked: [], people: [], last: [], wants: {}, clock: null, voided: false, ...more }) as unknown as TableState;
const card = (place: string, code: string, total: string): TableEvent => ({ kind: 'card', place, card: code, total, sentence: `${code} to ${place}` });
const lying = (beat: Beat | undefined): string => (beat?.state.hands ?? []).map(({ place, cards, total }) => `${place}: ${cards.join(' ')} = ${total}`).join('; ');
const kinds = (beat: Beat): string[] => beat.cues.map((cue) => cue.kind);

/* Bets close, and the initial deal comes in one update. */
const opened = state('betting', [], { stakes: [stake('mei', '1'), stake('tan', '3')], shoe: { number: 1, commitment: '', left: 300 } });
const dealt = state('dealing', [hand('1', 'Th 9d', '19'), hand('3', '5s 6h', '11'), hand('dealer', 'Kc', '10')], {
  stakes: opened.stakes, offers: [offer('hit 1')], shoe: { number: 1, commitment: '', left: 295 },
});
const initial: TableEvent[] = [{ kind: 'closed' }, card('1', 'Th', '10'), card('3', '5s', '5'), card('dealer', 'Kc', '10'), card('1', '9d', '19'), card('3', '6h', '11'), { kind: 'turn', spot: '1' }];

describe('an initial deal in one update', () => {
  const beats = sequence(opened, dealt, initial, 'mei', true, 400);
  it('shows one card after the other, at the pace told, in the order of the events', () => {
    expect(beats.filter((beat) => kinds(beat).includes('deal')).map((beat) => [beat.at, ...beat.cues.flatMap((cue) => ('place' in cue ? [`${cue.place}/${cue.index}`] : []))])).toEqual([
      [0, '1/0'], [400, '3/0'], [800, 'dealer/0'], [1200, '1/1'], [1600, '3/1'],
    ]);
    expect(beats.map((beat) => beat.at)).toEqual(beats.map((beat) => beat.at).toSorted((a, b) => a - b));
  });
  it('a total is told when its card has come, not before', () => {
    expect(lying(beats[0])).toBe('1: Th = ');
    expect(lying(beats[1])).toBe('1: Th = 10');
    const second = beats.findIndex((beat) => beat.at === 1200);
    expect(lying(beats[second])).toBe('1: Th 9d = 10; 3: 5s = 5; dealer: Kc = 10');
    expect(lying(beats[second + 1])).toBe('1: Th 9d = 19; 3: 5s = 5; dealer: Kc = 10');
    expect(beats[second + 1]?.at).toBe(1200 + FLIGHT_MS);
  });
  it('the question comes with the last card in its place, and the end is the state told', () => {
    for (const beat of beats.slice(0, -1)) expect(beat.state.offers).toEqual([]);
    expect(beats.at(-1)?.state).toBe(dealt);
    expect(beats.at(-1)?.at).toBe(1600 + FLIGHT_MS);
    expect(beats.flatMap(kinds).filter((kind) => kind === 'call')).toHaveLength(2); // no more bets, your turn
    expect(kinds(beats.at(-1) as Beat)).toEqual(['call']);
  });
  it('every event is told once, in order; the device loses a card at a time', () => {
    expect(beats.flatMap((beat) => beat.events)).toEqual(initial);
    expect([...new Set(beats.map((beat) => beat.state.shoe?.left))]).toEqual([299, 298, 297, 296, 295]);
  });
});

describe('the Dealer draws and the round is settled in one update', () => {
  const before = state('dealing', [hand('1', 'Th 9d', '19'), hand('dealer', 'Kc', '10')], { stakes: [stake('mei', '1')], balance: 97500, offers: [offer('stand 1')] });
  const after = state('ended', [hand('1', 'Th 9d', '19'), hand('dealer', 'Kc 6s 8h', 'bust24')], { stakes: [stake('mei', '1', 2500)], balance: 102500, last: [{ round: 5, void: false, dealer: 'bust24', summary: '' }] });
  const events: TableEvent[] = [
    { kind: 'stands', place: '1' }, card('dealer', '6s', '16'), card('dealer', '8h', 'bust24'),
    { kind: 'paid', who: 'mei', spot: '1', wager: 'main', amount: 2500 }, { kind: 'returned', who: 'mei', spot: '1', wager: 'main', amount: 2500 }, { kind: 'result', who: 'mei', spot: '1', wager: 'main', amount: 2500 }, { kind: 'ended' },
  ];
  const beats = sequence(before, after, events, 'mei', false, 500);
  it('cards, then chips, then the result', () => {
    expect(beats.map(kinds).filter((list) => list.length > 0)).toEqual([['deal'], ['deal'], ['pay'], ['result']]);
    const [pay, result] = beats.filter((beat) => kinds(beat).some((kind) => kind === 'pay' || kind === 'result'));
    expect((result?.at ?? 0) - (pay?.at ?? 0)).toBe(CHIPS_MS);
    for (const beat of beats.slice(0, -1)) {
      expect(beat.state.phase).toBe('dealing');
      expect(beat.state.balance).toBe(97500);
      expect(beat.state.last).toEqual([]);
      expect(beat.state.stakes.every((one) => !one.settled)).toBe(true);
    }
    expect(beats.at(-1)?.state).toBe(after);
  });
  it('what was answered is offered no more', () => {
    expect(beats[0]?.state.offers).toEqual([]);
  });
  it('the Dealer counts 10, 16, 24', () => {
    expect([...new Set(beats.map((beat) => beat.state.hands.find((one) => one.place === 'dealer')?.total))]).toEqual(['10', '16', 'bust24']);
  });
  it('a hand that goes bust on the way loses its chips then, before the cards that follow', () => {
    const two = state('dealing', [hand('1', 'Th 6d', '16'), hand('dealer', 'Kc', '10')], { stakes: [stake('mei', '1'), stake('tan', '3')] });
    const end = state('dealing', [hand('1', 'Th 6d 9s', 'bust25'), hand('dealer', 'Kc 9c', '19')], { stakes: [stake('mei', '1', -2500), stake('tan', '3')] });
    const found = sequence(two, end, [card('1', '9s', 'bust25'), { kind: 'taken', who: 'mei', spot: '1', wager: 'main', amount: 2500 }, card('dealer', '9c', '19')], 'mei', false, 500);
    expect(found.map((beat) => `${beat.at} ${kinds(beat).join(' ')}`)).toEqual(['0 deal', '320 sweep result', '500 deal', '820 ']);
  });
});

describe('what is offered already', () => {
  it('can be taken while the cards of others come', () => {
    const asked = [{ who: 'mei', spot: '7', topic: 'surrender', until: null, acts: ['surrender 7'] }];
    const before = state('dealing', [hand('2', 'Th 4d', '14')], { offers: [offer('surrender 7')], asked });
    const after = state('dealing', [hand('2', 'Th 4d 3c', '17')], { offers: [offer('surrender 7'), offer('hit 7')], asked });
    const beats = sequence(before, after, [card('2', '3c', '17')], 'mei', false, 300);
    for (const beat of beats) expect(beat.state.offers.map((one) => one.act)).toContain('surrender 7');
    expect(beats[0]?.state.asked).toEqual(asked);
    expect(beats[0]?.state.offers.map((one) => one.act)).not.toContain('hit 7');
  });
});

describe('at once', () => {
  it.each([
    ['no pace', 0, initial, opened, dealt],
    ['another round', 400, initial, state('ended', [], { round: 4 }), dealt],
    ['no table before', 400, initial, null, dealt],
    ['a card was put right', 400, [...initial, { kind: 'moved', place: '1' }], opened, dealt],
    ['a void round', 400, initial, opened, { ...dealt, voided: true }],
    ['no card', 400, [{ kind: 'turn', spot: '1' }], opened, dealt],
  ] as [string, number, TableEvent[], TableState | null, TableState][])('%s', (_, pace, events, before, after) => {
    const beats = sequence(before, after, events, 'mei', false, pace);
    expect(beats).toHaveLength(1);
    expect(beats[0]?.state).toBe(after);
    expect(beats[0]?.events).toEqual(events);
  });
});

describe('faces', () => {
  it('a card that lay face down is so until it is turned up', () => {
    const before = state('dealing', [hand('1', '? ?', '')]);
    const after = state('dealing', [hand('1', 'Th 9d', '19')]);
    const beats = sequence(before, after, [{ kind: 'revealed', place: '1', card: 'Th' }, { kind: 'revealed', place: '1', card: '9d' }], 'mei', false, 300);
    expect(lying(beats[0])).toBe('1: Th ? = ');
    expect(lying(beats.at(-1))).toBe('1: Th 9d = 19');
    expect(beats.flatMap(kinds)).toEqual(['flip', 'flip']);
  });
  it('without totals in the events a hand is told when it is whole', () => {
    const bare = initial.map(({ total: _, ...event }) => event);
    const beats = sequence(opened, dealt, bare, 'mei', false, 400);
    expect(lying(beats[1])).toBe('1: Th = ');
    expect(lying(beats.at(-1))).toBe('1: Th 9d = 19; 3: 5s 6h = 11; dealer: Kc = 10');
  });
});
