// SPDX-License-Identifier: Apache-2.0
/* An update that brings a whole step is shown card by card: in order, totals with the cards that have come, at the pace told; a press skips to the
 * end, reduced motion shows no step of it, and a screen reader is told everything in order. The step is the server's own: bets close, the shoe deals,
 * and all of it comes in one update. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { browser, complaints, enterDemo, screen, type Look } from './screen';
import { cost } from './trace';

const PACE_MS = 250;
const swift = (id: string): string => `
  - id: ${id}
    title: ${id}
    game: mbs-blackjack-v6
    limits: {all: none, main: [25, 1000]}
    betting_seconds: 4
    decision_seconds: 60
    pace_ms: ${PACE_MS}
    result_ms: 6000`;
const TABLES = `tables:${['one', 'skipped', 'still', 'painted'].map(swift).join('')}
  - id: bac
    title: bac
    game: mbs-7up-baccarat
    limits: {player: [25, 1000], banker: [25, 1000], tie: [5, 200], super-sevens: [5, 200]}
    betting_seconds: 4
    pace_ms: ${PACE_MS}
    result_ms: 6000
`;

let chromium: Browser;
let house: House;

beforeAll(async () => {
  chromium = await browser();
  house = await new House({ demo: true, tables: TABLES }).start();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

/* Runs in the page before anything of it: how many cards each update brings. */
function countCards(): void {
  const kept = window as unknown as { brought: number[] };
  kept.brought = [];
  const Bare = window.WebSocket;
  window.WebSocket = class extends Bare {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', (event) => {
        const { type, events } = JSON.parse(String(event.data)) as { type: string; events?: { kind: string }[] };
        if (type === 'update') kept.brought.push((events ?? []).filter(({ kind }) => kind === 'card').length);
      });
    }
  };
}

/* Everything the felt shows, whenever it changes: cards and totals by hand, and whether something is asked. */
function watching(): void {
  const kept = window as unknown as { seen: object[] };
  kept.seen = [];
  const look = (): void => {
    const hands = Object.fromEntries([...document.querySelectorAll<HTMLElement>('.hand')].map((hand) => [hand.dataset.place ?? '', `${hand.querySelectorAll('.cards img').length} ${hand.querySelector('.total [aria-hidden]')?.textContent?.trim() ?? ''}`]));
    const spoken = [...document.querySelectorAll('[aria-live][role="log"]')].map((node) => node.textContent).join('');
    kept.seen.push({ at: performance.now(), round: document.querySelector<HTMLElement>('[data-round]')?.dataset.round ?? '', hands, asked: document.querySelector('.decisions .big') !== null, moment: document.querySelector('[data-moment]') !== null, spoken });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}

interface Seen {
  at: number;
  round: string;
  hands: Record<string, string>;
  asked: boolean;
  moment: boolean;
  spoken: string;
}
const cards = (seen: Seen): number => Object.values(seen.hands).reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);

