// SPDX-License-Identifier: Apache-2.0
/* Acts of a record in people's words: "bet 5 main 100" -> "Bet · Main wager · Area 5 · $100". Grammar only
 * (docs/notation.md, sections 4 and 5): the words are put one after the other, nothing is concluded from them. */
import type { Words } from '../words/en';
import { cardName } from './cards';
import { placeName } from './place';

const WITH_AMOUNT = new Set(['bet', 'raise', 'pull', 'place', 'double', 'insure', 'buy-in', 'cash-out', 'fill', 'credit']);
const WITH_NUMBER = new Set(['restrict', 'pick']);
const PLACE = /^\d+(\.\d+)*$/;
const AMOUNT = /^\d+(\.\d{1,2})?$/;
const CARD = /^(\?|[A23456789TJQKFLS](s|h|d|c|fi|go|ea|wo|wa))$/;

const spoken = (words: Words, word: string): string => {
  if (CARD.test(word)) return cardName(words, word);
  if (PLACE.test(word) || word === 'dealer' || word === 'discard') return placeName(words, word);
  const [spot = '', whose] = word.split('/');
  if (whose && PLACE.test(spot)) return `${placeName(words, spot)} (${whose})`;
  return words.wagers[word] ?? words.options[word] ?? words.irregularities[word] ?? word;
};

export function actInWords(words: Words, act: string, money: (cents: number) => string): string {
  const [verb = '', ...rest] = act.split(' ').filter((word) => word !== '>');
  const last = rest.at(-1) ?? '';
  const figure = (): string[] => (WITH_AMOUNT.has(verb) ? [money(Math.round(Number(last) * 100))] : WITH_NUMBER.has(verb) ? [last] : []);
  const amount = AMOUNT.test(last) ? figure() : [];
  const said = rest.slice(0, rest.length - amount.length);
  const decline = verb === 'decline' ? words.decisions.declines[said[0] ?? ''] : undefined;
  const head = decline ?? words.speech.done[verb] ?? words.verbs[verb] ?? verb;
  const wager = (word: string): boolean => word in words.wagers;
  const details = (decline ? said.slice(1) : said).toSorted((a, b) => Number(wager(b)) - Number(wager(a)));
  return [head, ...details.map((word) => spoken(words, word)), ...amount].join(' · ');
}

/* Who did it: a person by their name, a part of the house by what it is. */
export const actorInWords = (words: Words, actor: string): string => words.speech.actors[actor] ?? actor;

/* A line of the books: "Mei: bet 5 main 100", "buy-in Mei 5000". Who is left out where they are the one the line is about. */
export function lineInWords(words: Words, line: string, about: string, money: (cents: number) => string): string {
  const colon = line.indexOf(': ');
  if (colon < 0) return actInWords(words, line.split(' ').filter((word) => word !== about).join(' '), money);
  const actor = line.slice(0, colon);
  const said = actInWords(words, line.slice(colon + 2), money);
  return actor === about || actor === 'dealer' || actor === 'terminal' ? said : words.common.titled(actorInWords(words, actor), said);
}
