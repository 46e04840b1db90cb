// SPDX-License-Identifier: Apache-2.0
/* A round's receipt: a player takes it home from the result, and any browser checks it without the house. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { ALL_SIZES, browser, complaints, resize, screen, unreachable, wrongs } from './screen';

const command = process.env.CROUPIER ?? '';
let chromium: Browser;
let floor: Floor;
let mei: Seat;
let text = '';
let key = '';

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6'), ['mei', 'tan']).open();
  await floor.openTable('hand-1');
  const desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  mei = new Seat(await floor.at('mei', 'table/hand-1', { size: 'laptop' }));
  await desk.press('Place your bets');
  await mei.bet(4);
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  await mei.result();
  key = execFileSync(command, ['key', 'show', '--db', floor.house.database]).toString().match(/\S+\+[0-9a-f]{8}\+\S+/)?.[0] ?? '';
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

const verdict = (page: Page) => page.locator('[data-proved]');

it('from the result to a receipt that is proved, with a code, a file and a copy', async () => {
  const { page } = mei;
  await page.keyboard.press('l');
  await page.locator('.results').getByRole('link', { name: 'Receipt' }).click();
  await verdict(page).waitFor();
  expect(await verdict(page).getAttribute('data-proved')).toBe('true');
  expect(await verdict(page).textContent()).toContain('without a gap');
  expect(await verdict(page).getAttribute('data-signed')).toBe('unknown');
  await page.getByRole('img', { name: /opens this receipt/ }).waitFor();
  expect(await page.locator('ol code').allTextContents()).toContain('mei: bet 4 main 25');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('croupier receipt 2\nhand-1\n1\n')).toBe(true);
  await page.getByLabel(/^Keys of the house/).fill(key);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => verdict(page).getAttribute('data-signed')).toBe('signed');
  const found: string[] = [];
  for (const size of ALL_SIZES) {
    await resize(page, size);
    found.push(...(await unreachable(page)).map((what) => `${size}: ${what}`));
  }
  expect(found).toEqual([]);
  expect(await wrongs(page)).toEqual([]);
});

it('the shell finds the same', () => {
  const path = join(floor.house.folder, 'receipt.txt');
  writeFileSync(path, text);
  expect(execFileSync(command, ['verify-receipt', '--key', key, path]).toString()).toContain('Proved');
});

it('somebody who is nobody checks it, and a forged one is found', async () => {
  const { page, context } = await screen(chromium, { size: 'phone' });
  await page.goto(`${floor.house.address}#/receipt`);
  await page.getByLabel('Paste a receipt').fill(text);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => verdict(page).getAttribute('data-proved')).toBe('true');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('entry ') && Buffer.from(line.slice(6), 'base64').includes('mei: bet 4 main 25'));
  const forged = Buffer.from(Buffer.from(lines[at]!.slice(6), 'base64').toString('latin1').replace('main 25', 'main 95'), 'latin1').toString('base64');
  await page.getByLabel('Paste a receipt').fill(lines.with(at, `entry ${forged}`).join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => verdict(page).getAttribute('data-proved')).toBe('false');
  await page.getByText(/is not in the log/).waitFor();
  await page.getByLabel('Paste a receipt').fill('hello');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('This is not a receipt.').waitFor();
  await context.close();
});

it('a round in which one had no wager gives none, and says so', async () => {
  const page = await floor.at('tan', 'receipt/hand-1/1');
  await page.getByRole('alert').waitFor();
  expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
  expect(await verdict(page).count()).toBe(0);
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
