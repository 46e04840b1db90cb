// SPDX-License-Identifier: Apache-2.0
/* The sign of a table, drawn by the server from the frozen rulebook, so it cannot disagree with play. */
import { get } from './api';
import type { Language } from './languages';
import type { Limit } from './protocol';
import type { Words } from '../words/en';

export interface SignRow {
  topic: string;
  says: string;
  clauses: string;
  /* Of a line of a pay table: what is won for what was staked. */
  pays?: [number, number];
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
export const feltLines = (sign: Sign | null, words: Words, book: Limit[]): string[] =>
  (['main', 'insurance'] as const).flatMap((place) => {
    const wager = book.find((limit) => limit.place === place)?.wager ?? '';
    const row = paysOf(sign, wager)[0];
    return row ? [words.stage.print(row.topic, row.says).toUpperCase()] : [];
  });

/* As it is printed on a spot: "11:1"; of several lines the best. */
export function paysShort(words: Words, rows: SignRow[], figure: (value: number) => string): string {
  const lines = rows.flatMap((row) => (row.pays ? [row.pays] : []));
  const [best] = lines.toSorted((a, b) => b[0] / b[1] - a[0] / a[1]);
  if (!best) return rows[0]?.says ?? '';
  const text = words.stage.ratio(figure(best[0]), figure(best[1]));
  return new Set(lines.map(String)).size > 1 ? words.stage.upTo(text) : text;
}
