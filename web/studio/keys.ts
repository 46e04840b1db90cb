// SPDX-License-Identifier: Apache-2.0
/* Which keys a person changes, in which group they stand, and what other values each could have. */
import type { Key } from '../../wasm/package/croupier';

export type Group = 'play' | 'pays' | 'readings' | 'all';

/* What says who and what the book is, or is only words. */
const WORDS = /\.(label\.\w+|clauses|loses|line|kind|place|judge)$/;
const PLAY = /^(cards\.decks|dealer|stand|hit|ace|surrender|insurance|even_money|split|double|permanent|deal|natural|player|banker)\b/;

export const editable = (key: Key): boolean => !key.identity && Boolean(key.type) && !WORDS.test(key.key) && !/^(irregularities|grounds)\./.test(key.key);

const IN: Record<Group, (key: Key) => boolean> = {
  play: ({ key }) => PLAY.test(key),
  pays: ({ key }) => /^wagers\..*\.odds$/.test(key) || /^wagers\..*\.push_on_tie$/.test(key),
  readings: ({ reading }) => Boolean(reading),
  all: () => true,
};

export const inGroup = (group: Group, key: Key): boolean => editable(key) && IN[group](key);

/* "wagers.main" stands by itself; everything else with the first word of its path. */
export const sectionOf = (key: string): string => (key.startsWith('wagers.') ? key.split('.').slice(0, 2).join('.') : (key.split('.')[0] ?? ''));

const RATIOS: Record<string, string[]> = { '3:2': ['6:5', '7:5', '1:1', '2:1'], '6:5': ['3:2', '7:5', '1:1'], '1:1': ['3:2', '6:5'] };

function ratios(key: Key): string[] {
  if (key.key.endsWith('pays.blackjack.odds')) return RATIOS[key.value] ?? ['3:2'];
  const [num = 1, den = 1] = key.value.split(':').map(Number);
  return [num - den, num + den].filter((more) => more >= 1).map((more) => `${more}:${den}`);
}

function numbers({ value, min = 0, max = 0, key }: Key): string[] {
  if (key === 'stand.min_total') return ['0', '12', '13'].filter((other) => other !== value);
  return [Number(value) - 1, Number(value) + 1].filter((other) => other >= min && other <= max).map(String);
}

/* The values that a table of variations tries. */
export function others(key: Key): string[] {
  switch (key.type) {
    case 'flag':
      return [key.value === 'true' ? 'false' : 'true'];
    case 'word':
      return (key.words ?? []).map(({ name }) => name).filter((name) => name !== key.value);
    case 'number':
      return numbers(key);
    case 'ratio':
      return ratios(key);
    case 'ranks':
      return ['[]', '[A]', '[T, J, Q, K, A]'].filter((other) => other !== key.value);
    default:
      return [];
  }
}

/* The rules whose variations are worth a table: play, the main pay table, and readings. */
export const varied = (keys: Key[]): Key[] =>
  keys.filter((key) => editable(key) && !key.key.startsWith('cards.decks') && (IN.play(key) || Boolean(key.reading) || /^wagers\.(main\.pays\.blackjack|(player|banker|tie)\.pays\.[^.]+)\.odds$/.test(key.key)));
