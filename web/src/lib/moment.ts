// SPDX-License-Identifier: Apache-2.0
/* Whether a round has just come out, and for whom: what is shown until the next one opens. */
import type { PastRound } from './protocol';
import type { Table } from './table.svelte';

/* The result of the round on the table, if it is over. */
export const outcomeOf = (table: Table): PastRound | undefined =>
  table.state?.phase === 'ended' ? table.state.last.find((round) => round.round === table.state?.round && !round.void) : undefined;

/* This person's wagers of the round on the table are all settled. */
export const isPaid = (table: Table): boolean => table.results !== null && table.results.round === table.state?.round && table.final;

export const momentOf = (table: Table): boolean => isPaid(table) || Boolean(outcomeOf(table)?.winner);
