// SPDX-License-Identifier: Apache-2.0
/* A person new to it bets within two taps, and has a first result within 15 seconds of the first page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { browser, complaints, screen } from './screen';

const STEPS_MAX = 40;
/* What somebody presses who would rather wait and give nothing away. */
const CAUTIOUS = /^(Stand|No |Do not|Decline|Play on|Finish)/;
let house: House;
let chromium: Browser;

beforeAll(async () => {
  house = await new House({ demo: true }).start();
  chromium = await browser();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

it('two taps to a bet, and a first result within 15 seconds of the first page', async () => {
  const { page, context } = await screen(chromium, { size: 'phone' });
  const begin = Date.now();
  await page.goto(house.address);
  await page.getByRole('region', { name: 'Blackjack (Version 6)', exact: true }).getByRole('button', { name: 'Deal me in' }).click();
  await page.locator('.area.middle .spot.main.open').click();
  await page.getByRole('button', { name: 'Deal', exact: false }).first().click();
  const choice = page.getByRole('group', { name: 'Your turn' }).getByRole('button', { name: CAUTIOUS }).first();
  const result = page.locator('[data-moment] .sum');
  for (let step = 0; step < STEPS_MAX && (await result.count()) === 0; step++) {
    await result.or(choice).first().waitFor();
    if ((await result.count()) === 0) await choice.click({ timeout: 2000 }).catch(() => {});
  }
  expect(await result.textContent()).toMatch(/\$|No gain/);
  expect(Date.now() - begin).toBeLessThan(15000);
  await context.close();
});

it('the band of the demonstration has a line of its own, from edge to edge, in every window', async () => {
  const { page, context } = await screen(chromium, { size: 'phone' });
  await page.goto(house.address);
  await page.locator('header .demo').waitFor();
  const wrong: string[] = [];
  for (const width of [320, 390, 768, 1024, 1280, 1366, 1440, 1920, 2560, 3840]) {
    await page.setViewportSize({ width, height: 720 });
    const [band, sign] = await page.evaluate(() => ['header .demo', 'header .brand'].map((name) => document.querySelector(name)?.getBoundingClientRect().toJSON()));
    if (band.top !== 0 || band.left > 0 || band.right < width || sign.top < band.bottom) wrong.push(`${width}: ${JSON.stringify([band, sign])}`);
  }
  expect(wrong).toEqual([]);
  await context.close();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
