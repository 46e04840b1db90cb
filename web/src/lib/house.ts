// SPDX-License-Identifier: Apache-2.0
/* The house's day, its reports and what protects a patron, over HTTP: docs/protocol.md. */
import { command, get } from './api';

export interface Cage {
  cage: string;
  chips: number;
  cash: number;
  counted: boolean;
}
export interface Tray {
  table: string;
  open: boolean;
  float: number;
  box: number;
  counted: boolean;
}
export interface Slip {
  slip: number;
  what: 'fill' | 'credit';
  table: string;
  amount: number;
  asked: string;
}
export interface House {
  counts: boolean;
  days: boolean;
  chips: number[];
  day: { open: boolean; date: string; today: string; shift: string; variance: boolean; status: string; sentence: string; waitsFor: string; shiftDue: string; dueSince?: number; zone: string };
  shifts: string[];
  slips: Slip[];
  cages: Cage[];
  tables: Tray[];
}
export interface Figures {
  opening?: number;
  fills?: number;
  credits?: number;
  closing?: number;
  drop: number;
  win: number;
  holdBasisPoints: number | null;
  turnover: number;
  theoretical: number;
  rounds: number;
  roundsPerHour: number;
  voids: number;
  irregularities: number;
}
export interface Report {
  name: string;
  currency: string;
  from: string;
  to: string;
  open: boolean;
  total: Figures;
  tables: (Figures & { table: string })[];
  games: (Figures & { game: string })[];
  dealers: (Figures & { dealer: string })[];
  hours: (Figures & { hour: string })[];
  irregularities: { kind: string; count: number }[];
  /* Names of the shifts that were opened in it. */
  shifts: string[];
  corrections: number;
  limitsChanged: number;
  peopleChanged: number;
  missing: number;
}
export interface Limit {
  what: 'loss' | 'stake' | 'time';
  period: 'day' | 'week' | 'month' | 'once';
  value: number | null;
  next?: number | null;
  from?: number;
}
export interface Protection {
  limits: Limit[];
  timeOut: number | null;
  selfExcluded: number | 'never' | null;
  excluded: number | 'never' | null;
  lostDay: number;
  lostWeek: number;
  lostMonth: number;
  minutes: number;
}
export interface Month {
  month: string;
  bought: number;
  cashed: number;
  staked: number;
  result: number;
}
export interface Changes {
  status: string;
  changes: { what: string; table: string; says: string }[];
  faults: { line: number; column: number; says: string }[];
}

export const house = (): Promise<House> => get('house');
/* What a dealer sees of it: their own tray and box. */
export const tray = (table: string): Promise<Tray & { counts: boolean }> => get(`tables/${encodeURIComponent(table)}/tray`);
/* What has to be done before the day can be closed: a kind, and the names of what waits. */
export type Wait = 'shift' | 'tables' | 'slips' | 'boxes' | 'counts';
export function waits(now: House): [Wait, string[]][] {
  const all: [Wait, string[]][] = [
    ['tables', now.tables.filter((tray) => tray.open).map((tray) => tray.table)],
    ['slips', now.slips.map((slip) => `${slip.slip}`)],
    ['boxes', now.tables.filter((tray) => tray.box).map((tray) => tray.table)],
    ['counts', [...now.tables.filter((tray) => !tray.counted).map((tray) => tray.table), ...now.cages.filter((cage) => !cage.counted).map((cage) => cage.cage)]],
    ['shift', now.day.shift ? [now.day.shift] : []],
  ];
  return all.filter(([, names]) => names.length);
}
export const openDay = (): Promise<unknown> => command('house/day/open', {});
/* Who confirms, by their own password and, if they have one, the code of their telephone. */
export interface Second {
  with: string;
  password: string;
  code: string;
}
export const nobody = (): Second => ({ with: '', password: '', code: '' });
export const proven = (second: Second, demo: boolean): boolean => second.with !== '' && (demo || second.password !== '');
const proof = ({ with: who, password, code }: Second): Record<string, string> => ({ with: who, password, ...(code ? { code } : {}) });
export const closeDay = (second: Second, reason: string): Promise<unknown> => command('house/day/close', { ...proof(second), ...(reason ? { reason } : {}) });
export const openShift = (name: string): Promise<unknown> => command('house/shift/open', { name });
export const closeShift = (second: Second): Promise<unknown> => command('house/shift/close', proof(second));
export const confirmSlip = (slip: number): Promise<unknown> => command(`slips/${slip}/confirm`, {});
export const refuseSlip = (slip: number): Promise<unknown> => command(`slips/${slip}/refuse`, {});

