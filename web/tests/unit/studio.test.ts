// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Key } from '../../../wasm/package/croupier';
import { editable, others, varied } from '../../studio/keys';
import { pack, unpack } from '../../studio/link';
import { en } from '../../studio/words/en';
import { ms as msLegends } from '../../studio/words/legends.ms';
import { zh as zhLegends } from '../../studio/words/legends.zh';
import { ms } from '../../studio/words/ms';
import { zh } from '../../studio/words/zh';
import { changed, clausesOf } from '../../studio/yaml';

const leaves = (words: object, before = ''): string[] => Object.entries(words).flatMap(([key, value]) => (value && typeof value === 'object' ? leaves(value as object, `${before}${key}.`) : [before + key]));
const book = (name: string): string => readFileSync(new URL(`../../../rulebooks/${name}.yaml`, import.meta.url), 'utf8');
/* The legends of keys and words, out of the table that the library has them from. */
const table = ['rulebook/key_table.c', 'odds/side_tally.c'].map((file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8')).join('\n');

it('the studio has the languages of the pages', () => {
  const of = (folder: string): string[] => readdirSync(new URL(folder, import.meta.url)).filter((name) => /^\w+\.ts$/.test(name)).toSorted();
  expect(of('../../studio/words')).toEqual(of('../../src/words'));
});

it.each([['zh', zh], ['ms', ms]])('%s has every word of English and no other', (_, words) => {
  expect(leaves(words).toSorted()).toEqual(leaves(en).toSorted());
  expect(Object.values(words.sections).every(Boolean)).toBe(true);
});

it('legends of both languages are about the same sentences, all of them of the library', () => {
  expect(Object.keys(zhLegends).toSorted()).toEqual(Object.keys(msLegends).toSorted());
  const code = table.replace(/"\s*\n\s*"/g, '').replaceAll('\\"', '"');
  expect(Object.keys(zhLegends).filter((legend) => !code.includes(legend))).toEqual([]);
  expect(Object.values({ ...zhLegends }).concat(Object.values(msLegends)).every(Boolean)).toBe(true);
});

it('a link holds the whole book, and rubbish is none', async () => {
  const shared = { base: book('rws-blackjack'), changes: { 'dealer.soft17': 'hit' }, decks: 6 };
  const packed = await pack(shared);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpack(packed)).toEqual(shared);
  expect(await unpack('nonsense')).toBeNull();
  expect(await unpack(packed.slice(0, 100))).toBeNull();
});

it('changes are written into the text, and its comments stay', () => {
  const yaml = book('rws-blackjack');
  expect(changed(yaml, {})).toBe(yaml);
  const text = changed(yaml, { 'wagers.main.pays.blackjack.odds': '3:2', 'surrender.not_against': '[A, T]', 'cards.decks.max': '6', 'burn.count': '1' });
  expect(text).toContain('odds: 3:2');
  expect(text).toContain('not_against: [A, T]');
  expect(text).toMatch(/decks: \{min: 4, max: 6\} *# \[2\.2\.1\]/);
  expect(text).toMatch(/count: 1 *# no clause speaks of burning, AMB-73/);
});

it('clauses are those of the comments, and of a pay line its own', () => {
  const clauses = clausesOf(book('rws-blackjack'));
  expect(clauses('cards.decks.max')).toBe('2.2.1');
  expect(clauses('areas.balance_open')).toBe('3.6');
  expect(clauses('wagers.main.pays.blackjack.odds')).toBe('3.16 4.1.1');
  expect(clauses('no.such.key')).toBe('');
});

it('variations try every other word, and nothing that is only a name', () => {
  const key: Key = { key: 'dealer.soft17', value: 'stand', type: 'word', legend: 'x', words: [{ name: 'stand', says: '' }, { name: 'hit', says: '' }] };
  expect(others(key)).toEqual(['hit']);
  expect(others({ key: 'split.hands_max', value: '4', type: 'number', min: 2, max: 4 })).toEqual(['3']);
  expect(others({ key: 'wagers.main.pays.blackjack.odds', value: '6:5', type: 'ratio' })).toContain('3:2');
  expect(editable({ key: 'wagers.main.label.en', value: 'Main', type: 'text' })).toBe(false);
  expect(varied([key, { key: 'id', value: 'x', type: 'name', identity: true }])).toEqual([key]);
});
