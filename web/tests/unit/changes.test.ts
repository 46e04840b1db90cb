// SPDX-License-Identifier: Apache-2.0
/* The state after an update that tells what is different. */
import { expect, it } from 'vitest';
import { changed } from '../../src/lib/changes';
import type { TableState } from '../../src/lib/protocol';

const before = { round: 1, clock: { kind: 'betting', until: 5 }, wants: { card: '1', sentence: 'x' }, speed: 'slow' } as unknown as TableState;

it('values are replaced as a whole, null is a value, keys go, and the state before stays as it was', () => {
  const after = changed(before, { changes: { round: 2, clock: null, wants: { turn: '1' } }, gone: ['speed'] });
  expect(after).toEqual({ round: 2, clock: null, wants: { turn: '1' } });
  expect('speed' in after).toBe(false);
  expect(before.clock).toEqual({ kind: 'betting', until: 5 });
  expect(changed(before, { changes: {} })).toEqual(before);
});
