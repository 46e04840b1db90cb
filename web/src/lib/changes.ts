// SPDX-License-Identifier: Apache-2.0
/* Telling by differences (docs/protocol.md, Changes): the state of a table, put together again. Pure. */
import type { Changes, TableState } from './protocol';

/* Every value that is told replaces the one before as a whole; a key that is gone is no longer there. */
export function changed(before: TableState, { changes = {}, gone = [] }: Changes): TableState {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([key]) => !gone.includes(key))) as unknown as TableState;
}
