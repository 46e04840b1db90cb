// SPDX-License-Identifier: Apache-2.0
/* What a page cost, read from Chromium's trace: processor time, which the load of the machine does not change, of the main thread cut at
 * the beginnings of frames, and of the threads that paint. */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { tileData?: { layerId: number; sourceFrameNumber: number } };
}

export interface Cost {
  /* Milliseconds of main-thread work in each frame. */
  main: number[];
  /* Milliseconds of painting for each frame that had something painted. */
  painted: number[];
  /* How often a piece of each layer was painted. */
  pieces: number[];
}

const CATEGORIES = ['toplevel', 'cc', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];
const BEGIN = 'croupier-begin';
const END = 'croupier-end';

/* What each frame of `work` cost. */
export async function cost(on: Browser, page: Page, work: () => Promise<void>): Promise<Cost> {
  await on.startTracing(page, { categories: CATEGORIES });
  await page.evaluate((name) => void performance.mark(name), BEGIN);
  await work();
  await page.evaluate((name) => void performance.mark(name), END);
  const { traceEvents } = JSON.parse((await on.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const begin = mark(traceEvents, BEGIN);
  const until = mark(traceEvents, END).ts;
  const own = traceEvents.filter((event) => event.pid === begin.pid && event.ts >= begin.ts && event.ts < until);
  const tiles = own.filter((event) => event.name === 'RasterTask' && event.ph === 'X' && event.args?.tileData);
  return {
    main: perFrame(own, begin.tid),
    painted: summed(tiles, (tile) => tile.sourceFrameNumber, ({ tdur = 0 }) => tdur / 1000),
    pieces: summed(tiles, (tile) => tile.layerId, () => 1),
  };
}

function mark(events: TraceEvent[], name: string): TraceEvent {
  const found = events.find((event) => event.name === name);
  if (!found) throw new Error(`the trace lacks ${name}`);
  return found;
}

type Tile = NonNullable<NonNullable<TraceEvent['args']>['tileData']>;

function summed(tiles: TraceEvent[], key: (tile: Tile) => number, value: (event: TraceEvent) => number): number[] {
  const sums = new Map<number, number>();
  for (const event of tiles) {
    const at = key(event.args?.tileData as Tile);
    sums.set(at, (sums.get(at) ?? 0) + value(event));
  }
  return [...sums.values()];
}

function perFrame(own: TraceEvent[], tid: number): number[] {
  const starts = own.filter((event) => event.name === 'BeginMainThreadFrame').map((event) => event.ts).toSorted((a, b) => a - b);
  const frames = starts.map(() => 0);
  for (const { ts, tdur = 0 } of own.filter((event) => event.name === 'RunTask' && event.ph === 'X' && event.tid === tid)) {
    const at = starts.findLastIndex((start) => start <= ts);
    frames[Math.max(0, at)] = (frames[Math.max(0, at)] ?? 0) + tdur / 1000;
  }
  return frames;
}
