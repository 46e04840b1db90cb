// SPDX-License-Identifier: Apache-2.0
/* Alarms of the floor, each once, the newest first: those that came while this page was open, and those the tables keep. Pure. */
import type { Alarm, TableState } from './protocol';

const same = (a: Alarm, b: Alarm): boolean => a.table === b.table && a.code === b.code && a.time === b.time;

export function allAlarms(told: Alarm[], states: (TableState | null)[]): Alarm[] {
  const all = [...told, ...states.flatMap((state) => state?.alarms ?? [])];
  return all.filter((alarm, index) => all.findIndex((other) => same(alarm, other)) === index).toSorted((a, b) => b.time - a.time);
}
