// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { actAmount, actOf, areaOf, clampTo, placeParts, restriction, wagerParts } from '../../src/lib/act';

describe('an amount in an act is written as records write it', () => {
  it.each([[2500, '25'], [1250, '12.50'], [5, '0.05'], [10000000, '100000']])('%i cents: %s', (cents, text) => {
    expect(actAmount(cents)).toBe(text);
  });
});

describe('an offer is sent back as it is, its amount replaced', () => {
  const range = { min: 100, max: 100000 };
  it.each([
    ['double 1 25', 5000, 'double 1 50'],
    ['bet 1 main 25', 1250, 'bet 1 main 12.50'],
    ['bet banker 5', 10000, 'bet banker 100'],
    ['insure 1/Mei 50', 2500, 'insure 1/Mei 25'],
    ['bet 1.2 ace-race-split 5', 700, 'bet 1.2 ace-race-split 7'],
    ['bet 1 main 25 front', 3000, 'bet 1 main 30 front'],
  ])('%s with %i: %s', (act, cents, sent) => {
    expect(actOf({ act, verb: '', ...range }, cents)).toBe(sent);
  });
  it('leaves an offer without a range alone', () => {
    expect(actOf({ act: 'hit 1', verb: 'hit' }, 500)).toBe('hit 1');
  });
});

describe('spot and wager are read from an act', () => {
  it.each([
    ['bet 1 main 25', '1', 'main'],
    ['raise tie 10', '', 'tie'],
    ['bet boom-busted 10', '', 'boom-busted'],
    ['pull 3 pair', '3', 'pair'],
    ['bet 1.2 ace-race-split 5', '1.2', 'ace-race-split'],
  ])('%s', (act, spot, wager) => {
    expect(wagerParts(act)).toMatchObject({ spot, wager });
  });
});

describe('an amount stays within its offer', () => {
  const offer = { act: '', verb: 'bet', min: 500, max: 20000 };
  it.each([[100, 500], [700, 700], [99999, 20000]])('%i: %i', (wish, got) => {
    expect(clampTo(offer, wish)).toBe(got);
  });
  it('keeps the step of the offer', () => {
    expect(clampTo({ ...offer, step: 500 }, 1200)).toBe(1000);
  });
});

it('the area of a spot', () => {
  expect(['1', '7.2', '3/Mei', '', 'dealer'].map(areaOf)).toEqual([1, 7, 3, 0, 0]);
});

describe('what staff do for others is read from the act', () => {
  it.each([
    ['place Mei 1 main 25', { who: 'Mei', spot: '1', wager: 'main' }],
    ['place Mei 1.2 ace-race-split 5', { who: 'Mei', spot: '1.2', wager: 'ace-race-split' }],
    ['place Mei tie 10', { who: 'Mei', spot: '', wager: 'tie' }],
  ])('%s', (act, parts) => {
    expect(placeParts(act)).toEqual(parts);
  });
  it.each([
    ['restrict Mei areas 1', { of: 'Mei', noun: 'areas' }],
    ['restrict 3 wagers 1', { of: '3', noun: 'wagers' }],
  ])('%s', (act, parts) => {
    expect(restriction(act)).toEqual(parts);
  });
});
