// SPDX-License-Identifier: Apache-2.0
/* Components drawn from a state object, as the server would draw them: what stands on the page for a viewer. */
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import HandView from '../../src/parts/HandView.svelte';
import Outcome from '../../src/parts/Outcome.svelte';
import RoadsView from '../../src/parts/RoadsView.svelte';
import Rule from '../../src/parts/Rule.svelte';
import { paysShort } from '../../src/lib/sign';
import { handTotal } from '../../src/lib/total';
import { en } from '../../src/words/en';
import { words as zh } from '../../src/words/zh';
import SignView from '../../src/parts/SignView.svelte';

describe('a hand', () => {
  const html = (total: string, cards: string[]): string => render(HandView, { props: { hand: { place: '1', cards, total } } }).body;
  it('names its cards and its total', () => {
    const body = html('s17', ['Ac', '6s']);
    expect(body).toContain('alt="Ace of Clubs"');
    expect(body).toContain('/cards/6s.svg');
    expect(body).toContain('Soft 17');
  });
  it('tells no total while a card is hidden', () => {
    const body = html('', ['?', '6s']);
    expect(body).toContain('alt="card face down"');
    expect(body).not.toMatch(/class="total/);
  });
  it('tells a hand over 21 in words', () => {
    expect(html('bust23', ['8c', '5s', 'Kd'])).toContain('Over 21 (23)');
  });
});

it('a line within a clause is cited by its clause, once', () => {
  const body = render(Rule, { props: { table: 'bac', clauses: ['3.7/player', '3.7/player-stands', '3.8'] } }).body;
  expect(body).toContain('Rule 3.7, 3.8<');
  expect(render(Rule, { props: { table: 'bac', clauses: [] } }).body).not.toContain('button');
});

describe('the outcome of wagers', () => {
  const stake = { who: 'Mei', spot: '1', wager: 'main', placed: 5000, effective: 5000, settled: true, reason: 'win', result: 5000 };
  it('shows a player his own wagers only', () => {
    const body = render(Outcome, { props: { stakes: [stake, { ...stake, who: 'Tan', result: -700, reason: 'bust' }], you: 'Mei' } }).body;
    expect(body).toContain('+$50');
    expect(body).not.toContain('$7');
  });
});

it('the sign shows what pays what with its clause', () => {
  const rows = [{ topic: 'Blackjack', says: '3 to 2', clauses: '3.19 4.1' }];
  const sign = { game: 'x', hash: '', title: 'Blackjack', subtitle: '', sections: [{ kind: 'pays', wager: 'main', heading: 'Main wager', note: '', rows }] };
  const body = render(SignView, { props: { sign, table: 'bj' } }).body;
  expect(body).toContain('3 to 2');
  expect(body).toContain('Rule 3.19, 4.1');
});

it('roads say that they are for information only', () => {
  const body = render(RoadsView, { props: { roads: { bead: [{ column: 0, row: 0, mark: 'banker' }] } } }).body;
  expect(body).toContain('For information only');
  expect(body).toContain('Bead road');
});

it('a spot shows the best that its wager pays', () => {
  const row = (...pays: [number, number]) => ({ topic: '', says: 'in words', clauses: '', pays });
  const figure = (value: number): string => value.toLocaleString('en');
  expect(paysShort(en, [row(11, 1)], figure)).toBe('11:1');
  expect(paysShort(en, [row(1, 2), row(1, 1)], figure)).toBe('up to 1:1');
  expect(paysShort(en, [row(1, 1), { topic: 'tie', says: 'stand-off', clauses: '' }], figure)).toBe('1:1');
  expect(paysShort(en, [row(5, 1), row(4000, 1)], figure)).toBe('up to 4,000:1');
  expect(paysShort(zh, [row(5, 1), row(50, 1)], figure)).toBe('最高 1 赔 50');
  expect(paysShort(en, [{ topic: '', says: 'see the sign', clauses: '' }], figure)).toBe('see the sign');
});

it('a hand has its total in short: a soft one both', () => {
  expect(['16', 's17', 's21', 'bj', 'bust25', ''].map(handTotal)).toEqual(['16', '7/17', '11/21', 'BJ', '25', '']);
});
