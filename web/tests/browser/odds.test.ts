// SPDX-License-Identifier: Apache-2.0
/* The odds page: lines in people's words in both languages, the value of a hand, a simulation played by the server. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { browser, complaints, screen } from './screen';

let chromium: Browser;
let house: House;

beforeAll(async () => {
  chromium = await browser();
  house = await new House({ demo: true }).start();
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

it.each([
  ['en', 'Three Sevens of one Element', /After 4,000,0\d\d rounds: .*% ± .*%/],
  ['zh', '三张7（同元素）', /模拟4,000,0\d\d局之后/],
] as const)('%s: lines in words, a simulation that ends near the exact value', async (language, line, after) => {
  const { page, context } = await screen(chromium, { language });
  await page.goto(`${house.address}#/odds/mbs-star-elements`);
  await page.getByText(line).first().waitFor();
  for (const text of await page.locator('.line td:first-child').allTextContents()) expect(text).not.toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  await page.getByText(after).waitFor();
  await page.locator('.plot canvas').waitFor();
  await page.locator('.charts').waitFor();
  await context.close();
});

it('the simulation can be played again and for another wager', async () => {
  const { page, context } = await screen(chromium);
  await page.goto(`${house.address}#/odds/mbs-7up-baccarat`);
  const said = page.getByText(/After 4,000,0\d\d rounds/);
  const first = await said.textContent();
  await page.getByRole('button', { name: 'Simulate again' }).click();
  await expect.poll(() => said.textContent()).not.toBe(first);
  await page.getByLabel('Wager').selectOption('tie');
  await expect.poll(() => said.textContent()).toMatch(/Exact: −4\.0503%/);
  await context.close();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
