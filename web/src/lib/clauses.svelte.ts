// SPDX-License-Identifier: Apache-2.0
/* What the clauses of a table's game say, in our words: asked of the server once a table and language, kept. And which of them
 * somebody wants to read now. */
import { get } from './api';
import { settings } from './settings.svelte';

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
    const path = `tables/${encodeURIComponent(table)}/clauses?lang=${settings.language}`;
    const texts = this.texts[path];
    if (!texts) this.ask(path);
    return texts?.[clause];
  }

  private ask(path: string): void {
    if (this.asked.has(path)) return;
    this.asked.add(path);
    get<{ clauses: Clause[] }>(path).then(
      (answer) => (this.texts = { ...this.texts, [path]: Object.fromEntries(answer.clauses.map((one) => [one.clause, one.summary])) }),
      () => this.asked.delete(path),
    );
  }
}

export const clauses = new Clauses();
