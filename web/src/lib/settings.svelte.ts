// SPDX-License-Identifier: Apache-2.0
/* What a person chose for this screen: language, theme, coach, sound. Kept in the browser, sent nowhere. */
import { en, type Words } from '../words/en';
import { aboutLanguage, chooseLanguage, LANGUAGES, wordsOf } from './languages';
import { clockTime, wallTime, money, number, percent, signedMoney } from './money';
import type { Language, Speed } from './protocol';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'croupier.settings';
type Kept = { language?: Language; theme?: Theme; coach?: boolean; sound?: boolean; volume?: number; spoken?: boolean; speed?: Speed; company?: number };
const THEMES: Theme[] = ['auto', 'light', 'dark'];

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

class Settings {
  language = $state<Language>('en');
  theme = $state<Theme>('auto');
  coach = $state(false);
  sound = $state(true);
  /* Of a hundred. */
  volume = $state(60);
  spoken = $state(true);
  /* Of tables of one's own. */
  speed = $state<Speed>('normal');
  company = $state(0);
  words = $state.raw<Words>(en);

  async load(): Promise<void> {
    const before = kept();
    this.language = before.language && LANGUAGES.includes(before.language) ? before.language : chooseLanguage(navigator.languages);
    this.words = await wordsOf(this.language);
    this.theme = before.theme ?? 'auto';
    this.coach = before.coach ?? false;
    this.sound = before.sound ?? true;
    this.volume = before.volume ?? 60;
    this.spoken = before.spoken ?? true;
    this.speed = before.speed ?? 'normal';
    this.company = before.company ?? 0;
    this.show();
  }

  change(change: Kept): void {
    Object.assign(this, change);
    const { language, theme, coach, sound, volume, spoken, speed, company } = this;
    localStorage.setItem(KEY, JSON.stringify({ language, theme, coach, sound, volume, spoken, speed, company }));
    this.show();
  }

  /* The words are there before the page turns to them. */
  async speak(language: Language): Promise<void> {
    this.words = await wordsOf(language);
    this.change({ language });
  }

  nextTheme(): void {
    this.change({ theme: THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'auto' });
  }

  private show(): void {
    document.documentElement.lang = aboutLanguage(this.language).tag;
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  money = (cents: number): string => money(this.language, cents);
  signed = (cents: number): string => signedMoney(this.language, cents);
  number = (value: number, digits = 0): string => number(this.language, value, digits);
  percent = (ratio: number, digits = 2): string => percent(this.language, ratio, digits);
  time = (value: number): string => clockTime(this.language, value);
  wallTime = (value: number, zone: string): string => wallTime(this.language, value, zone);
}

export const settings = new Settings();
