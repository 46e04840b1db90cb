// SPDX-License-Identifier: Apache-2.0
/* The languages of the pages: one for each file in ../words, known by its name. No list stands anywhere else.
 *
 * What is said about a language (`about`) comes with the first load, so that it can be chosen; its words come when they are
 * wanted. English is always there. docs/languages.md tells what a file must hold. */
import { en, type About, type Words } from '../words/en';

export type Language = string;

const codeOf = (path: string): Language => /(\w+)\.ts/.exec(path)?.[1] ?? '';
const byCode = <T>(files: Record<string, T>): Record<Language, T> => Object.fromEntries(Object.entries(files).map(([path, file]) => [codeOf(path), file]));

/* The query makes it a module of its own, of which the build keeps the one export. */
const abouts = byCode(import.meta.glob<About>('../words/*.ts', { query: '?about', import: 'about', eager: true }));
const files = byCode(import.meta.glob<Words>(['../words/*.ts', '!../words/en.ts'], { import: 'words' }));

export const LANGUAGES: Language[] = Object.keys(abouts).toSorted();

export const aboutLanguage = (language: Language): About => abouts[language] ?? (abouts.en as About);

export const wordsOf = async (language: Language): Promise<Words> => (await files[language]?.()) ?? en;

/* The first of the wished ones ("zh-SG", "en") that there is. */
export const chooseLanguage = (wished: readonly string[]): Language =>
  wished.map((tag) => tag.split('-')[0] ?? '').find((code) => LANGUAGES.includes(code)) ?? 'en';
