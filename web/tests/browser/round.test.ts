// SPDX-License-Identifier: Apache-2.0
/* A person who has read nothing opens the demonstration and plays a whole round of each game: bet, deal, decide, paid. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk } from './floor';
import { House } from './house';
import { bet, decide } from './person';
import { browser, complaints, enterDemo, screen, wrongs } from './screen';

interface Row {
  id: string;
  game: string;
  family: string;
}

const GAMES = ['mbs-blackjack-v6', 'mbs-ace-race-v4', 'mbs-star-elements', 'rws-blackjack', 'mbs-7up-baccarat'];

/* One table of each game. Bets are opened and closed by its dealer, when the player has bet, and no clock decides for anybody: how
 * busy the machine is changes nothing. */
const waiting = (game: string): string => `
  - id: waits-${game}
    title: ${game}
    game: ${game}
    people: [open, close, absent]
    limits: {${game.endsWith('baccarat') ? 'player: [5, 500], banker: [5, 500], tie: [5, 500], super-sevens: [5, 500]' : 'all: none, main: [25, 1000]'}}
    pace_ms: 50
    result_ms: 1500`;

let house: House;
let chromium: Browser;
let tables: Row[];

beforeAll(async () => {
  house = await new House({ demo: true, tables: `bots: 0\ntables:${GAMES.map(waiting).join('')}\n` }).start();
  chromium = await browser();
  tables = (await house.api<{ tables: Row[] }>('GET', 'tables')).tables;
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

it.concurrent.each(GAMES)('%s: bet, deal, decide, paid', async (game) => {
  const table = tables.find((row) => row.id === `waits-${game}`);
  expect(table).toBeDefined();
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/${table?.id}`);
  await page.getByText('Balance').or(page.getByText('Credits')).first().waitFor();
  const dealer = await screen(chromium);
  await enterDemo(dealer.page, house, 'dealer');
  await dealer.page.goto(`${house.address}#/dealer/${table?.id}`);
  const desk = new Desk(dealer.page);
  await desk.press('Place your bets');
  const round = await bet(page, table?.family ?? '');
  await desk.press('No more bets');
  expect(await decide(page, round)).toMatch(/You win|You lose|No gain/);
  await dealer.context.close();
  await context.close();
});

it('the lobby has no barrier that axe-core can find, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, context } = await screen(chromium, { theme });
    await page.goto(house.address);
    await page.locator('article').first().waitFor();
    expect(await wrongs(page)).toEqual([]);
    await context.close();
  }
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
