// SPDX-License-Identifier: Apache-2.0
/* What a page's main thread did, read from Chromium's trace: processor time, which the load of the machine does not
 * change, cut at the beginnings of frames. */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'blink.user_timing'];
const BEGIN = 'croupier-begin';
const END = 'croupier-end';

/* Milliseconds of main-thread work in each frame of what `work` does. */
export async function mainThread(on: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await on.startTracing(page, { categories: CATEGORIES });
  await page.evaluate((name) => void performance.mark(name), BEGIN);
  await work();
  await page.evaluate((name) => void performance.mark(name), END);
  const { traceEvents } = JSON.parse((await on.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return perFrame(traceEvents);
}

function perFrame(events: TraceEvent[]): number[] {
  const mark = (name: string): TraceEvent => {
    const found = events.find((event) => event.name === name);
    if (!found) throw new Error(`the trace lacks ${name}`);
    return found;
  };
  const begin = mark(BEGIN);
  const until = mark(END).ts;
  const own = events.filter((event) => event.pid === begin.pid && event.ts >= begin.ts && event.ts < until);
  const starts = own.filter((event) => event.name === 'BeginMainThreadFrame').map((event) => event.ts).toSorted((a, b) => a - b);
  const frames = starts.map(() => 0);
  for (const { ts, tdur = 0 } of own.filter((event) => event.name === 'RunTask' && event.ph === 'X' && event.tid === begin.tid)) {
    const at = starts.findLastIndex((start) => start <= ts);
    frames[Math.max(0, at)] = (frames[Math.max(0, at)] ?? 0) + tdur / 1000;
  }
  return frames;
}
