// SPDX-License-Identifier: Apache-2.0
/* The sign of a table, drawn by the server from the frozen rulebook, so it cannot disagree with play. */
import { get } from './api';
import type { Language } from './protocol';
import type { Words } from '../words/en';

export interface SignRow {
  topic: string;
  says: string;
  clauses: string;
}
export interface SignSection {
  kind: string;
  wager?: string;
  heading: string;
  note: string;
  rows: SignRow[];
}
export interface Sign {
  game: string;
  hash: string;
  title: string;
  subtitle: string;
  sections: SignSection[];
}

export const loadSign = (table: string, language: Language): Promise<Sign> => get<Sign>(`tables/${encodeURIComponent(table)}/sign?lang=${language}`);

export const paysOf = (sign: Sign | null, wager: string): SignRow[] => sign?.sections.find((section) => section.wager === wager)?.rows ?? [];

/* The two lines printed on the felt: what the first line of the main wager and of Insurance pay. */
export function feltLines(sign: Sign | null, language: Language): string[] {
  const pays = language === 'zh' ? ' ' : ' pays ';
  return ['main', 'insurance'].flatMap((wager) => {
    const row = paysOf(sign, wager)[0];
    return row ? [`${row.topic}${pays}${row.says}`.toUpperCase()] : [];
  });
}

/* "11 to 1" and "1 赔 11" as figures; nothing when a line is written in another way. */
function oddsOf(says: string): { pays: string; ratio: number } | null {
  const [, high, low] = /^([\d,.]+) to ([\d,.]+)$/.exec(says) ?? [];
  const [, one, many] = /^([\d,.]+) ?赔 ?([\d,.]+)/.exec(says) ?? [];
  const value = (text = '0'): number => Number(text.replaceAll(',', ''));
  if (high && low) return { pays: `${high}:${low}`, ratio: value(high) / value(low) };
  return one && many ? { pays: `${one} 赔 ${many}`, ratio: value(many) / value(one) } : null;
}

/* As it is printed on a spot: "11:1"; of several lines the best. */
export function paysShort(words: Words, rows: SignRow[]): string {
  const best = rows.map((row) => oddsOf(row.says)).filter((one) => one !== null).toSorted((a, b) => b.ratio - a.ratio)[0];
  const text = best?.pays ?? rows[0]?.says ?? '';
  return rows.length > 1 ? words.stage.upTo(text) : text;
}
