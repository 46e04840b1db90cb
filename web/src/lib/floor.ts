// SPDX-License-Identifier: Apache-2.0
/* What /api/tables tells about the floor. */
import { elsewhere, get } from './api';
import { HOME, servers } from './servers';
import type { Words } from '../words/en';
import type { Limit, PastRound, Phase } from './protocol';

export interface FloorTable {
  id: string;
  title?: string;
  game: string;
  family?: string;
  decks?: number;
  areas?: number;
  limits: Limit[];
  seatsFree: number;
  phase: Phase;
  last: PastRound[];
  open: boolean;
  device?: string;
  /* For one person at a time; somebody is there. */
  solo?: boolean;
  taken?: boolean;
  /* By a rulebook that a visitor brought. */
  trial?: boolean;
}

interface Listed {
  tables: FloorTable[];
  servers?: string[];
}

/* A table on its way from one server to another is listed by none for so long. */
const ON_THE_WAY_MS = 10000;
const listed = new Map<string, { table: FloorTable; seen: number }>();

/* Of every server that answers. */
async function lists(): Promise<FloorTable[]> {
  const first = await get<Listed>('tables');
  servers.learn(first.servers ?? []);
  const rest = await elsewhere<Listed>('tables');
  for (const { base, told } of [{ base: HOME, told: first }, ...rest]) for (const table of told.tables) servers.hint(table.id, base);
  return [first, ...rest.map(({ told }) => told)].flatMap((list) => list.tables);
}

/* Every table of the house, each once, in the order of their ids where several servers list them. */
export async function floor(): Promise<FloorTable[]> {
  const tables = await lists();
  if (!servers.several) return tables;
  const now = Date.now();
  for (const table of tables) listed.set(table.id, { table, seen: now });
  for (const [id, { seen }] of listed) if (now - seen > ON_THE_WAY_MS) listed.delete(id);
  return [...listed.values()].map(({ table }) => table).toSorted((a, b) => a.id.localeCompare(b.id, undefined, { numeric: true }));
}

/* The table's own title; one that only numbers the game is a number, since the game stands beside it. */
export function tableName(table: FloorTable, game: string, words: Words): string {
  const title = table.title ?? table.id;
  const number = game && title.startsWith(`${game} `) ? title.slice(game.length + 1) : '';
  return number ? `${words.common.table} ${number}` : title;
}

/* A table of that game that nobody else is at. */
export const ownTable = (tables: FloorTable[], game: string): FloorTable | undefined => tables.find((table) => table.game === game && table.solo && !table.trial && !table.taken && table.open);

/* Tables by their game, in the order of the floor; where somebody can bet now first, then where a round is under way. */
export function byGame(tables: FloorTable[]): { game: string; list: FloorTable[] }[] {
  const rank = (table: FloorTable): number => (!table.open ? 3 : table.phase === 'betting' ? 0 : table.phase === 'dealing' ? 1 : 2);
  return [...new Set(tables.map((table) => table.game))].map((game) => ({ game, list: tables.filter((table) => table.game === game).toSorted((a, b) => rank(a) - rank(b)) }));
}
