// SPDX-License-Identifier: Apache-2.0
/* What is asked of the pit, and the floor's own work: decisions, limits, fills, players, recall, export, audit. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { browser, complaints, windowWrongs } from './screen';

let chromium: Browser;
let floor: Floor;
let desk: Desk;
let mei: Seat;
let pit: Page;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6'), ['mei']).open();
  pit = await floor.at('sven', 'pit');
  desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  mei = new Seat(await floor.at('mei', 'table/hand-1'));
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

const change = (): Promise<void> => pit.getByRole('button', { name: /Limits · Fill/ }).first().click();

it('closes a table and opens it again, fills it and sets a limit', async () => {
  await change();
  await pit.getByRole('button', { name: 'Close table' }).click();
  await pit.getByRole('button', { name: 'Confirm' }).click();
  await pit.getByText('Done.').waitFor();
  await pit.getByRole('button', { name: 'Open table' }).click();
  await pit.getByRole('button', { name: 'Close table' }).waitFor();
  await pit.getByRole('button', { name: 'Fill', exact: true }).click();
  await pit.getByText('Done.').waitFor();
  await pit.getByLabel('Max').fill('500');
  await pit.getByRole('button', { name: 'Set limits' }).click();
  await pit.getByText('Done.').waitFor();
  await pit.getByRole('button', { name: 'Close', exact: true }).click();
  await mei.page.getByText('$25–$500').waitFor();
});

it('what no rule covers is decided by the shift manager', async () => {
  await desk.press('Place your bets');
  await mei.bet(1);
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await desk.page.locator('.wrong').click();
  await desk.page.getByRole('button', { name: 'Something no rule speaks of' }).click();
  await desk.page.getByRole('textbox', { name: 'Say what happened' }).fill('a glass on the felt');
  await desk.page.getByRole('button', { name: 'What the rules say' }).click();
  await desk.page.getByRole('button', { name: 'Confirm' }).click();
  await pit.getByRole('button', { name: 'Decide: void' }).click();
  const decision = pit.getByRole('dialog');
  await decision.getByText('Nothing has been changed yet.').waitFor();
  expect(await decision.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
  expect(await windowWrongs(pit, 'decide')).toEqual([]);
  await decision.getByLabel('Reason, for the journal').fill('the glass moved the cards');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => floor.balance('mei'), { timeout: 10000 }).toBe(100000);
});

it('a wager placed by the dealer for a player, and a restriction by the pit', async () => {
  await desk.press('Place your bets');
  await desk.page.getByText('Place a wager for a player').click();
  await desk.page.getByLabel('Where?').selectOption('2');
  await desk.page.locator('.work').getByLabel('Amount').fill('75');
  await desk.page.getByRole('button', { name: 'Place for a player' }).click();
  await mei.page.getByRole('button', { name: 'Main wager on Area 2, $75 placed' }).waitFor();
  await mei.page.getByRole('button', { name: 'Main wager on Area 3' }).waitFor();
  await change();
  await pit.getByLabel('Restrict').selectOption({ label: 'areas mei may bet' });
  await pit.getByLabel('At most').fill('1');
  expect(await windowWrongs(pit, 'change')).toEqual([]);
  await pit.getByRole('button', { name: 'Restrict' }).click();
  await pit.getByText('Done.').waitFor();
  await pit.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => mei.page.getByRole('button', { name: 'Main wager on Area 3' }).getAttribute('aria-disabled')).toBe('true');
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards('Td 8s');
  await desk.press('Announce and settle');
  expect(await mei.result()).toBe('You win $75');
});

it('finds a player and shows his ledger', async () => {
  await pit.goto(`${floor.house.address}#/pit/players`);
  await pit.getByRole('button', { name: 'mei' }).click();
  await pit.getByRole('heading', { name: /Ledger/ }).waitFor();
  await expect.poll(() => pit.locator('tbody tr').count()).toBeGreaterThan(2);
});

it('finds rounds by player, amount and irregularity, and leads to the dispute view', async () => {
  await pit.goto(`${floor.house.address}#/pit/rounds`);
  const rows = pit.locator('.rounds tbody tr');
  const links = pit.locator('.rounds a');
  await links.nth(1).waitFor();
  const find = async (): Promise<void> => {
    await pit.getByRole('button', { name: 'Find' }).click();
    await pit.locator('.rounds[aria-busy="false"]').waitFor();
  };
  await pit.getByLabel('Irregularity').selectOption('any');
  await find();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.first().textContent()).toMatch(/mei \$25.*Something no rule speaks of/s);
  await pit.getByLabel('Irregularity').selectOption('');
  await pit.getByLabel('Staked at least').fill('75');
  await find();
  await expect.poll(() => rows.first().textContent()).toMatch(/mei \$75 \+\$75/);
  await pit.getByRole('searchbox', { name: 'Player' }).fill('nobody');
  await find();
  await pit.getByText('No such round.').waitFor();
  await pit.getByRole('searchbox', { name: 'Player' }).fill('mei');
  await find();
  await links.first().click();
  await pit.getByText(/Step \d+ of \d+/).waitFor();
});

it('a round is replayed with the arrow keys, each step has its address, and it is copied as text', async () => {
  await pit.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const step = async (): Promise<number> => Number(/Step (\d+)/.exec((await pit.getByText(/Step \d+ of/).textContent()) ?? '')?.[1]);
  const last = await step();
  await pit.keyboard.press('ArrowLeft');
  await pit.keyboard.press('ArrowLeft');
  expect(await step()).toBe(last - 2);
  const address = pit.url();
  expect(address).toMatch(new RegExp(`/${last - 2}$`));
  await pit.keyboard.press('ArrowRight');
  expect(await step()).toBe(last - 1);
  await pit.goto(`${floor.house.address}#/pit`);
  await pit.getByRole('heading', { name: 'Pit console' }).waitFor();
  await pit.goto(address);
  await expect.poll(step).toBe(last - 2);
  await pit.getByRole('button', { name: 'Copy as text' }).click();
  await pit.getByText('Copied.').waitFor();
  expect(await pit.evaluate(() => navigator.clipboard.readText())).toMatch(/^Round \d+\n.*Place for a player/s);
});

it('the floor tells who deals, sorts on every column, and warns of a table that stands still although a page with Deal is open', async () => {
  await pit.goto(`${floor.house.address}#/pit`);
  const heads = pit.locator('thead th');
  await heads.first().waitFor();
  expect((await heads.allTextContents()).map((text) => text.replace(/ [▾▴]/, ''))).toEqual(
    ['Table', 'Dealer', 'Phase', 'Seats', 'Bets now', 'Average bet', 'Turnover', 'Drop', 'Win', 'Hold', 'Rounds per hour', 'Cards left', 'Last act', 'Alarms']);
  await expect.poll(() => pit.locator('tbody tr').first().locator('td').nth(1).textContent()).toBe('dora');
  for (let column = 0; column < (await heads.count()); column++) {
    await heads.nth(column).getByRole('button').click();
    expect(await heads.nth(column).getAttribute('aria-sort')).toMatch(/ascending|descending/);
  }
  expect(await desk.page.url()).toContain('dealer/hand-1');
  await pit.getByText(/Nothing has happened at this table for \d+ seconds\./).first().waitFor({ timeout: 30000 });
  await pit.reload();
  await pit.getByText(/Nothing has happened at this table for \d+ seconds\./).first().waitFor();
});

it('the shift manager has a page of their own', async () => {
  const shift = await floor.at('sven', '');
  await shift.getByRole('link', { name: 'Shift manager', exact: true }).click();
  await shift.getByRole('heading', { name: 'Shift manager', level: 1 }).waitFor();
  await shift.getByRole('cell', { name: /Something no rule speaks of/ }).waitFor();
  expect(await windowWrongs(shift, 'shift')).toEqual([]);
});

it('recalls a round step by step beside its record', async () => {
  await pit.goto(`${floor.house.address}#/rounds/hand-1`);
  await pit.locator('.rounds a').first().click();
  await pit.getByText(/Step \d+ of \d+/).waitFor();
  await expect.poll(() => pit.locator('.dispute pre').textContent()).toContain('place mei 2 main 75');
  await pit.getByRole('button', { name: /First/ }).click();
  await pit.getByText('Step 1 of').waitFor();
});

it('a count of the cards in the device: what is missing or over is said, then recorded, and the pit is alarmed', async () => {
  const { page } = desk;
  await pit.goto(`${floor.house.address}#/pit`);
  await page.getByRole('button', { name: 'Count the cards' }).click();
  const dialog = page.getByRole('dialog');
  const compare = (): Promise<void> => dialog.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('button', { name: '8 of each' }).click();
  await compare();
  await dialog.getByText('too many: 2 × 10 of Hearts').waitFor();
  for (const [card, number] of [['10 of Hearts', '6'], ['6 of Clubs', '6'], ['9 of Diamonds', '6'], ['10 of Diamonds', '7'], ['8 of Spades', '7']] as const)
    await dialog.getByRole('spinbutton', { name: card }).fill(number);
  await compare();
  await dialog.getByText('All cards are there.').waitFor();
  await dialog.getByRole('spinbutton', { name: '8 of Spades' }).fill('5');
  await dialog.getByRole('textbox', { name: 'Scan or type a card' }).fill('8s');
  await dialog.getByRole('textbox', { name: 'Scan or type a card' }).press('Enter');
  await compare();
  await dialog.getByText('missing: 1 × 8 of Spades').waitFor();
  await dialog.getByText('Nothing has been changed yet.').waitFor();
  expect(await windowWrongs(page, 'count')).toEqual([]);
  await dialog.getByRole('button', { name: 'Record this count' }).click();
  await dialog.getByText('The count stands in the journal.').waitFor();
  await pit.getByText('missing: 1 × 8 of Spades').waitFor();
});

it('the ledger in words, as recorded on demand', async () => {
  await pit.goto(`${floor.house.address}#/pit/players`);
  await pit.getByRole('button', { name: 'mei' }).click();
  await pit.getByRole('cell', { name: /Place for a player · Main wager/ }).first().waitFor();
  await pit.getByRole('button', { name: 'As recorded' }).click();
  await pit.getByText('dealer: place mei 2 main 75').waitFor();
});

it('exports and audits', async () => {
  await pit.goto(`${floor.house.address}#/pit/rounds`);
  const file = pit.waitForEvent('download');
  await pit.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('rounds.csv');
  await pit.goto(`${floor.house.address}#/pit/audit`);
  await pit.getByText('The audit found no difference.').waitFor();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
