// SPDX-License-Identifier: Apache-2.0
/* One place where a wager may lie, as this screen shows it: what lies there and whose, what may be added, what it pays. The
 * circle of an area, the place of a side wager and the box of a table draw the same. */
import { areaOf } from './act';
import type { Bets } from './bets.svelte';
import type { Limit, Stake } from './protocol';
import { settings } from './settings.svelte';
import { paysOf, paysShort, type Sign, type SignRow } from './sign';
import { lying, spotLabel, together } from './stakes';
import type { Table } from './table.svelte';

export interface Spot {
  name: string;
  label: string;
  /* How cues name the place. */
  cue: string;
  you: string;
  /* One stake a person. */
  stakes: Stake[];
  others: Stake[];
  settled: Stake[];
  wish: number;
  placed: number;
  /* Chips are taken here now. */
  open: boolean;
  /* They may be, once the wagers on their way lie. */
  soon: boolean;
  /* It has just changed its place: a tap was meant for what lay there before. A key goes to what has the focus. */
  moving: boolean;
  /* The chip that the next tap would place; 0: none. */
  next: number;
  limit: Limit | undefined;
  pays: SignRow[];
  short: string;
  /* Nobody bets here from this screen: nothing to press. */
  place: (() => void) | undefined;
}

export interface SpotUse {
  table: Table;
  bets?: Bets | undefined;
  sign: Sign | null;
  /* On hands of a split and of an Insurance there is nothing to be wished for with chips. */
  fixed?: boolean;
  /* Something moves: no tap is taken yet. */
  still?: boolean;
  onplace?: () => void;
}

/* `spot` is the area, or empty for what lies on no area. */
export function spotOf({ table, bets, sign, fixed = false, still = false, onplace }: SpotUse, spot: string, wager: string): Spot {
  const { you } = table;
  const all = table.state?.stakes.filter((stake) => stake.wager === wager && (spot ? areaOf(stake.spot) === Number(spot) : stake.spot === '')) ?? [];
  const stakes = together(all);
  const own = stakes.filter((stake) => you !== '' && stake.who === you && !stake.settled).reduce((sum, stake) => sum + lying(stake), 0);
  const others = stakes.filter((stake) => stake.who !== you && !stake.settled);
  const name = table.words.wagers[wager] ?? wager;
  const wish = fixed ? own : table.wish(spot, wager);
  const pays = paysOf(sign, wager);
  const open = bets?.can(spot, wager) ?? false;
  return {
    name,
    label: spotLabel(table.words, settings.money, name, spot ? table.words.table.area(spot) : table.words.common.table, wish, others),
    cue: `${spot} ${wager}`,
    you,
    stakes,
    others,
    settled: stakes.filter((stake) => stake.settled),
    wish,
    placed: fixed ? own : table.placed(spot, wager),
    open,
    soon: !open && !fixed && bets?.open === true && table.busy,
    moving: still,
    next: open ? (bets?.chip ?? 0) : 0,
    limit: table.state?.limits.find((limit) => limit.wager === wager),
    pays,
    short: pays.length > 0 ? paysShort(table.words, pays, settings.number) : '',
    place: bets && (() => (onplace?.(), void bets.add(spot, wager))),
  };
}