/* What is counted: a float or a box of a table, chips or cash of a cage. */
export interface Counted {
  what: 'opening' | 'closing' | 'drop' | 'chips' | 'cash';
  place: string;
  books: number;
}
export const count = (one: Counted, pieces: string, cash: number, second: Second, reason: string): Promise<unknown> => {
  const cage = one.what === 'chips' || one.what === 'cash';
  const body = { what: one.what, pieces, cash, ...proof(second), ...(reason ? { reason } : {}) };
  return command(cage ? 'cage/count' : `tables/${encodeURIComponent(one.place)}/count`, cage ? { ...body, cage: one.place } : body);
};

/* What moves outside of rounds: into and out of a cage, between cages, and at a table. */
export const MOVES = ['supply', 'withdraw', 'fund', 'lodge', 'transfer', 'remit'] as const;
export interface Move {
  kind: (typeof MOVES)[number] | 'purchase';
  cage: string;
  table: string;
  from: string;
  player: string;
  amount: number;
}
export interface Effect {
  name: string;
  what: 'chips' | 'cash' | 'float' | 'box';
  before: number;
  after: number;
}
/* What every place it touches holds before it and after. */
export function effects(now: Pick<House, 'cages' | 'tables'>, { kind, cage, table, from, amount }: Move): Effect[] {
  const at = (name: string, what: 'chips' | 'cash', change: number): Effect => {
    const before = now.cages.find((one) => one.cage === name)?.[what] ?? 0;
    return { name, what, before, after: before + change };
  };
  const tray = now.tables.find((one) => one.table === table);
  switch (kind) {
    case 'supply': return [at(cage, 'chips', amount)];
    case 'withdraw': return [at(cage, 'chips', -amount)];
    case 'fund': return [at(cage, 'cash', amount)];
    case 'lodge': return [at(cage, 'cash', -amount)];
    case 'transfer': return [at(from, 'chips', -amount), at(cage, 'chips', amount)];
    case 'remit': return [at(from, 'cash', -amount), at(cage, 'cash', amount)];
    case 'purchase': return [
      { name: table, what: 'float', before: tray?.float ?? 0, after: (tray?.float ?? 0) - amount },
      { name: table, what: 'box', before: tray?.box ?? 0, after: (tray?.box ?? 0) + amount },
    ];
  }
}
export const move = ({ kind, cage, table, from, player, amount }: Move): Promise<unknown> => {
  if (kind === 'purchase') return command(`tables/${encodeURIComponent(table)}/purchase`, { player, amount });
  const between = kind === 'transfer' || kind === 'remit';
  return command(`house/cage/${kind}`, { cage, amount, ...(between ? { from } : {}) });
};

export const days = async (): Promise<{ date: string; open: boolean }[]> => (await get<{ days: { date: string; open: boolean }[] }>('reports')).days;
/* A day or a month, a shift of a day, a table's card. */
export const reportPath = (name: string, only: { table?: string; shift?: string } = {}, format = ''): string => {
  const asked = new URLSearchParams({ ...only, ...(format ? { format } : {}) }).toString();
  return `reports/${encodeURIComponent(name)}${asked ? `?${asked}` : ''}`;
};
export const report = (name: string, only: { table?: string; shift?: string } = {}): Promise<Report> => get(reportPath(name, only));

export const protection = (): Promise<Protection> => get('me/protection');
export const statement = async (): Promise<Month[]> => (await get<{ months: Month[] }>('me/statement')).months;
export const setLimit = (what: string, period: string, value: number | null): Promise<unknown> => command('me/limit', { what, period, ...(value === null ? {} : { value }) });
export const takeTimeOut = (hours: number): Promise<unknown> => command('me/time-out', { hours });
export const excludeMe = (number: number): Promise<unknown> => command('me/exclusion', { days: number });

export const configuration = (): Promise<Changes> => get('configuration');
export const configure = (): Promise<Changes> => command('configuration', {});

/* Pieces as they are sent: "1000x30 25x3". */
export const piecesText = (chips: number[], numbers: number[]): string => chips.map((chip, index) => `${chip / 100}x${numbers[index] ?? 0}`).join(' ');
export const piecesSum = (chips: number[], numbers: number[]): number => chips.reduce((sum, chip, index) => sum + chip * (numbers[index] ?? 0), 0);
