// SPDX-License-Identifier: Apache-2.0
/* The sign of a table, drawn by the server from the frozen rulebook, so it cannot disagree with play. */
import { get } from './api';
import type { Language } from './protocol';

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
