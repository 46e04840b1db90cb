// SPDX-License-Identifier: Apache-2.0
/* The server killed in the middle of a round with the page open, the line dropped and back, a session ended. */
import type { Browser, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, enter, Floor, Seat, table } from './floor';
import { browser } from './screen';

let chromium: Browser;
let floor: Floor;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6') + table('hand-2', 'mbs-blackjack-v6'), ['mei']).open();
  await floor.openTable('hand-1');
  await floor.openTable('hand-2');
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

it('killed mid-round: the page comes back and the round goes on by the clause [mbs 5.29]', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  const mei = new Seat(await floor.at('mei', 'table/hand-1'));
  await desk.press('Place your bets');
  await mei.bet(1);
  await desk.press('No more bets');
  await desk.cards('Th 6c');
  await floor.house.kill();
  await mei.page.getByText('Connection lost').waitFor();
  await floor.house.start();
  await mei.page.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 20000 });
  await mei.take('withdraw');
  await expect.poll(() => floor.balance('mei'), { timeout: 10000 }).toBe(100000);
});

it('the line dropped and back: nothing is lost, nothing is booked twice', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/hand-2'));
  const page = await floor.at('mei', 'lobby');
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket('**/ws', (route) => {
    route.connectToServer();
    line = route;
  });
  await page.reload();
  await page.goto(`${floor.house.address}#/table/hand-2`);
  const mei = new Seat(page);
  await desk.press('Place your bets');
  await mei.bet(1);
  const lost = mei.page.getByText('Connection lost').waitFor();
  await line?.close({ code: 1001 });
  await lost;
  await mei.page.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 15000 });
  await mei.bet(1);
  await expect.poll(() => page.locator('[data-staked]').textContent()).toBe('$50');
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $50');
  expect(await floor.balance('mei')).toBe(105000);
});

it('a session that was ended elsewhere: the page says so and brings the person back to the table', async () => {
  const page = await floor.at('mei', 'table/hand-2');
  await page.locator('.felt').waitFor();
  const token = await page.evaluate(() => (JSON.parse(sessionStorage.getItem('croupier.session') ?? '{}') as { token: string }).token);
  await fetch(`${floor.house.address}api/session`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('link', { name: 'Log in again' }).click({ timeout: 20000 });
  await enter(page, 'mei');
  await page.locator('.felt').waitFor();
  expect(page.url()).toContain('#/table/hand-2');
});
