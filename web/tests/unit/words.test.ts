// SPDX-License-Identifier: Apache-2.0
import { beforeAll, describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { aboutLanguage, chooseLanguage, LANGUAGES, wordsOf } from '../../src/lib/languages';
import { wordsOfBook } from '../../src/lib/labels';
import { money } from '../../src/lib/money';
import { sentences } from '../../src/lib/sentences';
import { en, type Words } from '../../src/words/en';

const FILES = readdirSync(new URL('../../src/words', import.meta.url)).map((name) => name.replace('.ts', '')).toSorted();
const zh = await wordsOf('zh');

/* Every word with the path to it: "table.betsOpen". */
function leaves(words: object, before = ''): [string, unknown][] {
  return Object.entries(words).flatMap(([key, value]) => (typeof value === 'object' ? leaves(value as object, `${before}${key}.`) : [[before + key, value] as [string, unknown]]));
}
const paths = (words: object): string[] => leaves(words).map(([path]) => path).toSorted();

/* A sentence with blanks, filled in with words that stand nowhere else. */
const BLANKS = ['q1q', 'q2q', 'q3q', 'q4q'];
const filled = (word: unknown): string => (typeof word === 'function' ? String((word as (...all: string[]) => unknown)(...BLANKS.slice(0, word.length))) : String(word));
const shown = (text: string): string[] => BLANKS.filter((blank) => text.includes(blank));

it('the languages of the pages are the files of the folder, and those of the server', () => {
  expect(LANGUAGES).toEqual(FILES);
  const server = readFileSync(new URL('../../../po/LINGUAS', import.meta.url), 'utf8').split(/\s+/).filter(Boolean);
  expect(LANGUAGES).toEqual(['en', ...server].toSorted());
});

describe.each(FILES)('%s', (code) => {
  const about = aboutLanguage(code);
  let words: Words;
  beforeAll(async () => void (words = await wordsOf(code)));

  it('says what it is called, and Intl and the server know it', () => {
    expect(about.name).not.toBe('');
    expect(code === 'en' || about.name !== aboutLanguage('en').name).toBe(true);
    expect(Intl.getCanonicalLocales([about.tag, about.locale, about.voice])).toEqual([about.tag, about.locale, about.voice]);
    expect([about.tag, about.locale, about.voice].every((tag) => tag.startsWith(code))).toBe(true);
    expect(money(code, 123456)).toContain('1,234.56');
    if (code === 'en') return;
    const catalogue = readFileSync(new URL(`../../../po/${code}.po`, import.meta.url), 'utf8');
    expect(catalogue).toContain(`X-Language-Tag: ${about.tag}\\n`);
    expect(catalogue).toContain(`X-Language-Name: ${about.name}\\n`);
  });

  it('has every word of English and no other', () => {
    expect(paths(words)).toEqual(paths(en));
  });

  it('leaves no word empty and fills in what English fills in', () => {
    const english = new Map(leaves(en));
    const wrong = leaves(words).filter(([path, word]) => filled(word).trim() === '' || shown(filled(word)).join() !== shown(filled(english.get(path))).join());
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

it.each([
  [['zh-SG', 'en'], 'zh'],
  [['fr-FR', 'zh-Hant', 'en'], 'zh'],
  [['fr-FR', 'en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('of %j the pages speak %s', (wished, code) => {
  expect(chooseLanguage(wished)).toBe(code);
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

it('English says one of a thing as one', () => {
  const verbs = /^(is|was|has|does|pays|decides|squeezes|begins)$/;
  const wrong = leaves(en).flatMap(([path, word]) => {
    const text = typeof word === 'function' ? String((word as (...all: string[]) => unknown)(...BLANKS.slice(0, word.length).map(() => '1'))) : '';
    return [...text.matchAll(/\b1 ([a-z]+s)\b/g)].filter(([, noun]) => !verbs.test(noun ?? '')).map(([said]) => `${path}: ${said}`);
  });
  expect(wrong).toEqual([]);
});

it('sentences follow each other, in Chinese without a space between', () => {
  expect(sentences('Your 17 against a 10.', '', 'Your move.')).toBe('Your 17 against a 10. Your move.');
  expect(sentences('您的17对庄家10。', '请决定。')).toBe('您的17对庄家10。请决定。');
});
