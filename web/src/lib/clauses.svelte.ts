// SPDX-License-Identifier: Apache-2.0
/* What the clauses of a table's game say, in our words: asked of the server once a table, kept. And which of them
 * somebody wants to read now. */
import { get } from './api';

interface Clause {
  clause: string;
  summary: string;
}
type Texts = Record<string, string>;

/* A line within a clause, "3.7/player", is cited by its clause. */
export const numberOf = (clause: string): string => clause.split('/')[0] ?? clause;
export const cited = (clauses: readonly string[]): string => [...new Set(clauses.map(numberOf))].join(', ');

class Clauses {
  wanted = $state.raw<{ table: string; clauses: readonly string[] } | null>(null);
  private texts = $state.raw<Record<string, Texts>>({});
  private asked = new Set<string>();

  /* What a clause says; nothing until the server has answered, and for a rulebook of the house's own. */
  text(table: string, clause: string): string | undefined {
    const texts = this.texts[table];
    if (!texts) this.ask(table);
    return texts?.[clause];
  }

  private ask(table: string): void {
    if (this.asked.has(table)) return;
    this.asked.add(table);
    get<{ clauses: Clause[] }>(`tables/${encodeURIComponent(table)}/clauses`).then(
      (answer) => (this.texts = { ...this.texts, [table]: Object.fromEntries(answer.clauses.map((one) => [one.clause, one.summary])) }),
      () => this.asked.delete(table),
    );
  }
}

export const clauses = new Clauses();
