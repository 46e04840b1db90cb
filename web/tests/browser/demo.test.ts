// SPDX-License-Identifier: Apache-2.0
/* What the demonstration alone has: the cage at a terminal; and a shoe that bots finish, verified in the browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { bet, decide } from './person';
import { browser, enterDemo, screen, windowWrongs } from './screen';

const SHORT_SHOE = `tables:
  - id: short-1
    title: A short shoe
    game: mbs-blackjack-v6
    decks: 1
    cut: 40
    limits: {all: none, main: [25, 1000]}
    betting_seconds: 1
    pace_ms: 20
    result_ms: 2500
`;

let chromium: Browser;
let house: House;

beforeAll(async () => {
  chromium = await browser();
  house = await new House({ demo: true, tables: SHORT_SHOE }).start();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

it('buy-in to cash-out', async () => {
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/short-1`);
  const balance = page.locator('.money dd').first();
  await balance.waitFor();
  await page.getByRole('button', { name: /Buy in/ }).click();
  expect(await windowWrongs(page, 'buy-in')).toEqual([]);
  await page.getByRole('button', { name: '+ $1,000' }).click();
  await expect.poll(() => balance.textContent()).toBe('$6,000');
  await page.getByRole('button', { name: /Collect \$6,000/ }).click();
  await expect.poll(() => balance.textContent()).toBe('$0');
  await context.close();
});

it('a finished shoe is verified by repeating its shuffle', async () => {
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/short-1`);
  const revealed = async (): Promise<boolean> => (await house.api<{ shoes: { seed?: string }[] }>('GET', 'tables/short-1/shoes')).shoes.some((row) => row.seed);
  for (let round = 0; round < 8 && !(await revealed()); round++) {
    await decide(page, await bet(page, 'blackjack'));
  }
  expect(await revealed()).toBe(true);
  await page.goto(`${house.address}#/shoes/short-1/1`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Verified: this order was fixed before the first bet.').waitFor();
  expect(await page.locator('ol li').count()).toBe(52);
  await context.close();
});

it('the terminal gives a number to the shuffle, and the player sees that it is in', async () => {
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/short-1`);
  const last = async (): Promise<number> => (await house.api<{ shoes: { shoe: number }[] }>('GET', 'tables/short-1/shoes')).shoes[0]?.shoe ?? 0;
  const mine = page.locator('[data-shoe] [data-luck=in]');
  for (let round = 0; round < 8 && !(await mine.isVisible()); round++) await decide(page, await bet(page, 'blackjack'));
  await mine.waitFor();
  const shoe = await last();
  const { luck } = await house.api<{ luck: { name: string; value?: string }[] }>('GET', `tables/short-1/shoes/${shoe}`);
  expect(luck.map(({ value }) => value?.length)).toContain(64);
  await page.goto(`${house.address}#/shoes/short-1/${shoe}`);
  await page.getByText('Your number was mixed in').waitFor();
  await page.reload(); // the tab still knows its number
  await page.getByText('Your number was mixed in').waitFor();
  await context.close();
});
