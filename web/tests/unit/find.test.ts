// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { findQuery } from '../../src/lib/find';

const EMPTY = { table: '', from: '', to: '', player: '', amount: null, irregularity: '' };

it('asks for what was filled in and nothing else', () => {
  expect(findQuery(EMPTY)).toBe('limit=25');
  const query = new URLSearchParams(findQuery({ ...EMPTY, player: 'Mei & Tan', amount: 12.5, irregularity: 'any', from: '2026-11-17T10:00', before: 77 }));
  expect(Object.fromEntries(query)).toEqual({ player: 'Mei & Tan', amount: '1250', irregularity: 'any', from: String(new Date('2026-11-17T10:00').getTime()), before: '77', limit: '25' });
});
