// SPDX-License-Identifier: Apache-2.0
/* Offers as buttons: their words, their keys, their order. Which exist is the server's to say. */
import type { Offer } from './protocol';
import type { Words } from '../words/en';

/* Betting has its own controls; the rest of a player's verbs become buttons. */
export const BETTING = ['bet', 'raise', 'pull', 'sit'];
export const ASIDE = ['rise', 'leave', 'back', 'claim', 'object', 'squeeze', 'cut'];

/* What staff do in the ordinary course of a round. */
export const COURSE = ['open', 'close', 'deal', 'card', 'settle', 'offer', 'shut', 'proceed', 'end', 'shuffle', 'decide', 'pick', 'reveal'];

const ORDER = ['hit', 'stand', 'double', 'split', 'even', 'insure', 'follow', 'surrender', 'accept', 'pick', 'continue', 'finish', 'refuse', 'takeback', 'withdraw', 'decline'];
export const KEYS: Record<string, string> = {
  hit: 'h', stand: 's', double: 'd', split: 'p', surrender: 'u', insure: 'i', even: 'e', follow: 'f', decline: 'n', continue: 'c', accept: 'a', withdraw: 't',
};

const rank = (offer: Offer): number => {
  const at = ORDER.indexOf(offer.verb);
  return at < 0 ? ORDER.length : at;
};
export const inOrder = (offers: Offer[]): Offer[] => offers.toSorted((a, b) => rank(a) - rank(b));

/* What stands on the button: the verb, what it speaks of, and the words of the act nothing else explains. */
export function offerLabel(words: Words, offer: Offer): string {
  const parts = offer.act.split(' ');
  const verb = words.verbs[offer.verb] ?? offer.verb;
  const detail = parts
    .slice(1)
    .filter((word) => !/^[\d?]/.test(word))
    .map((word) => words.options[word] ?? words.wagers[word] ?? words.irregularities[word] ?? word);
  if (offer.verb === 'insure' && offer.spot?.includes('/')) return words.decisions.insureOf(offer.spot.split('/')[1] ?? '');
  if (offer.verb === 'decline') return words.decisions.declines[parts[1] ?? ''] ?? verb;
  if (offer.verb === 'bet') return [words.wagers[parts.find((word) => word in words.wagers) ?? ''] ?? verb].join(' ');
  return detail.length > 0 ? words.common.titled(verb, detail.join(' ')) : verb;
}
