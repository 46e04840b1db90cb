// SPDX-License-Identifier: Apache-2.0
/* What a rulebook calls its wagers and the lines of its pay tables. The server tells it; the pages' own word stands in where
 * a book has none in that language. */
import type { Language } from './languages';
import type { Words } from '../words/en';

export interface Labelled {
  label?: string;
  labels?: Record<string, string>;
}

export const labelOf = (one: Labelled, language: Language, otherwise: string): string => one.labels?.[language] || otherwise;

/* The words of a language with the wagers named as in that book. */
export function wordsOfBook(words: Words, language: Language, wagers: (Labelled & { wager: string })[]): Words {
  const named = wagers.map((one) => [one.wager, labelOf(one, language, words.wagers[one.wager] ?? one.label ?? one.wager)]);
  return { ...words, wagers: { ...words.wagers, ...Object.fromEntries(named) } };
}
