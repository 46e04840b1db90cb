// SPDX-License-Identifier: Apache-2.0
/* The house's day on its pages: opened, a slip confirmed by somebody else, a count with a difference, the report that prints; and a player's
 * own limits. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Floor, table } from './floor';
import { browser, complaints, everyLook, FEW, LANGUAGES, pictures, readByAxe, still, unreachable, wrongs } from './screen';

let chromium: Browser;
let floor: Floor;
const PASSWORD = 'green felt and brass';

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  chromium = await browser();
  const day = '\nchips: [1000, 500, 100, 25, 5]\ncages: [main, vip]\ncurrency: SGD\nday: {zone: Asia/Singapore, turns: "06:00", shifts: [day, night]}';
  floor = new Floor(chromium, table('hand-1', 'mbs-blackjack-v6') + table('hand-2', 'rws-blackjack') + day, []);
  floor.house.person('mei', 'player', PASSWORD);
  await floor.open();
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
  expect(complaints).toEqual([]);
});

let number = 0;
async function ask(who: string, path: string, body: object): Promise<void> {
  const { token } = await floor.session(who);
  await floor.house.api('POST', path, { id: `d-${(number += 1)}`, ...body }, token);
}

/* A page, or what its first button of that class opens, in every look and size: everything in reach, and a picture. */
async function picture(who: string, place: string, name: string, ready = 'h1', open = ''): Promise<void> {
  for (const language of LANGUAGES) {
    const page = await floor.at(who, place, { size: 'terminal', language, still: true });
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    if (open) await page.locator(open).first().click();
    const found = await everyLook(page, name, language, async (size, theme) => {
      const wrong = await still(page, unreachable);
      return FEW.includes(size) && readByAxe(language, theme) ? [...wrong, ...(await wrongs(page))] : wrong;
    });
    expect(found).toEqual([]);
    await page.close();
  }
}

async function moved(page: Page, kind: string, amount: string, says: string): Promise<void> {
  await page.getByRole('row', { name: /^main/ }).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move').selectOption({ label: kind });
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Look first' }).click();
  await dialog.getByText(says).waitFor();
}

