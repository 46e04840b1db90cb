// SPDX-License-Identifier: Apache-2.0
/* What /api/tables tells about the floor. */
import { get } from './api';
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
}

export const floor = async (): Promise<FloorTable[]> => {
  return (await get<{ tables: FloorTable[] }>('tables')).tables;
};
