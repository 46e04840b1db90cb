// SPDX-License-Identifier: Apache-2.0
/* Measurements of the player's terminal, one line a figure as tools/bench prints them; nothing fails on a figure.
 *   first load     what the terminal fetches before it can be used, without card art, compressed as a proxy would
 *   interactive    from the start of the navigation until the layout takes a bet, on the loopback
 *   frames         animation frames while a virtual shoe deals to seven areas, and how many were left out
 *   frame-work     processor time of the main thread in a frame of the same, which other work of the machine does not change
 *   frame-paint    processor time of painting on other threads: longer than a frame or two, and frames are left out
 *   studio-change  from a changed rule in the studio until the main wager's new house edge stands there, 6 decks */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { House } from './house';
import { browser, enterDemo, screen } from './screen';
import { cost } from './trace';

const TABLE = `tables:
  - id: seven
    title: Seven areas
    game: mbs-blackjack-v6
    limits: {all: none, main: [25, 1000]}
    betting_seconds: 12
    decision_seconds: 3
    pace_ms: 250
    result_ms: 3000
`;

let chromium: Browser;
let house: House;

beforeAll(async () => {
  chromium = await browser();
  house = await new House({ demo: true, tables: TABLE }).start();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

const figure = (name: string, value: string, unit: string, what: string): void => void process.stdout.write(`pages/${name} ${value} ${unit} ${what}\n`);

const ready = (page: Page): Promise<number> =>
  page.waitForFunction(() => (document.querySelector('.spot.main.open .take') ? performance.now() : 0), null, { timeout: 60000 }).then((handle) => handle.jsonValue());

it('first load and time to the first bet', async () => {
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\/cards\//.test(response.url()) && !/\/api\//.test(response.url())) bodies.push(response.body().then((body) => gzipSync(body).length, () => 0));
  });
  await page.goto('about:blank');
  await page.goto(`${house.address}#/table/seven`);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
  figure('first-load', (bytes / 1024).toFixed(1), 'KB', `compressed, without card art, ${bodies.length} files`);
  const line = await context.newCDPSession(page);
  for (const [name, rate, what] of [['interactive', 1, ''], ['interactive-slow', 4, ', on a processor slowed four times']] as const) {
    const times: number[] = [];
    await line.send('Emulation.setCPUThrottlingRate', { rate });
    for (let run = 0; run < 5; run++) {
      await page.goto('about:blank');
      await page.goto(`${house.address}#/table/seven`);
      await page.locator('.felt').waitFor();
      times.push(await page.evaluate(() => performance.getEntriesByType('mark').find((mark) => mark.name === 'usable')?.startTime ?? 0));
    }
    figure(name, String(Math.round(times.toSorted((a, b) => a - b)[2] ?? 0)), 'ms', `median of 5, navigation to a live table${what}`);
  }
  await context.close();
});

const FRAME_MS = 1000 / 60;

/* The time between animation frames, for as long as the dealing takes. */
const frameGaps = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const found: number[] = [];
        const start = performance.now();
        let last = start;
        const frame = (now: number): void => {
          found.push(now - last);
          last = now;
          if (now - start < 4000) requestAnimationFrame(frame);
          else done(found.slice(1));
        };
        requestAnimationFrame(frame);
      }),
  );

const at = (values: number[], part: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

it('frames while seven areas are dealt', async () => {
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/seven`);
  await ready(page);
  for (let area = 1; area <= 7; area++) await page.locator(`.area[data-area="${area}"] .spot.main.open`).click({ timeout: 5000 }).catch(() => {});
  await page.locator('.stage[data-phase="dealing"]').waitFor({ timeout: 60000 });
  let gaps: number[] = [];
  const { main: work, painted } = await cost(chromium, page, async () => void (gaps = await frameGaps(page)));
  const hands = await page.locator('.area .hand').count();
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  figure('frames', ((1000 * gaps.length) / total).toFixed(1), 'frames/s', `over ${(total / 1000).toFixed(1)} s of dealing to ${hands} areas`);
  figure('frames-dropped', String(dropped), 'frames', `of ${gaps.length + dropped}`);
  figure('frame-p99', at(gaps, 0.99).toFixed(1), 'ms', 'longest but one in a hundred');
  figure('frame-work-p95', at(work, 0.95).toFixed(1), 'ms', `of the main thread in a frame, longest but one in twenty, of ${work.length}`);
  figure('frame-work-max', Math.max(...work).toFixed(1), 'ms', 'of the main thread in the longest frame');
  figure('frame-paint-max', Math.max(...painted).toFixed(1), 'ms', 'of painting, on other threads, for the longest frame');
  figure('frame-paint', painted.reduce((sum, one) => sum + one, 0).toFixed(0), 'ms', 'of painting in all of it');
  await context.close();
});

const CHANGES = 40;

/* Milliseconds until the studio shows another edge of the main wager. */
const change = (page: Page, value: string): Promise<number> =>
  page.evaluate(
    (to) =>
      new Promise<number>((done) => {
        const edge = (): string | undefined => document.querySelector<HTMLElement>('[data-wager="main"]')?.dataset.edge;
        const rule = document.querySelector<HTMLSelectElement>('#key-dealer-soft17');
        const before = edge();
        const start = performance.now();
        const look = (): void => void (edge() === before ? requestAnimationFrame(look) : done(performance.now() - start));
        if (rule) rule.value = to;
        rule?.dispatchEvent(new Event('change', { bubbles: true }));
        requestAnimationFrame(look);
      }),
    value,
  );

it('a change in the studio', async () => {
  const { page, context } = await screen(chromium);
  const times: number[] = [];
  await page.goto(`${house.address}studio/#mbs-blackjack-v6`);
  await page.waitForFunction(() => document.querySelector('.headline')?.getAttribute('aria-busy') === 'false');
  for (let turn = 0; turn < CHANGES; turn++) {
    times.push(await change(page, turn % 2 ? 'stand' : 'hit'));
    await page.waitForFunction(() => document.querySelector('.headline')?.getAttribute('aria-busy') === 'false');
  }
  figure('studio-change', at(times, 0.5).toFixed(0), 'ms', `median of ${CHANGES}, from a changed rule to the main wager's new edge, 6 decks`);
  figure('studio-change-p95', at(times, 0.95).toFixed(0), 'ms', 'longest but one in twenty');
  await context.close();
});
