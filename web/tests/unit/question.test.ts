// SPDX-License-Identifier: Apache-2.0
/* One question at a time, out of `asked` as the server sends it: seats 2 and 7, surrender open to all. */
import { describe, expect, it } from 'vitest';
import { askedPlaces, question, questions, vanished } from '../../src/lib/question';
import type { Asked, Hand, Offer, TableState } from '../../src/lib/protocol';

const offer = (act: string): Offer => {
  const words = act.split(' ');
  const spot = words.find((word, index) => index > 0 && /^\d/.test(word)) ?? '';
  return { act, verb: words[0] ?? '', ...(spot ? { spot } : {}) };
};
const hand = (place: string, cards: string, total: string, turn = false): Hand => ({ place, cards: cards.split(' '), total, turn, control: 'mei' });
const ask = (spot: string, topic: string, acts: string[], until: number | null = 1): Asked => ({ who: 'mei', spot, topic, until, acts });
const state = (asked: Asked[], hands: Hand[], more: string[] = []): TableState =>
  ({ round: 3, phase: 'dealing', asked, offers: [...asked.flatMap((one) => one.acts ?? []), ...more].map(offer), hands, wants: { turn: hands.find((one) => one.turn)?.place ?? '' } }) as unknown as TableState;

const LAID = [hand('2', 'Th 7d', '17', true), hand('3', '9s 9h', '18'), hand('7', '8c 8h', '16'), hand('dealer', 'Kd', '10')];
const TURN_2 = ask('2', 'turn', ['surrender 2', 'hit 2', 'stand 2', 'double 2 25']);
const WINDOW_7 = ask('7', 'surrender', ['surrender 7', 'decline surrender 7'], null);
const ELSEWHERE: Asked = { who: 'tan', spot: '2', topic: 'turn', until: 1 };

describe('a question', () => {
  it('at seat 7 while area 2 decides is about area 7, and has no clock of its own', () => {
    const asked = question(state([ELSEWHERE, WINDOW_7], LAID, ['leave', 'leave 7']));
    expect(asked).toMatchObject({ place: '7', against: '10', topic: 'surrender', fleeting: true, until: null, more: 0 });
    expect(asked?.hand?.total).toBe('16');
    expect(asked?.offers.map((one) => one.act)).toEqual(['surrender 7', 'decline surrender 7']);
  });
  it('of a window that nobody else plays in has its own clock', () => {
    const asked = question(state([{ ...WINDOW_7, until: 5 }], LAID.map((one) => ({ ...one, turn: false }))));
    expect(asked).toMatchObject({ fleeting: false, until: 5 });
  });
  it('two own hands: the server\'s order, and never both at once', () => {
    const both = state([WINDOW_7, TURN_2], LAID);
    expect(question(both)?.offers.map((one) => one.act)).toEqual(['surrender 7', 'decline surrender 7']);
    expect(question(both)?.more).toBe(1);
    expect(question(state([TURN_2], LAID))?.offers.map((one) => one.verb)).toEqual(['hit', 'stand', 'double', 'surrender']);
    expect(askedPlaces(both)).toEqual(['7', '2']);
  });
  it('of others is none of this person\'s', () => {
    expect(question(state([ELSEWHERE], LAID))).toBeNull();
    expect(askedPlaces(state([ELSEWHERE], LAID))).toEqual([]);
  });
  it('Insurance of several people\'s wagers on one area is one question', () => {
    const asked = state([ask('7/tan', 'insurance', ['insure 7/tan 12.50']), ask('7/li', 'insurance', ['insure 7/li 12.50'])], LAID);
    expect(question(asked)?.offers).toHaveLength(2);
    expect(question(asked)).toMatchObject({ place: '7', more: 0 });
  });
  it('about cards that lie face down says what can be done with them, and not whom the table waits for', () => {
    expect(question(state([ask('2', '', ['reveal 2'])], LAID))?.topic).toBe('reveal');
  });
  it('that cannot be paid for is not asked', () => {
    const poor = state([ask('2', 'insurance', ['insure 2 12.50'])], LAID);
    expect(questions({ ...poor, offers: [{ ...offer('insure 2 12.50'), min: 100, max: 50 }] })).toEqual([]);
  });
  it('changes its key when the hand has another card', () => {
    const before = question(state([TURN_2], LAID));
    const after = question(state([TURN_2], [hand('2', 'Th 7d 2c', '19', true), ...LAID.slice(1)]));
    expect(after?.key).not.toBe(before?.key);
  });
});

describe('an option that vanished', () => {
  const open = state([WINDOW_7], LAID);
  it('is told when somebody else closed it', () => {
    expect(vanished(open, state([], LAID), '')).toEqual([{ place: '7', topic: 'surrender' }]);
  });
  it('is not told when this person answered', () => {
    expect(vanished(open, state([], LAID), '7')).toEqual([]);
  });
  it('is not told when the hand came to its turn', () => {
    expect(vanished(open, state([ask('7', 'turn', ['hit 7', 'stand 7'])], LAID), '')).toEqual([]);
  });
});
