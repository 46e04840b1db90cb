// SPDX-License-Identifier: Apache-2.0
/* The grammar of acts: how an offer is read and sent back. Grammar only: which acts exist now, and between
 * which amounts, is the server's to say. */
import type { Offer } from './protocol';

/* Cents as acts write them: 2500 -> "25", 1250 -> "12.50". */
export function actAmount(cents: number): string {
  const whole = Math.trunc(cents / 100);
  const rest = cents % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

const isAmount = (word: string): boolean => /^\d+(\.\d{1,2})?$/.test(word);

/* The offer's act with its amount replaced; an offer without a range is sent back as it is. */
export function actOf(offer: Offer, cents?: number): string {
  if (cents === undefined || offer.min === undefined) return offer.act;
  const words = offer.act.split(' ');
  const at = words.findLastIndex((word, index) => index > 0 && isAmount(word));
  if (at < 0) return offer.act;
  words[at] = actAmount(cents);
  return words.join(' ');
}

export interface ActParts {
  verb: string;
  spot: string;
  wager: string;
}

/* Verb, spot and wager of a wagering act: "bet 1 main 25", "raise tie 10". */
export function wagerParts(act: string): ActParts {
  const words = act.split(' ');
  const spot = words[1] !== undefined && /^\d/.test(words[1]) && /^[a-z]/.test(words[2] ?? '') ? words[1] : '';
  return { verb: words[0] ?? '', spot, wager: (spot ? words[2] : words[1]) ?? '' };
}

/* Whom, where and what of "place mei 1 main 25" and "place mei tie 10". */
export function placeParts(act: string): { who: string; spot: string; wager: string } {
  const words = act.split(' ');
  const { spot, wager } = wagerParts(words.slice(1).join(' '));
  return { who: words[1] ?? '', spot, wager };
}

/* "restrict mei areas 1", "restrict 3 wagers 1": what is counted, of whom or of which area. */
export function restriction(act: string): { of: string; noun: string } {
  const [, of = '', noun = ''] = act.split(' ');
  return { of, noun };
}

/* How many cards "reveal 1 ? ?" would turn up. */
export const faceDown = (act: string): number => act.split(' ').filter((word) => word === '?').length;

export const areaOf = (spot: string): number => Number.parseInt(spot, 10) || 0;

/* An offer that can be taken: one with a range has room in it. */
export const takeable = (offer: Offer): boolean => offer.min === undefined || offer.max === undefined || offer.max >= offer.min;

/* Nearest amount the offer allows. */
export function clampTo(offer: Offer, cents: number): number {
  const min = offer.min ?? 0;
  const max = offer.max ?? cents;
  const step = offer.step ?? 1;
  const stepped = min + Math.round((cents - min) / step) * step;
  return Math.max(min, Math.min(max, stepped));
}
