// SPDX-License-Identifier: Apache-2.0
/* A person who has read nothing opens the address of the demonstration, as `make run` serves it, and plays a round of each
 * game. He goes by what he sees: headings, buttons and links by their names, from the lobby to a paid result. Each step leaves
 * a picture, to be looked at. */
import { mkdirSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { browser, complaints, LANGUAGES, pictures, screen, type Size, windowWrongs } from './screen';

const PATIENCE_MS = 90000;
const STEPS_MAX = 40;
/* A small phone, held upright or on its side. */
const HELD = { upright: { width: 360, height: 640 }, sideways: { width: 844, height: 390 } };
const WALKS: { game: string; size: Size; held?: keyof typeof HELD; bet: RegExp }[] = [
  { game: 'Blackjack (Version 6)', size: 'terminal', bet: /^Main wager on Area \d/ },
  { game: 'Blackjack (Version 6)', size: 'phone', held: 'sideways', bet: /^Main wager on Area \d/ },
  { game: 'Blackjack Ace Race (Version 4)', size: 'phone', held: 'upright', bet: /^Main wager on Area \d/ },
  { game: 'Star Elements Blackjack', size: 'terminal', bet: /^Main wager on Area \d/ },
  { game: 'RWS Blackjack', size: 'tablet', bet: /^Initial Bet on Area \d/ },
  { game: 'Electronic 7 Up Baccarat', size: 'terminal', bet: /^Banker, / },
  { game: 'Electronic 7 Up Baccarat', size: 'phone', held: 'sideways', bet: /^Banker, / },
];

let house: House;
let chromium: Browser;
const folder = `${pictures}/walk`;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  house = await new House({ demo: true }).start();
  chromium = await browser();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

/* A finger would meet it as the page stands, without scrolling. What went while it was looked for was neither in sight nor out of it. */
const inSight = (button: Locator): Promise<boolean> =>
  button.evaluate(
    (node) => {
      if (!node.isConnected) throw new Error('gone');
      const { left, top, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    },
    undefined,
    { timeout: 2000 },
  );

async function firstInSight(buttons: Locator): Promise<Locator | undefined> {
  for (const button of await buttons.all()) if (await inSight(button).catch(() => false)) return button;
  return undefined;
}

/* A newcomer stands where he would rather wait, give nothing away and take nothing he does not know. */
const CAUTIOUS = /^(Stand|No |Do not|Decline|Play on|Finish)/;

/* Presses what is offered until a result is shown. Returns it. */
async function untilPaid(page: Page, seen: (step: string) => Promise<void>): Promise<string> {
  const result = page.locator('[data-moment] .sum');
  const choice = page.getByRole('group', { name: 'Your turn' }).getByRole('button', { name: CAUTIOUS }).first();
  for (let step = 0; step < STEPS_MAX; step++) {
    await result.or(choice).first().waitFor({ timeout: PATIENCE_MS });
    if (await result.isVisible()) return (await result.textContent()) ?? '';
    if (step === 0) {
      if (!(await inSight(choice).catch(() => true))) { // the clock, or another's card, may decide first
        await seen('4-out-of-sight');
        throw new Error('out of sight: what can be decided');
      }
      await seen('4-decide');
    }
    await choice.click({ timeout: 2000 }).catch(() => {});
  }
  throw new Error('no result');
}

it.concurrent.for(WALKS)('$game, $size: from the lobby to a paid result', async ({ game, size, held, bet }, { expect }) => {
  const { page, context } = await screen(chromium, { size });
  if (held) await page.setViewportSize(HELD[held]);
  const seen = async (step: string): Promise<void> => {
    await page.waitForTimeout(500); // what moves has come to rest
    await page.screenshot({ path: `${folder}/${[game, held ?? size, step].join('-').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png` });
  };
  await page.goto(house.address);
  const tile = page.getByRole('region', { name: game, exact: true }).getByRole('article').first();
  await tile.waitFor();
  await seen('1-lobby');
  await tile.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByText('Place your bets, please').waitFor({ timeout: PATIENCE_MS });
  await page.getByText(/Choose a chip, then tap/).waitFor({ timeout: PATIENCE_MS });
  await seen('2-table');
  const spot = page.getByRole('button', { name: bet });
  await expect.poll(() => firstInSight(spot), { timeout: PATIENCE_MS }).toBeDefined();
  await ((await firstInSight(spot)) ?? spot.first()).click({ timeout: PATIENCE_MS });
  await page.locator('.hint, .question').filter({ hasText: /Your bet is placed|decides for area|Area \d|No more bets/ }).first().waitFor();
  await seen('3-bet');
  expect(await untilPaid(page, seen)).toMatch(/\$|No gain/);
  await seen('5-paid');
  await context.close();
});

it('a table of one\'s own goes as fast as one likes, with company on request, and both are remembered', async () => {
  const { page, context } = await screen(chromium, { size: 'laptop' });
  await page.goto(house.address);
  await page.getByRole('region', { name: 'Blackjack (Version 6)', exact: true }).getByRole('button', { name: 'Deal me in' }).click();
  const seated = page.locator('.area .who').filter({ hasNotText: 'You' });
  await page.locator('.area.middle .spot.main.open').waitFor();
  expect(await seated.count()).toBe(0);
  await page.locator('.corner > summary').click();
  expect(await windowWrongs(page, 'own-table')).toEqual([]);
  await page.getByLabel('Speed').selectOption('Fast');
  await page.getByLabel('Playing along').selectOption('2');
  await page.keyboard.press('Escape');
  for (let round = 0; round < 2; round++) {
    await page.locator('.area.middle .spot.main.open').click();
    await page.getByRole('button', { name: 'Deal', exact: false }).first().click();
    const choice = page.getByRole('group', { name: 'Your turn' }).getByRole('button', { name: CAUTIOUS }).first();
    const over = page.locator('.stage[data-phase="betting"] .area.middle .spot.main.open');
    await page.locator('.stage[data-phase="dealing"], .stage[data-phase="ended"]').waitFor();
    for (let step = 0; step < STEPS_MAX && (await over.count()) === 0; step++) {
      await over.or(choice).first().waitFor();
      if ((await over.count()) === 0) await choice.click({ timeout: 2000 }).catch(() => {});
    }
  }
  await expect.poll(() => seated.count(), { timeout: 30000 }).toBe(2);
  await page.reload();
  await page.locator('.corner > summary').click();
  expect(await page.getByLabel('Speed').inputValue()).toBe('fast');
  expect(await page.getByLabel('Playing along').inputValue()).toBe('2');
  await context.close();
});

it('every language is found by its own name, on every page', async () => {
  const { page, context } = await screen(chromium, { size: 'laptop' });
  await page.goto(house.address);
  const choice = page.getByRole('combobox', { name: 'Language' });
  expect(await choice.locator('option').count()).toBe(LANGUAGES.length);
  await choice.selectOption({ label: '中文' });
  await page.getByRole('heading', { name: '选择牌桌' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
  await page.reload();
  await page.getByRole('combobox', { name: '语言' }).selectOption({ label: 'English' });
  await page.getByRole('heading', { name: 'Choose a table' }).waitFor();
  await context.close();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
