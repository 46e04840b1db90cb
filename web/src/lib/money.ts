// SPDX-License-Identifier: Apache-2.0
/* Cents for people: Intl does the writing, the language decides the form. A minus is the sign of that name, and not a hyphen. */
import { aboutLanguage, type Language } from './languages';

const locale = (language: Language): string => aboutLanguage(language).locale;
const cache = new Map<string, Intl.NumberFormat>();

function format(language: Language, key: string, options: Intl.NumberFormatOptions, value: number): string {
  const name = language + key;
  let made = cache.get(name);
  if (!made) cache.set(name, (made = new Intl.NumberFormat(locale(language), options)));
  return made.format(value).replace('-', '\u2212');
}

/* "$1,250.50"; whole dollars without cents, so that chips and limits stay short. */
export function money(language: Language, cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  const options = { style: 'currency', currency: 'SGD', currencyDisplay: 'narrowSymbol' } as const;
  return format(language, `m${digits}`, { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits }, cents / 100);
}

/* "+$50", "−$25", "$0": for results. */
export const signedMoney = (language: Language, cents: number): string => (cents > 0 ? '+' : '') + money(language, cents);

export const number = (language: Language, value: number, digits = 0): string =>
  format(language, `n${digits}`, { maximumFractionDigits: digits, minimumFractionDigits: digits }, value);

export const percent = (language: Language, ratio: number, digits = 2): string =>
  format(language, `p${digits}`, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }, ratio);

export const clockTime = (language: Language, time: number): string =>
  new Intl.DateTimeFormat(locale(language), { dateStyle: 'short', timeStyle: 'medium' }).format(time);

/* Hour and minute on the clock on the wall of the house, wherever this screen is. */
export function wallTime(language: Language, time: number, zone: string): string {
  const how: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  try {
    return new Intl.DateTimeFormat(locale(language), { ...how, timeZone: zone }).format(time);
  } catch {
    return new Intl.DateTimeFormat(locale(language), how).format(time); // a zone that this browser does not know
  }
}

/* What somebody typed, in whole cents. */
export const cents = (dollars: number): number => Math.round(dollars * 100);

/* The chips of the house, largest first, in cents. Colours follow in styles/chips.css. */
export const CHIPS = [1000000, 500000, 100000, 50000, 10000, 2500, 500, 100] as const;

/* An amount as a stack of chips, largest at the bottom; at most `limit` are drawn. */
export function chipsOf(cents: number, limit = 8): number[] {
  const stack: number[] = [];
  let rest = cents;
  for (const chip of CHIPS) {
    while (rest >= chip && stack.length < limit) {
      stack.push(chip);
      rest -= chip;
    }
  }
  if (stack.length === 0 && cents > 0) stack.push(100);
  return stack;
}

/* The short text on a chip: 100, 1K, 5K. */
export const chipText = (cents: number): string => (cents >= 100000 ? `${cents / 100000}K` : String(cents / 100));