/* A person who bets at the middle and is dealt to. */
async function dealtTo(look: Look, table: string): Promise<Page> {
  const { page } = await screen(chromium, look);
  await page.addInitScript(countCards);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/${table}`);
  await page.locator('.stage').waitFor();
  await page.evaluate(watching);
  return page;
}

async function bet(page: Page, spot: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    await page.locator(spot).first().waitFor({ timeout: 20000 });
    await page.locator(spot).first().click({ timeout: 1500 }).catch(() => {});
    const staked = await page.waitForFunction(() => Number(document.querySelector<HTMLElement>('[data-staked]')?.dataset.staked) > 0, null, { timeout: 1500 }).catch(() => null);
    if (staked) return;
  }
  throw new Error('no bet was taken');
}

const seen = (page: Page): Promise<Seen[]> => page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);

/* From the first card to the question or the result, of the round that was bet in: on a slow machine others have played one before. */
async function round(page: Page): Promise<Seen[]> {
  await page.locator('.decisions .big, [data-moment]').first().waitFor({ timeout: 20000 });
  const ever = await seen(page);
  const all = ever.filter((one) => one.round === ever.at(-1)?.round);
  const first = all.findIndex((one) => cards(one) > 0 && !one.moment);
  return all.slice(first);
}

it('cards come one by one in the order of the deal, totals with them, the question last', async () => {
  const page = await dealtTo({ size: 'laptop' }, 'one');
  await bet(page, '.area.middle .spot.main.open');
  const all = await round(page);
  expect(await page.evaluate(() => Math.max(...(window as unknown as { brought: number[] }).brought))).toBeGreaterThanOrEqual(3);
  const counts = [...new Set(all.map(cards))];
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.slice(0, 3)).toEqual([1, 2, 3]);
  /* One after the other, at about the pace. */
  const when = (count: number): number => all.find((one) => cards(one) === count)?.at ?? 0;
  expect(when(2) - when(1)).toBeGreaterThan(PACE_MS * 0.6);
  expect(when(3) - when(2)).toBeGreaterThan(PACE_MS * 0.6);
  /* A card on its way counts nothing yet; then its hand counts with it. */
  const place = Object.keys(all.find((one) => cards(one) === 1)?.hands ?? {})[0] ?? '';
  const totals = [...new Set(all.map((one) => one.hands[place]).filter(Boolean))];
  expect(totals[0]).toBe('1 ');
  expect(totals[1]).toMatch(/^1 \S+/);
  /* Nothing is asked, and no result shown, before the cards lie there. */
  const most = Math.max(...all.map(cards));
  for (const one of all) if (cards(one) < most) expect(one.asked || one.moment).toBe(false);
  /* A screen reader has the deal in order, in one piece. */
  const spoken = all.map((one) => one.spoken).find((text) => text.includes(' to area ')) ?? '';
  expect(spoken.indexOf(' to area ')).toBeLessThan(spoken.indexOf(' to the Dealer'));
  await page.context().close();
});

it('a press skips to the end', async () => {
  const page = await dealtTo({ size: 'laptop' }, 'skipped');
  await bet(page, '.area.middle .spot.main.open');
  await page.waitForFunction(() => document.querySelectorAll('.hand .cards img').length === 1, null, { timeout: 20000, polling: 'raf' });
  await page.keyboard.press('h');
  const begin = Date.now();
  await page.waitForFunction(() => document.querySelectorAll('.hand .cards img').length >= 3, null, { timeout: 2000, polling: 'raf' });
  expect(Date.now() - begin).toBeLessThan(PACE_MS * 1.5);
  /* The key that skipped is no answer. */
  await page.waitForTimeout(500);
  const own = await page.locator('.area.middle .hand .cards img').count();
  expect(own).toBe(2);
  await page.context().close();
});

it('under reduced motion the cards lie there at once', async () => {
  const page = await dealtTo({ size: 'laptop', still: true }, 'still');
  await bet(page, '.area.middle .spot.main.open');
  const all = await round(page);
  expect(cards(all[0] as Seen)).toBeGreaterThanOrEqual(3);
  await page.context().close();
});

/* The cloth, and whatever else is large, was painted once: before, every card had it painted anew, a hundred pieces and more in a deal. */
const PIECES_MAX = 50;

it('a card that comes has little more painted than itself', async () => {
  const page = await dealtTo({ size: 'terminal' }, 'painted');
  await bet(page, '.area.middle .spot.main.open');
  await page.locator('.stage[data-phase="dealing"]').waitFor();
  const { pieces } = await cost(chromium, page, () => page.locator('.decisions .big, [data-moment]').first().waitFor({ timeout: 20000 }));
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces)).toBeLessThan(PIECES_MAX);
  await page.context().close();
});

it('baccarat: the winner is told after the last card, on the table and on its display', async () => {
  const page = await dealtTo({ size: 'laptop' }, 'bac');
  const wall = (await screen(chromium, { size: 'terminal' })).page;
  await wall.goto(`${house.address}#/display/bac`);
  await wall.locator('.felt').waitFor();
  await wall.evaluate(watching);
  await bet(page, '.wager.banker.open');
  for (const one of [page, wall]) {
    await one.locator('[data-moment]').waitFor({ timeout: 20000 });
    const all = (await seen(one)).filter((state) => cards(state) > 1);
    const last = all.findLast((state) => state.moment)?.round;
    const own = all.filter((state) => state.round === last);
    const most = Math.max(...own.map(cards));
    expect(new Set(own.map(cards)).size).toBeGreaterThanOrEqual(3);
    for (const state of own) if (state.moment) expect(cards(state)).toBe(most);
  }
  await page.context().close();
  await wall.context().close();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
