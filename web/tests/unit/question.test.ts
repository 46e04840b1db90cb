// SPDX-License-Identifier: Apache-2.0
/* One question at a time, out of offers as the server sent them in a real round: seats 2 and 7, surrender open to all. */
import { describe, expect, it } from 'vitest';
import { askedPlaces, question, questions, vanished } from '../../src/lib/question';
import type { Hand, Offer, TableState } from '../../src/lib/protocol';

const offer = (act: string): Offer => {
  const words = act.split(' ');
  const spot = words.find((word, index) => index > 0 && /^\d/.test(word)) ?? '';
  return { act, verb: words[0] ?? '', ...(spot ? { spot } : {}) };
};
const hand = (place: string, cards: string, total: string, turn = false): Hand => ({ place, cards: cards.split(' '), total, turn, control: 'mei' });
const state = (offers: string[], hands: Hand[]): TableState => ({ round: 3, phase: 'dealing', offers: offers.map(offer), hands, wants: { turn: hands.find((one) => one.turn)?.place ?? '' } }) as unknown as TableState;

const LAID = [hand('2', 'Th 7d', '17', true), hand('3', '9s 9h', '18'), hand('7', '8c 8h', '16'), hand('dealer', 'Kd', '10')];
const TURN_2 = ['hit 2', 'stand 2', 'double 2 25'];

describe('a question', () => {
  it('at seat 7 while area 2 decides is about area 7, not about area 2', () => {
    const asked = question(state(['leave', 'leave 7', 'surrender 7', 'decline surrender 7'], LAID));
    expect(asked?.place).toBe('7');
    expect(asked?.hand?.total).toBe('16');
    expect(asked?.against).toBe('10');
    expect(asked?.topic).toBe('surrender');
    expect(asked?.fleeting).toBe(true);
  });
  it('of a window that nobody else plays in has its own clock', () => {
    const asked = question(state(['surrender 7', 'decline surrender 7'], LAID.map((one) => ({ ...one, turn: false }))));
    expect(asked?.fleeting).toBe(false);
  });
  it('two own hands: what may close comes before the acts of the turn, and never both at once', () => {
    const both = state(['surrender 2', 'surrender 7', ...TURN_2, 'decline surrender 2', 'decline surrender 7'], LAID);
    expect(questions(both).map((one) => one.place)).toEqual(['7', '2']);
    const first = question(both);
    expect(first?.offers.map((one) => one.act)).toEqual(['surrender 7', 'decline surrender 7']);
    expect(first?.more).toBe(1);
    const then = question(state(['surrender 2', ...TURN_2, 'decline surrender 2'], LAID));
    expect(then?.offers.map((one) => one.verb)).toEqual(['hit', 'stand', 'double', 'surrender']);
    expect(askedPlaces(both)).toEqual(['7', '2']);
  });
  it('each verb stands once', () => {
    const both = state(['surrender 2', 'surrender 7', 'decline surrender 2', 'decline surrender 7'], LAID);
    for (const one of questions(both)) expect(new Set(one.offers.map(({ verb }) => verb)).size).toBe(one.offers.length);
  });
  it('Insurance is asked before the hand is played, even money with it', () => {
    const asked = questions(state(['insure 2 12.50', 'decline insurance 2', ...TURN_2], LAID));
    expect(asked.map((one) => one.topic)).toEqual(['insurance', '']);
    expect(questions(state(['even 2', 'decline even 2', 'insure 2 12.50', 'decline insurance 2'], LAID))).toHaveLength(1);
  });
  it('what cannot be declined never hides the rest', () => {
    const asked = questions(state(['surrender 7', ...TURN_2], LAID));
    expect(asked.map((one) => one.place)).toEqual(['2', '7']);
  });
  it('changes its key when the hand has another card', () => {
    const before = question(state(TURN_2, LAID));
    const after = question(state(TURN_2, [hand('2', 'Th 7d 2c', '19', true), ...LAID.slice(1)]));
    expect(after?.key).not.toBe(before?.key);
  });
  it('betting and what is seldom wanted are no questions', () => {
    expect(question(state(['bet 1 main 25', 'leave', 'claim 2'], []))).toBeNull();
  });
});

describe('an option that vanished', () => {
  const open = state(['surrender 7', 'decline surrender 7'], LAID);
  it('is told when somebody else closed it', () => {
    expect(vanished(open, state([], LAID), '')).toEqual([{ place: '7', topic: 'surrender' }]);
  });
  it('is not told when this person answered', () => {
    expect(vanished(open, state([], LAID), '7')).toEqual([]);
  });
  it('is not told when the hand came to its turn', () => {
    expect(vanished(open, state(['hit 7', 'stand 7'], LAID), '')).toEqual([]);
  });
});
