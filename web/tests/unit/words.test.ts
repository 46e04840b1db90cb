// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { wordsOfBook } from '../../src/lib/labels';
import { en } from '../../src/words/en';
import { zh } from '../../src/words/zh';

/* Every path to a word: "table.betsOpen". */
function paths(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) => (typeof value === 'object' ? paths(value as object, `${before}${key}.`) : [before + key]));
}

it('both languages have the same words', () => {
  expect(paths(zh).toSorted()).toEqual(paths(en).toSorted());
});

/* The names an X-macro list of the engine pins: second argument of each row. */
const names = (file: string, list: string): string[] => {
  const source = readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8');
  const body = source.slice(source.indexOf(`#define ${list}(X)`)).split('/* clang-format on */')[0] ?? '';
  const end = body.slice(1).search(/\n#define/);
  return [...(end < 0 ? body : body.slice(0, end + 1)).matchAll(/X\(\s*\w+,\s*"([^"]+)"/g)].map((match) => match[1] ?? '');
};

it.each([
  ['irregularities', 'rulebook/irregularity.h', 'IRREGULARITY_LIST', 32],
  ['verbs', 'round/act.h', 'VERB_LIST', 40],
  ['reasons', 'round/event.h', 'REASON_LIST', 12],
] as const)('%s of the engine all have words', (group, file, list, least) => {
  const wanted = names(file, list);
  expect(wanted.length).toBeGreaterThanOrEqual(least);
  expect(wanted.filter((name) => !(name in en[group]))).toEqual([]);
});

/* The rulebook's own names come first; a book without a Chinese one, or a wager the book does not name, keeps the pages' word. */
it('wagers are called what the table\'s rulebook calls them', () => {
  const book = [
    { wager: 'main', label: 'Initial Bet', labels: { en: 'Initial Bet', zh: '初始注' } },
    { wager: 'dragon', label: 'Dragon Bonus' },
  ];
  expect(wordsOfBook(en, 'en', book).wagers).toMatchObject({ main: 'Initial Bet', dragon: 'Dragon Bonus', tie: en.wagers.tie });
  expect(wordsOfBook(zh, 'zh', book).wagers).toMatchObject({ main: '初始注', dragon: 'Dragon Bonus', tie: zh.wagers.tie });
});
