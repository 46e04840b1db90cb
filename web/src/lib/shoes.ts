// SPDX-License-Identifier: Apache-2.0
/* Shoes as /api/tables/T/shoes tells them. */
import { get } from './api';
import type { LuckNumber } from './protocol';

export interface ShoeRow {
  shoe: number;
  deck: string;
  decks: number;
  commitment: string;
  seed?: string;
  luck?: LuckNumber[];
}

const at = (table: string): string => `tables/${encodeURIComponent(table)}/shoes`;

export const shoes = async (table: string): Promise<ShoeRow[]> => (await get<{ shoes: ShoeRow[] }>(at(table))).shoes;
export const shoe = (table: string, number: number): Promise<ShoeRow> => get<ShoeRow>(`${at(table)}/${number}`);
