// SPDX-License-Identifier: Apache-2.0
/* The rows of the pit's floor: each table in figures that sort. Sums and averages of what the server tells; pure. */
import type { FloorTable } from './floor';
import type { Numbers } from './pit';
import type { TableState } from './protocol';
import { lying } from './stakes';

export interface Row {
  id: string;
  table: FloorTable;
  /* Who deals; empty: the table by itself, or nobody. */
  dealer: string;
  phase: string;
  seats: number;
  /* What lies on the table, and what a person has on it in the mean. */
  bets: number;
  average: number;
  turnover: number;
  drop: number;
  win: number;
  hold: number;
  pace: number;
  left: number;
  /* Seconds since something happened. */
  idle: number;
  /* Waits for somebody for longer than a table should. */
  stuck: boolean;
  alarms: number;
}
export type Column = Exclude<keyof Row, 'table' | 'stuck'>;

/* An open table at which nothing happens for so long, although a round is under way, has stopped. */
export const STUCK_S = 90;

export function rowOf(table: FloorTable, state: TableState | null, numbers: Numbers | null, idle: number, alarms: number): Row {
  const open = state?.stakes.filter((stake) => !stake.settled) ?? [];
  const bets = open.reduce((sum, stake) => sum + lying(stake), 0);
  const bettors = new Set(open.map((stake) => stake.who)).size;
  const busy = state?.phase === 'dealing' || (state?.phase === 'betting' && bettors > 0);
  return {
    id: table.id,
    table,
    dealer: numbers?.dealer ?? '',
    phase: table.open ? table.phase : 'closed',
    seats: state?.people.filter((person) => person.seat > 0).length ?? 0,
    bets,
    average: bettors > 0 ? Math.round(bets / bettors) : 0,
    turnover: numbers?.turnover ?? 0,
    drop: numbers?.drop ?? 0,
    win: numbers?.win ?? 0,
    hold: numbers && numbers.drop > 0 ? numbers.holdBasisPoints / 10000 : 0,
    pace: numbers?.roundsPerHour ?? 0,
    left: state?.shoe?.left ?? 0,
    idle,
    stuck: table.open && busy && idle >= STUCK_S,
    alarms,
  };
}

/* By a column, upwards or downwards; equal ones by their ids, so that rows do not jump. */
export function sorted(rows: Row[], by: Column, down: boolean): Row[] {
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, two] = [a[by], b[by]];
    const order = typeof one === 'number' && typeof two === 'number' ? one - two : String(one).localeCompare(String(two), 'en', { numeric: true });
    return sign * order || a.id.localeCompare(b.id);
  });
}
