// SPDX-License-Identifier: Apache-2.0
/* An amount somebody wishes for, against what the server offers: as wished, or not and how. Pure. */
import type { Offer } from './protocol';

export type Sized =
  | { kind: 'as-wished'; cents: number }
  /* Under the least: nothing is placed. */
  | { kind: 'below'; min: number }
  /* Over the most: what is placed, and what of the wish goes back. */
  | { kind: 'above'; cents: number; back: number }
  /* The most lies there already. */
  | { kind: 'full'; max: number };

/* `before` lies there, `wish` is what should lie there. */
export function sized(offer: Offer, before: number, wish: number): Sized {
  const min = offer.min ?? 0;
  const max = offer.max ?? wish;
  if (wish < min) return { kind: 'below', min };
  if (wish <= max) return { kind: 'as-wished', cents: wish };
  if (before >= max) return { kind: 'full', max };
  return { kind: 'above', cents: max, back: wish - max };
}