it('the shift manager brings chips and cash to the cages, told what each will hold', async () => {
  const page = await floor.at('sven', 'house');
  await moved(page, 'Chips into the cage', '1000000', '$0 → $1,000,000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('row', { name: /^main/ }).getByText('$1,000,000').waitFor();
  await moved(page, 'Cash into the cage', '200000', '$0 → $200,000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('row', { name: /^main/ }).getByText('$200,000').waitFor();
  await moved(page, 'Chips from another cage', '500', '$0 → −$500');
  expect(await page.getByRole('button', { name: 'Confirm' }).isDisabled(), 'more than there is').toBe(true);
  await page.screenshot({ path: join(pictures, 'move-dialog.png') });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('dialog').getByLabel('Move').selectOption({ label: 'Cash out of the cage' });
  await page.getByRole('button', { name: 'Look first' }).click();
  await page.getByText('$200,000 → $199,500').waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('row', { name: /^main/ }).getByText('$199,500').waitFor();
});

it('the shift manager opens the day and a shift', async () => {
  const page = await floor.at('sven', 'house');
  await page.getByRole('button', { name: 'Open the day' }).click();
  await page.getByText(/The gaming day .* is open/).waitFor();
  await page.getByRole('button', { name: 'Open shift' }).click();
  await page.getByText('Shift: day').waitFor();
  await page.getByText('Before the day can be closed').click();
  await page.getByText('Not counted: main').waitFor();
  await page.getByText('Shift to close: day').waitFor();
});

it('who asked for a slip is not offered to confirm it; the cashier is', async () => {
  await ask('pia', 'tables/hand-1/fill', { amount: 5000000 });
  const pit = await floor.at('pia', 'house');
  await pit.getByText('Slip 1', { exact: true }).waitFor();
  expect(await pit.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  const cage = await floor.at('cara', 'house');
  await cage.getByRole('button', { name: 'Confirm' }).click();
  await cage.getByText('No slip waits.').waitFor();
  await cage.getByRole('row', { name: /hand-1/ }).getByText('$50,000').waitFor();
});

it('a count that differs asks for a reason, and the books hold what was counted', async () => {
  const pit = await floor.at('pia', 'house');
  await pit.getByRole('row', { name: /hand-1/ }).getByRole('button', { name: 'Opening float' }).click();
  const dialog = pit.getByRole('dialog');
  await dialog.getByLabel('$1,000', { exact: true }).fill('49');
  await dialog.getByLabel('Second person').fill('dora');
  await dialog.getByLabel('Reason').fill('one is missing');
  await dialog.getByLabel('Their own password').fill('not theirs');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await dialog.getByText('The name, number, password or PIN is wrong.').waitFor();
  await dialog.getByLabel('Their own password').fill(PASSWORD);
  await pit.screenshot({ path: join(pictures, 'count-dialog.png') });
  await dialog.getByRole('button', { name: 'Record' }).click();
  await pit.getByRole('row', { name: /hand-1/ }).getByText('$49,000').waitFor();
  await pit.getByRole('row', { name: /hand-1/ }).getByText('Counted', { exact: true }).waitFor();
  await ask('cara', 'cage/buy-in', { player: 'mei', amount: 200000 });
});

it('a patron buys at the table: chips from the tray, money into the box', async () => {
  await ask('pia', 'tables/hand-1/open', {});
  const pit = await floor.at('pia', 'house');
  await pit.getByRole('row', { name: /hand-1/ }).getByRole('button', { name: 'Sell chips' }).click();
  const dialog = pit.getByRole('dialog');
  await dialog.getByLabel('Player').fill('mei');
  await dialog.getByLabel('Amount').fill('500');
  await dialog.getByRole('button', { name: 'Look first' }).click();
  await dialog.getByText('$49,000 → $48,500').waitFor();
  await dialog.getByText('$0 → $500').waitFor();
  await pit.screenshot({ path: join(pictures, 'purchase-dialog.png') });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await pit.getByRole('row', { name: /hand-1/ }).getByText('$48,500').waitFor();
});

it('a dealer sells chips from their own tray, to who is at the table', async () => {
  const dealer = await floor.at('dora', 'dealer/hand-1');
  await dealer.getByRole('button', { name: 'Sell chips' }).click();
  const dialog = dealer.getByRole('dialog');
  await dialog.getByLabel('Player').fill('mei');
  await dialog.getByLabel('Amount').fill('250');
  await dialog.getByRole('button', { name: 'Look first' }).click();
  await dialog.getByText('$48,500 → $48,250').waitFor();
  await dealer.screenshot({ path: join(pictures, 'sell-dialog.png') });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
  const pit = await floor.at('pia', 'house');
  await pit.getByRole('row', { name: /hand-1/ }).getByText('$48,250').waitFor();
});

it('the report is there, and prints', async () => {
  const page = await floor.at('sven', 'house');
  await page.getByRole('link', { name: /still open/ }).click();
  await page.getByRole('heading', { name: /Report/ }).waitFor();
  await page.getByText('Missing by count: $1,000.').waitFor();
  expect(await page.getByRole('row', { name: /hand-1/ }).first().textContent()).toContain('$750');
  await page.pdf({ path: join(pictures, 'report.pdf'), preferCSSPageSize: true });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Log out' }).isVisible(), 'paper has no buttons').toBe(false);
  await page.screenshot({ path: join(pictures, 'report-print.png') });
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'hand-1' }).click();
  await page.getByRole('heading', { name: /Report .* · hand-1/ }).waitFor();
  expect(await page.locator('td a').count(), 'a card leads to no other').toBe(0);
  await page.getByRole('link', { name: /^\d{4}-\d\d-\d\d$/ }).click();
  await page.getByRole('link', { name: 'Shift day' }).click();
  await page.getByRole('heading', { name: /Report .* · Shift day/ }).waitFor();
  expect(await page.getByRole('row', { name: /hand-1/ }).first().textContent()).toContain('$750');
});

it('a player sets limits: lower at once, higher tomorrow', async () => {
  const page = await floor.at('mei', 'limits');
  await page.getByLabel('Loss a day').fill('100');
  await page.locator('form', { hasText: 'Loss a day' }).getByRole('button', { name: 'Set' }).click();
  await page.getByText('Done.').waitFor();
  await page.locator('form', { hasText: 'Loss a day' }).getByText('$100').waitFor();
  await page.getByLabel('Loss a day').fill('500');
  await page.locator('form', { hasText: 'Loss a day' }).getByRole('button', { name: 'Set' }).click();
  await page.locator('form', { hasText: 'Loss a day' }).getByText(/\$500 from/).waitFor();
  await page.getByRole('cell', { name: '$2,750' }).waitFor();
});

it('leaves pictures of every page, and nothing lies beyond the edge', async () => {
  await picture('sven', 'house', 'house', 'tbody tr');
  await picture('mei', 'limits', 'limits');
  const { token } = await floor.session('sven');
  const { days } = await floor.house.api<{ days: { date: string }[] }>('GET', 'reports', undefined, token);
  await picture('sven', `report/${days[0]?.date ?? ''}`, 'report', 'tbody tr');
  await picture('dora', 'dealer/hand-1', 'dealer-day', '.next');
});
