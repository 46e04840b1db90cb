// SPDX-License-Identifier: Apache-2.0
/* A house with two servers: pages show the tables of both, and follow a table whose server is drained, and one whose server is killed. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fleet, installed } from './fleet';
import { Desk, Seat, table } from './floor';
import { browser, screen } from './screen';

const PASSWORD = 'green felt and brass';
const TABLES = ['hand-1', 'hand-2', 'hand-3', 'hand-4'];
const PEOPLE = { dora: 'dealer', pia: 'pit-manager', cara: 'cashier', mei: 'player' };

const there = installed();
let chromium: Browser;
let fleet: Fleet;
const contexts: BrowserContext[] = [];

async function at(name: string, place: string): Promise<Page> {
  const { page, context } = await screen(chromium, {});
  contexts.push(context);
  const session = JSON.stringify(await fleet.session(name));
  await page.addInitScript((kept) => {
    if (location.protocol.startsWith('http') && !sessionStorage.getItem('croupier.session')) sessionStorage.setItem('croupier.session', kept);
  }, session);
  await page.goto(`${fleet.address}#/${place}`);
  return page;
}

const balance = async (name: string): Promise<number> => (await fleet.api<{ balance: number }>('GET', 'me', undefined, (await fleet.session(name)).token)).balance;

beforeAll(async () => {
  if (!there) return;
  chromium = await browser();
  fleet = await new Fleet(TABLES.map((id) => table(id, 'mbs-blackjack-v6')).join(''), PEOPLE, PASSWORD).open();
  for (const id of TABLES) await fleet.owner(id);
  const cashier = await fleet.session('cara');
  await fleet.api('POST', 'cage/buy-in', { id: 'first', player: 'mei', amount: 100000 }, cashier.token);
  const pit = await fleet.session('pia');
  for (const id of TABLES) await fleet.api('POST', `tables/${id}/open`, { id: `open-${id}` }, pit.token);
});

afterAll(async () => {
  for (const context of contexts) await context.close();
  await fleet?.close();
  await chromium?.close();
});

it.skipIf(!there)('the lobby and the pit show the tables of both servers, each once', async () => {
  await expect.poll(async () => [(await fleet.runs('a')).length, (await fleet.runs('b')).length].every((count) => count > 0)).toBe(true);
  const lobby = await at('mei', '');
  await lobby.locator('.tables > li').nth(3).waitFor();
  expect(await lobby.locator('.tables > li').count()).toBe(4);
  const pit = await at('pia', 'pit');
  await expect.poll(() => pit.locator('tbody tr').count()).toBe(4);
});

it.skipIf(!there)('drained, and then killed in the middle of a round: player and dealer go on at the other server', async () => {
  const first = await fleet.owner('hand-1');
  const desk = new Desk(await at('dora', 'dealer/hand-1'));
  const mei = new Seat(await at('mei', 'table/hand-1'));
  await mei.spot(1);
  fleet.drain(first);
  const second = await fleet.owner('hand-1', first);
  await desk.press('Place your bets');
  await mei.bet(1);
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $25');
  await expect.poll(() => balance('mei')).toBe(102500);

  fleet.drain(first, '--back');
  await desk.press('Place your bets');
  expect(await fleet.owner('hand-1', second)).toBe(first);
  await mei.bet(1);
  await desk.press('No more bets');
  await desk.cards('Th 6c');
  await fleet.houses.get(first)?.kill();
  await mei.take('withdraw');
  await expect.poll(() => balance('mei'), { timeout: 10000 }).toBe(102500);
  await desk.page.locator('.felt-side').waitFor();
});
