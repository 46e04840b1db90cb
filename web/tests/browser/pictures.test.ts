// SPDX-License-Identifier: Apache-2.0
/* Every page in every language, both themes and every size: everything in reach, nothing over another; a picture to be
 * looked at, and what axe-core finds. The tables are the demonstration's, in whatever moment they are; stage.test.ts holds known moments. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { House } from './house';
import { unread } from './letters';
import { browser, complaints, everyLook, FEW, LANGUAGES, misplaced, pictures, readByAxe, screen, still, unreachable, wrongs } from './screen';

const PAGES: { name: string; place: string; role: string; ready: string; bets?: string }[] = [
  { name: 'lobby', place: '', role: 'player', ready: 'article' },
  { name: 'lobby-guest', place: '', role: '', ready: 'article' },
  { name: 'login', place: 'login', role: '', ready: 'form' },
  { name: 'blackjack', place: 'table/mbs-blackjack-v6-1', role: 'player', ready: '.felt', bets: '.spot.main.open' },
  { name: 'elements', place: 'table/mbs-star-elements-1', role: 'player', ready: '.hand img', bets: '.spot.main.open' },
  { name: 'ace-race', place: 'table/mbs-ace-race-v4-1', role: 'player', ready: '.felt' },
  { name: 'rws', place: 'table/rws-blackjack-1', role: 'player', ready: '.felt' },
  { name: 'baccarat', place: 'table/mbs-7up-baccarat-1', role: 'player', ready: '.wager', bets: '.wager.banker.open' },
  { name: 'dealer-baccarat', place: 'dealer/mbs-7up-baccarat-1', role: 'dealer', ready: '.next' },
  { name: 'dealer', place: 'dealer/mbs-blackjack-v6-1', role: 'dealer', ready: '.next' },
  { name: 'pit', place: 'pit', role: 'pit-manager', ready: 'article' },
  { name: 'pit-players', place: 'pit/players', role: 'pit-manager', ready: 'tbody tr' },
  { name: 'pit-audit', place: 'pit/audit', role: 'pit-manager', ready: '.verdict' },
  { name: 'shift', place: 'shift', role: 'shift-manager', ready: '.rounds' },
  { name: 'cage', place: 'cage', role: 'cashier', ready: 'tbody tr', bets: 'tbody button' },
  { name: 'people', place: 'people', role: 'administrator', ready: 'tbody tr' },
  { name: 'account', place: 'account', role: 'dealer', ready: '.primary', bets: 'main .primary' },
  { name: 'display', place: 'display/mbs-blackjack-v6-2', role: '', ready: '.felt' },
  { name: 'display-baccarat', place: 'display/mbs-7up-baccarat-2', role: '', ready: '.roads' },
  { name: 'odds', place: 'odds/mbs-star-elements', role: '', ready: '.charts' },
  { name: 'shoes', place: 'shoes/mbs-blackjack-v6-1', role: '', ready: 'h1' },
  { name: 'shoe', place: 'shoes/mbs-blackjack-v6-1/1', role: '', ready: 'code' },
  { name: 'receipt', place: 'receipt', role: '', ready: 'textarea' },
  { name: 'rounds', place: 'rounds/mbs-7up-baccarat-1', role: '', ready: '.rounds a' },
  { name: 'recall', place: 'rounds/mbs-blackjack-v6-1/1', role: 'pit-manager', ready: '.dispute pre' },
  { name: 'clause', place: 'rounds/mbs-blackjack-v6-1/1', role: 'pit-manager', ready: '.dispute .rule', bets: '.dispute .rule' },
  { name: 'pit-rounds', place: 'pit/rounds', role: 'pit-manager', ready: '.rounds a' },
  { name: 'rules', place: 'table/rws-blackjack-2', role: 'player', ready: '.felt', bets: '.toggle' },
  { name: 'watching', place: 'table/mbs-blackjack-v6-2', role: '', ready: '.felt' },
];

let chromium: Browser;
let house: House;
const sessions: Record<string, string> = {};

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  chromium = await browser();
  house = await new House({ demo: true }).start();
  for (const role of ['player', 'dealer', 'pit-manager', 'shift-manager', 'cashier', 'administrator']) sessions[role] = JSON.stringify(await house.api('POST', 'session', { demo: role }));
});

afterAll(async () => {
  await chromium?.close();
  await house?.stop();
});

async function show(page: Page, place: string, role: string): Promise<void> {
  const session = sessions[role];
  if (session) await page.addInitScript((kept) => sessionStorage.setItem('croupier.session', kept), session);
  await page.goto(`${house.address}#/${place}`);
}

const cases = PAGES.flatMap((one) => LANGUAGES.map((language) => ({ ...one, language })));

it.each(cases)('$name, $language: at every size, in both themes', async ({ name, place, role, ready, bets, language }) => {
  const { page, context } = await screen(chromium, { size: 'terminal', language, still: true });
  await show(page, place, role);
  await page.locator(ready).first().waitFor({ timeout: 60000 });
  if (bets) await page.locator(bets).first().click({ timeout: 3000 }).catch(() => {});
  await page.waitForTimeout(500);
  const found = await everyLook(page, name, language, async (size, theme) => {
    const wrong = await still(page, place.startsWith('table/') ? misplaced : (await page.getByRole('dialog').count()) > 0 ? unread : unreachable);
    return FEW.includes(size) && readByAxe(language, theme) ? [...wrong, ...(await wrongs(page))] : wrong;
  });
  expect(found).toEqual([]);
  await context.close();
}, 600000);

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
