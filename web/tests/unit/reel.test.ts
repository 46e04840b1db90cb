// SPDX-License-Identifier: Apache-2.0
/* Moments are shown when they are due, in order, each once; a skip shows the rest at once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Reel } from '../../src/lib/reel';

let shown: string[];
let reel: Reel<{ at: number; name: string }>;
const list = (name: string, ...at: number[]) => at.map((when) => ({ at: when, name: `${name}${when}` }));

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  reel = new Reel((moment, late) => shown.push(`${moment.name}${late ? ' late' : ''}`), () => Date.now());
});
afterEach(() => vi.useRealTimers());

it('shows the first at once and each of the others when it is due', () => {
  reel.run(list('a', 0, 300, 900));
  expect(shown).toEqual(['a0']);
  vi.advanceTimersByTime(299);
  expect(shown).toEqual(['a0']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['a0', 'a300']);
  expect(reel.busy).toBe(true);
  vi.advanceTimersByTime(600);
  expect(shown).toEqual(['a0', 'a300', 'a900']);
  expect(reel.busy).toBe(false);
});
it('a skip shows the rest, of which only the last is in time', () => {
  reel.run(list('a', 0, 300, 900));
  reel.skip();
  expect(shown).toEqual(['a0', 'a300 late', 'a900']);
  vi.advanceTimersByTime(2000);
  expect(shown).toHaveLength(3);
});
it('what comes meanwhile waits; what is nearly over does not make it wait', () => {
  reel.run(list('a', 0, 2000));
  reel.run(list('b', 0, 100));
  expect(shown).toEqual(['a0']);
  vi.advanceTimersByTime(2000);
  expect(shown).toEqual(['a0', 'a2000']); // seen for a while
  vi.advanceTimersByTime(200);
  expect(shown).toEqual(['a0', 'a2000', 'b0']);
  reel.run(list('c', 0));
  expect(shown).toEqual(['a0', 'a2000', 'b0', 'b100', 'c0']);
});
it('who is far behind goes on from where the table is', () => {
  reel.run(list('a', 0, 4000));
  reel.run(list('b', 0, 3000));
  expect(shown).toEqual(['a0']);
  reel.run(list('c', 0));
  expect(shown).toEqual(['a0', 'a4000 late', 'b0 late', 'b3000', 'c0']);
});
it('cleared, it shows nothing any more', () => {
  reel.run(list('a', 0, 300));
  reel.clear();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(['a0']);
});
