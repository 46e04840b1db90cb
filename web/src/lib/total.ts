// SPDX-License-Identifier: Apache-2.0
/* Totals as the protocol writes them ("16", "s17", "bj", "bust25") in short and in words. */
import type { Words } from '../words/en';

export const totalText = (total: string): string =>
  total === 'bj' ? 'BJ' : total.startsWith('bust') ? total.slice(4) : total.startsWith('s') ? total.slice(1) : total;

/* Of a hand that lies there: a soft one has two totals, "7/17", short in every language. */
export const handTotal = (total: string): string => (total.startsWith('s') ? `${Number(total.slice(1)) - 10}/${total.slice(1)}` : totalText(total));

export function totalWords(words: Words, total: string): string {
  if (total === '') return '';
  if (total === 'bj') return words.table.natural;
  if (total.startsWith('bust')) return words.table.bust(total.slice(4));
  if (total.startsWith('s')) return words.table.soft(total.slice(1));
  return words.table.total(total);
}

/* Inside a sentence: "17", "soft 17", "Blackjack", "Ace" for what the Dealer shows. */
export function totalInQuestion(words: Words, total: string): string {
  if (total === 'bj') return words.table.natural;
  if (total === 's11') return words.card.ranks.A ?? 'A';
  if (total.startsWith('s')) return words.question.soft(total.slice(1));
  return totalText(total);
}
