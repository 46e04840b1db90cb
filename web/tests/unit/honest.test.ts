// SPDX-License-Identifier: Apache-2.0
/* No amount is changed without a word. */
import { expect, it } from 'vitest';
import { sized } from '../../src/lib/honest';

const offer = { act: 'bet 1 main 25', verb: 'bet', spot: '1', min: 2500, max: 100000, step: 1 };

it.each([
  ['a $5 chip where $25 is the least is no bet of $25', 0, 500, { kind: 'below', min: 2500 }],
  ['$500 and $1,000 make $1,000 only with a word', 50000, 150000, { kind: 'above', cents: 100000, back: 50000 }],
  ['what fits is as wished', 0, 2500, { kind: 'as-wished', cents: 2500 }],
  ['the most lies there: nothing is added', 100000, 102500, { kind: 'full', max: 100000 }],
] as const)('%s', (_, before, wish, made) => {
  expect(sized(offer, before, wish)).toEqual(made);
});
