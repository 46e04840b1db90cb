// SPDX-License-Identifier: Apache-2.0
/* A terminal's part in the shuffle: what it says at each stage, what it keeps, and what it makes of the outcome. */
import { beforeEach, expect, it, vi } from 'vitest';
import { promiseOf } from '../../src/lib/fair';
import { fate, numberOf, reply, type LuckMessage } from '../../src/lib/luck';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

const message = (stage: LuckMessage['stage'], shoe: number, numbers: LuckMessage['numbers'] = []): LuckMessage => ({
  type: 'luck', table: 'bj', shoe, stage, commitment: '0'.repeat(64), numbers,
});

function promised(shoe: number): { value: string; commitment: string } {
  const answer = reply(message('gather', shoe), 'Mei');
  const value = numberOf('bj', shoe, 'Mei') ?? '';
  expect(answer).toEqual({ type: 'promise', table: 'bj', shoe, commitment: promiseOf('bj', shoe, 'Mei', value) });
  return { value, commitment: promiseOf('bj', shoe, 'Mei', value) };
}

it('promises a fresh number for each shoe, and the same one after a reload', () => {
  const first = promised(1);
  expect(first.value).toMatch(/^[0-9a-f]{64}$/);
  expect(promised(1)).toEqual(first);
  expect(promised(2).value).not.toBe(first.value);
  expect(reply(message('done', 4), 'Mei')).toMatchObject({ type: 'promise', shoe: 5 });
});

it('tells the number only when it is asked for, and only if its own promise was written down', () => {
  const { value, commitment } = promised(1);
  expect(reply(message('closed', 1), 'Mei')).toBeNull();
  expect(reply(message('reveal', 1), 'Mei')).toBeNull();
  expect(reply(message('reveal', 1, [{ name: 'Mei', commitment: 'f'.repeat(64) }]), 'Mei')).toBeNull();
  expect(reply(message('reveal', 1, [{ name: 'Tan', commitment }]), 'Mei')).toBeNull();
  expect(reply(message('reveal', 1, [{ name: 'Mei', commitment }]), 'Mei')).toEqual({ type: 'reveal', table: 'bj', shoe: 1, value });
});

it('knows what became of its number', () => {
  const { value, commitment } = promised(1);
  expect(fate([{ name: 'Mei', commitment, value }], 'bj', 1, 'Mei')).toBe('in');
  expect(fate([{ name: 'Mei', commitment }], 'bj', 1, 'Mei')).toBe('away');
  expect(fate([{ name: 'Mei', commitment, value: '0'.repeat(64) }], 'bj', 1, 'Mei')).toBe('away');
  expect(fate([{ name: 'Mei', commitment: 'f'.repeat(64), value }], 'bj', 1, 'Mei')).toBe('other');
  expect(fate([{ name: 'Tan', commitment, value }], 'bj', 1, 'Mei')).toBe('none');
});
