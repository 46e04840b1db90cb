// SPDX-License-Identifier: Apache-2.0
/* Whole rounds with known cards, each decision a button on a page: split, double, surrender, insurance, even money, two
 * people on one area, a misdeal previewed and confirmed. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { browser, complaints, windowWrongs } from './screen';

let chromium: Browser;
let floor: Floor;
let desk: Desk;
let mei: Seat;
let tan: Seat;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6', ', pair: [5, 200]'), ['mei', 'tan']).open();
  await floor.openTable('hand-1');
  desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  mei = new Seat(await floor.at('mei', 'table/hand-1'));
  tan = new Seat(await floor.at('tan', 'table/hand-1'));
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

async function begin(...bets: (() => Promise<void>)[]): Promise<void> {
  await desk.press('Place your bets');
  for (const bet of bets) await bet();
  await desk.press('No more bets');
}

it('a plain hand: bet, deal, stand, paid', async () => {
  await begin(() => mei.bet(1));
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
  expect(await floor.balance('mei')).toBe(102500);
});

it('cards tapped: the first tap names the card, the second enters it', async () => {
  await begin(() => mei.bet(1));
  await desk.page.getByRole('button', { name: 'Tap a card' }).click();
  const left = desk.page.locator('.shoe .more').first();
  const before = await left.textContent();
  const tap = (name: string): Promise<void> => desk.page.getByRole('button', { name, exact: true }).click();
  await tap('9 of Hearts');
  await tap('10 of Hearts');
  expect(await left.textContent()).toBe(before);
  await tap('10 of Hearts');
  await expect.poll(() => left.textContent()).not.toBe(before);
  await tap('6 of Clubs');
  await desk.page.getByRole('button', { name: '6 of Clubs to Dealer' }).click();
  await desk.page.getByRole('button', { name: 'Tap a card' }).click();
  await desk.cards('9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
});

it('a card that was typed wrongly is put right', async () => {
  await begin(() => mei.bet(1));
  await desk.cards('Th 6c 8d');
  await desk.page.getByRole('button', { name: 'Correct the last card' }).click();
  await desk.page.keyboard.type('9d');
  await desk.page.keyboard.press('Enter');
  await mei.page.getByRole('img', { name: '9 of Diamonds' }).waitFor();
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
});

it('two people on one area: a split that the other does not follow, a double', async () => {
  await begin(() => mei.bet(1), () => tan.bet(1));
  await desk.cards('9h 6c 9d');
  await mei.take('split');
  await tan.take('decline');
  await desk.cards('Th');
  await mei.take('stand');
  await desk.cards('2s');
  await mei.take('double');
  await desk.cards('Tc');
  await desk.cards('Td 4d');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
  expect(await tan.result()).toBe('You lose $25');
});

it('surrender gives half back', async () => {
  await begin(() => mei.bet(2));
  await desk.cards('Th Kd 6d');
  await mei.take('surrender');
  expect(await mei.result()).toBe('You lose $12.50');
  await desk.press('Announce and settle');
});

it('insurance and even money against an Ace', async () => {
  await begin(() => mei.bet(3), () => tan.bet(4));
  await desk.cards('Th Ah As 9d Kh');
  await mei.take('insure');
  await tan.take('even');
  await mei.take('stand');
  await desk.cards('Kc');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('No gain, no loss');
  expect(await tan.result()).toBe('You win $25');
});

it('what no rule speaks of is told in a sentence', async () => {
  await desk.press('Place your bets');
  await desk.page.locator('.wrong').click();
  await desk.page.getByRole('button', { name: 'Something no rule speaks of' }).waitFor();
  expect(await windowWrongs(desk.page, 'trouble')).toEqual([]);
  await desk.page.getByRole('button', { name: 'Something no rule speaks of' }).click();
  await desk.page.getByRole('textbox', { name: 'Say what happened' }).fill('a glass on the felt');
  await desk.page.getByRole('button', { name: 'What the rules say' }).click();
  await desk.page.locator('.sentence').last().waitFor();
  await desk.page.getByRole('button', { name: 'Close' }).first().click();
});

it('a refusal is a sentence, its clause and what it says on demand', async () => {
  await desk.page.getByRole('textbox', { name: 'Scan or type a card' }).fill('Th');
  await desk.page.keyboard.press('Enter');
  const refusal = desk.page.getByRole('alert').filter({ has: desk.page.getByRole('button', { name: 'Which rule?' }) });
  expect(await refusal.locator('span').first().textContent()).toMatch(/\w+ .*\.$/);
  expect(await windowWrongs(desk.page, 'refusal')).toEqual([]);
  await refusal.getByRole('button', { name: 'Which rule?' }).click();
  const said = desk.page.getByRole('dialog');
  await said.getByRole('heading', { name: /^Rule \d/ }).waitFor();
  await expect.poll(() => said.locator('dd').first().textContent()).toMatch(/\w+ \w+ \w+/);
  await desk.page.keyboard.press('Escape');
  await said.waitFor({ state: 'hidden' });
});

it('keys do nothing on the table under a window', async () => {
  await mei.bet(1);
  const staked = mei.page.locator('[data-staked]');
  await expect.poll(() => staked.textContent()).toBe('$25');
  await mei.page.keyboard.press('l');
  await mei.page.locator('.drawer .rule').first().click();
  await mei.page.getByRole('dialog').waitFor();
  await mei.page.keyboard.press('x');
  await mei.page.keyboard.press('Escape');
  await mei.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await mei.page.waitForTimeout(300);
  expect(await staked.textContent()).toBe('$25');
  await desk.press('No more bets');
});

it('a card on the wrong hand: reported, previewed in words and on the felt, confirmed', async () => {
  await desk.cards('7h 6c 5d');
  await mei.take('hit');
  await desk.page.getByLabel('It lies somewhere else').selectOption('dealer');
  await desk.cards('9s');
  await desk.page.locator('.wrong').click();
  await desk.page.getByRole('button', { name: 'A card asked for lies on another hand' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByText(/Rule .*5\.6\.2/).first().waitFor();
  await dialog.locator('.felt').first().waitFor();
  expect(await windowWrongs(desk.page, 'ruling')).toEqual([]);
  expect(await desk.page.locator('.felt-side .hand').first().locator('img').count()).toBe(2);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => desk.page.locator('.felt-side .hand').first().locator('img').count()).toBe(1);
  await desk.cards('Td 9c');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
