// SPDX-License-Identifier: Apache-2.0
/* Language and theme of this screen, kept where the pages keep theirs. */
import { en, type Words } from './words/en';

const KEY = 'croupier.settings';
/* A language is a file of the folder, CODE.ts, and what the library says of keys in it, legends.CODE.ts by the English of
 * it: each exports its words under its code. No list stands anywhere else. */
const files = import.meta.glob<Record<string, unknown>>('./words/*.ts', { eager: true });
const named = <T>(pattern: RegExp): Record<string, T> =>
  Object.fromEntries(Object.entries(files).flatMap(([path, file]) => ((code) => (code ? [[code, file[code] as T]] : []))(pattern.exec(path)?.[1])));
export const LANGUAGES = named<Words>(/\/(\w+)\.ts$/);
export const LEGENDS = named<Record<string, string>>(/\/legends\.(\w+)\.ts$/);
const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function kept(): { language?: string; theme?: Theme } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as { language?: string; theme?: Theme };
  } catch {
    return {};
  }
}

class Taste {
  language = $state('en');
  theme = $state<Theme>('auto');
  words = $derived<Words>(LANGUAGES[this.language] ?? en);

  load(): void {
    const { language, theme } = kept();
    const wished = navigator.languages.map((tag) => tag.split('-')[0] ?? '').find((code) => code in LANGUAGES);
    this.language = language && language in LANGUAGES ? language : (wished ?? 'en');
    this.theme = theme && THEMES.includes(theme) ? theme : 'auto';
    this.show();
  }

  speak(language: string): void {
    this.language = language;
    this.keep();
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'auto';
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), language: this.language, theme: this.theme }));
    } catch {
      /* A browser that keeps nothing shows the page all the same. */
    }
    this.show();
  }

  private show(): void {
    document.documentElement.lang = this.words.tag;
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  percent = (ratio: number, digits = 4): string =>
    Number.isFinite(ratio) ? new Intl.NumberFormat(this.words.locale, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(ratio) : '–';

  /* With its sign; nothing at all is a dash. */
  points = (ratio: number, digits = 4): string => {
    if (!Number.isFinite(ratio) || Math.abs(ratio) < 1e-12) return '±0';
    return new Intl.NumberFormat(this.words.locale, { style: 'percent', signDisplay: 'always', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(ratio);
  };

  number = (value: number, digits = 0): string => new Intl.NumberFormat(this.words.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

  legend = (english: string): string => LEGENDS[this.language]?.[english] ?? english;

  /* A label in several languages. */
  say = (labels: Record<string, string> | undefined, otherwise: string): string => labels?.[this.language] ?? labels?.en ?? otherwise;
}

export const taste = new Taste();
