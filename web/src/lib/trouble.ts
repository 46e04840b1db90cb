// SPDX-License-Identifier: Apache-2.0
/* Reports of irregularities: which questions the words of an act leave open. Grammar only (docs/notation.md,
 * section 7); whether a report is possible, and what follows, is the server's to say. */
import type { Offer } from './protocol';

export interface Report {
  kind: string;
  /* The offers of this kind: one, or one for each place it can speak of. */
  offers: Offer[];
}

const CARDS = new Set(['simultaneous', 'faceup-card']);

export const wantsCards = (kind: string): boolean => CARDS.has(kind);
export const wantsOrder = (kind: string): boolean => kind === 'simultaneous';
export const wantsText = (kind: string): boolean => kind === 'other';

export function reports(offers: Offer[]): Report[] {
  const found = new Map<string, Offer[]>();
  for (const offer of offers.filter((one) => one.verb === 'irregularity')) {
    const kind = offer.act.split(' ')[1] ?? '';
    found.set(kind, [...(found.get(kind) ?? []), offer]);
  }
  return [...found].map(([kind, list]) => ({ kind, offers: list }));
}

/* What the offer speaks of beyond its kind: "irregularity skipped 3" -> "3". */
export const about = (offer: Offer): string => offer.act.split(' ').slice(2).join(' ');

export function reportAct(offer: Offer, cards: string[], order: '' | 'known' | 'unknown', text: string): string {
  const kind = offer.act.split(' ')[1] ?? '';
  if (wantsText(kind)) return `irregularity other ${text.trim()}`;
  if (!wantsCards(kind)) return offer.act;
  return ['irregularity', kind, ...cards, ...(order && wantsOrder(kind) ? ['order', order] : [])].join(' ');
}
