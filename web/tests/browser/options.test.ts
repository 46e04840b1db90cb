// SPDX-License-Identifier: Apache-2.0
/* What only some games and some hands have, with known cards: Ace Race on split Aces, Insurance of another's wager,
 * cards a Player asks to squeeze. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askToSqueeze, Desk, Floor, Seat, table } from './floor';
import { browser, complaints, windowWrongs } from './screen';

let chromium: Browser;
let floor: Floor;

beforeAll(async () => {
  chromium = await browser();
  const tables = table('race-1', 'mbs-ace-race-v4', ', ace-race: [5, 200], ace-race-split: [5, 200]') + table('hand-1', 'mbs-blackjack-v6') + table('rws-1', 'rws-blackjack') + table('rws-2', 'rws-blackjack').replace('entered', 'virtual');
  floor = await new Floor(chromium, tables, ['mei', 'tan']).open();
  for (const id of ['race-1', 'hand-1', 'rws-1', 'rws-2']) await floor.openTable(id);
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

it('split Aces take an Ace Race wager on each hand [ar 3.21.1]', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/race-1'));
  const mei = new Seat(await floor.at('mei', 'table/race-1'));
  await desk.press('Place your bets');
  await mei.bet(1);
  await mei.bet(1, 'Ace Race');
  await desk.press('No more bets');
  await desk.cards('Ah 7c Ad');
  await desk.press('Settle the initial deal');
  await mei.take('split');
  for (const hand of ['1', '2']) {
    const button = mei.page.locator('.decisions .bet', { hasText: `hand ${hand}` });
    await button.click();
    if (hand === '1') expect(await windowWrongs(mei.page, 'amount')).toEqual([]);
    await mei.page.getByRole('button', { name: 'Ace Race on split Aces $5', exact: true }).click();
    await button.waitFor({ state: 'hidden' });
  }
  await desk.cards('As 9d Th');
  await desk.press('Announce and settle');
  await mei.result();
  const line = mei.page.locator('.results tr', { hasText: 'Ace Race on split Aces' });
  await expect.poll(() => line.count()).toBe(2);
  expect(await line.first().textContent()).toMatch(/won/);
  expect(await line.last().textContent()).toMatch(/lost/);
});

it('a declined Insurance goes to another who asks for it [mbs 3.27.4.5]', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  const mei = new Seat(await floor.at('mei', 'table/hand-1'));
  const tan = new Seat(await floor.at('tan', 'table/hand-1'));
  await desk.press('Place your bets');
  await mei.bet(1);
  await desk.press('No more bets');
  await desk.cards('Th As 9d');
  await mei.take('decline');
  /* Nobody asks tan: he asks for it himself. */
  await tan.page.locator('.more > summary').click();
  await tan.page.getByRole('button', { name: /Insurance on mei's wager/ }).first().click();
  await tan.page.getByRole('dialog').locator('input').first().fill('12.5');
  await tan.page.getByRole('dialog').locator('.primary').click();
  await desk.press('Close: insurance');
  await mei.take('stand');
  await desk.cards('Kc');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You lose $25');
  expect(await tan.result()).toBe('You win $25');
});

it('cards entered by the dealer: squeezed face down, then given their faces [rws 3.12]', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/rws-1'));
  const mei = new Seat(await floor.at('mei', 'table/rws-1'));
  await askToSqueeze(desk, mei);
  await desk.faceDown();
  await desk.cards('7c');
  await desk.faceDown();
  await mei.page.getByRole('img', { name: 'card face down' }).nth(1).waitFor();
  await desk.turnUp('Th');
  await desk.turnUp('9d');
  await mei.take('stand');
  await desk.cards('Td');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
});

it('a virtual shoe: only the one who squeezes sees the face, bit by bit [rws 3.12]', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/rws-2'));
  const mei = new Seat(await floor.at('mei', 'table/rws-2'));
  const tan = new Seat(await floor.at('tan', 'table/rws-2'));
  await askToSqueeze(desk, mei);
  for (let card = 0; card < 3; card++) await desk.deal();
  await mei.page.getByText('You squeeze', { exact: true }).waitFor();
  for (const other of [tan.page, desk.page]) await other.getByText('mei squeezes', { exact: true }).waitFor();
  const own = mei.page.locator('button.squeeze');
  await expect.poll(() => own.count()).toBe(2);
  const back = own.first().locator('.back');
  const before = await back.evaluate((node) => getComputedStyle(node).clipPath);
  const box = await own.first().boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 3, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.9 };
  await mei.page.mouse.move(middle.x, middle.y);
  await mei.page.mouse.down();
  await mei.page.mouse.move(middle.x, middle.y - (box?.height ?? 0) * 0.4, { steps: 4 });
  expect(await back.evaluate((node) => getComputedStyle(node).clipPath)).not.toBe(before);
  await mei.page.mouse.up();
  for (const other of [tan.page, desk.page]) expect(await other.locator('.area').first().getByRole('img', { name: 'card face down' }).count()).toBe(2);
  await mei.page.locator('.decisions .reveal').click();
  await expect.poll(() => tan.page.locator('.area .hand').first().locator('img[alt*=" of "]').count()).toBe(2);
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
