// SPDX-License-Identifier: Apache-2.0
/* A person who has read nothing opens the demonstration and plays a whole round of each game: bet, deal, decide, paid. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { bet, decide } from './person';
import { browser, complaints, enterDemo, screen, wrongs } from './screen';

interface Row {
  id: string;
  game: string;
  family: string;
}

const GAMES = ['mbs-blackjack-v6', 'mbs-ace-race-v4', 'mbs-star-elements', 'rws-blackjack', 'mbs-7up-baccarat'];

/* One quick table of each game, so that the test need not wait for a house's clocks. */
const quick = (game: string): string => `
  - id: quick-${game}
    title: ${game}
    game: ${game}
    limits: {${game.endsWith('baccarat') ? 'player: [5, 500], banker: [5, 500], tie: [5, 500], super-sevens: [5, 500]' : 'main: [25, 1000]'}}
    betting_seconds: 4
    decision_seconds: 20
    pace_ms: 150
    result_ms: 1500`;

let house: House;
let chromium: Browser;
let tables: Row[];

beforeAll(async () => {
  house = await new House({ demo: true, tables: `tables:${GAMES.map(quick).join('')}\n` }).start();
  chromium = await browser();
  tables = (await house.api<{ tables: Row[] }>('GET', 'tables')).tables;
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

it.concurrent.each(GAMES)('%s: bet, deal, decide, paid', async (game) => {
  const table = tables.find((row) => row.id === `quick-${game}`);
  expect(table).toBeDefined();
  const { page, context } = await screen(chromium);
  await enterDemo(page, house, 'player');
  await page.goto(`${house.address}#/table/${table?.id}`);
  await page.getByText('Balance').or(page.getByText('Credits')).first().waitFor();
  const round = await bet(page, table?.family ?? '');
  expect(await decide(page, round)).toMatch(/You win|You lose|No gain/);
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
