// SPDX-License-Identifier: Apache-2.0
/* What the pit asks over HTTP. */
import { command, elsewhere, get, getText } from './api';

export interface Numbers {
  table: string;
  /* Who deals; empty: nobody. */
  dealer: string;
  /* Seconds since something happened there. */
  idle: number;
  drop: number;
  win: number;
  turnover: number;
  holdBasisPoints: number;
  bank: number;
  rounds: number;
  roundsPerHour: number;
}
export interface Player {
  number: number;
  user: string;
  name: string;
  balance: number;
}
export interface LedgerLine {
  time: number;
  what: string;
  table?: string;
  round?: number;
  amount: number;
  balance?: number;
}
export interface Audit {
  when: number;
  took: number;
  clean: boolean;
  entries: number;
  rounds: number;
  difference: string;
}

const at = (table: string): string => `tables/${encodeURIComponent(table)}`;

/* Of every table of the house, each once. */
export async function numbers(): Promise<Numbers[]> {
  const all = [await get<{ tables: Numbers[] }>('numbers'), ...(await elsewhere<{ tables: Numbers[] }>('numbers')).map(({ told }) => told)];
  return [...new Map(all.flatMap((list) => list.tables).map((row) => [row.table, row])).values()];
}
export const openTable = (table: string): Promise<unknown> => command(`${at(table)}/open`, {});
export const closeTable = (table: string): Promise<unknown> => command(`${at(table)}/close`, {});
export const fill = (table: string, amount: number): Promise<unknown> => command(`${at(table)}/fill`, { amount });
export const credit = (table: string, amount: number): Promise<unknown> => command(`${at(table)}/credit`, { amount });
export const setLimits = (table: string, wager: string, min: number, max: number): Promise<unknown> =>
  command(`${at(table)}/limits`, { wager, min, max });
export const findPlayers = async (text: string): Promise<Player[]> => (await get<{ players: Player[] }>(`players?find=${encodeURIComponent(text)}`)).players;
export const ledgerOf = async (player: string): Promise<LedgerLine[]> => (await get<{ lines: LedgerLine[] }>(`players/${encodeURIComponent(player)}/ledger`)).lines;
export const audit = (): Promise<Audit> => get('audit');

/* Fetches a CSV with the session's token and hands it to the browser as a file. */
export async function download(path: string, name: string): Promise<void> {
  const text = await getText(path);
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(address);
}
