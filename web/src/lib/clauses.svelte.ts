// SPDX-License-Identifier: Apache-2.0
/* What the clauses of a table's game say, in our words: asked of the server once a table and language, kept. And which of them
 * somebody wants to read now. */
import { get } from './api';
import { settings } from './settings.svelte';

interface Clause {
  clause: string;
  summary: string;
}
/* A rule in which the table's book is not the game it was copied from. */
interface Difference {
  key: string;
  value: string;
  original: string | null;
}
interface Texts {
  said: Record<string, string>;
  differs: Difference[];
}

/* A line within a clause, "3.7/player", is cited by its clause. */
export const numberOf = (clause: string): string => clause.split('/')[0] ?? clause;
export const cited = (clauses: readonly string[]): string => [...new Set(clauses.map(numberOf))].join(', ');

class Clauses {
  wanted = $state.raw<{ table: string; clauses: readonly string[] } | null>(null);
  private texts = $state.raw<Record<string, Texts>>({});
  private asked = new Set<string>();

  /* What a clause says; nothing until the server has answered, and for a rulebook of the house's own. */
  text(table: string, clause: string): string | undefined {
    return this.of(table)?.said[clause];
  }

  differs(table: string): Difference[] {
    return this.of(table)?.differs ?? [];
  }

  private of(table: string): Texts | undefined {
    const path = `tables/${encodeURIComponent(table)}/clauses?lang=${settings.language}`;
    const texts = this.texts[path];
    if (!texts) this.ask(path);
    return texts;
  }

  private ask(path: string): void {
    if (this.asked.has(path)) return;
    this.asked.add(path);
    get<{ clauses: Clause[]; differs: Difference[] }>(path).then(
      (answer) => (this.texts = { ...this.texts, [path]: { said: Object.fromEntries(answer.clauses.map((one) => [one.clause, one.summary])), differs: answer.differs } }),
      () => this.asked.delete(path),
    );
  }
}

export const clauses = new Clauses();
