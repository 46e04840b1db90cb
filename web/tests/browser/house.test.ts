// SPDX-License-Identifier: Apache-2.0
/* The counter and the office: money across the cage, and who may do what, from the first start on. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Floor, table } from './floor';
import { browser, complaints, fillIn, screen } from './screen';

let chromium: Browser;
let floor: Floor;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6'), ['mei']).open();
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

it('the cashier takes money in and pays it out, told what will be before it is', async () => {
  const cage = await floor.at('cara', 'cage');
  await cage.getByRole('button', { name: 'mei' }).click();
  await cage.getByLabel('Amount').fill('250.50');
  await cage.getByRole('button', { name: 'Buy in', exact: true }).click();
  await cage.getByText('Take $250.50 from mei?').waitFor();
  expect(await floor.balance('mei')).toBe(100000);
  await cage.getByRole('button', { name: 'Confirm' }).click();
  await cage.getByText('$250.50 taken from mei. Balance now: $1,250.50.').waitFor();
  expect(await floor.balance('mei')).toBe(125050);
  await cage.getByRole('button', { name: 'Cash out all' }).click();
  await cage.getByText('The balance will be $0.').waitFor();
  await cage.getByRole('button', { name: 'Confirm' }).click();
  await cage.getByText('$1,250.50 paid to mei. Balance now: $0.').waitFor();
  expect(await floor.balance('mei')).toBe(0);
});

async function add(office: Page, user: string, role: string, password: string): Promise<void> {
  await office.getByLabel('User name').fill(user);
  await office.getByLabel('Role').selectOption({ label: role });
  await office.locator('form').getByLabel('Password').fill(password);
  await office.getByRole('button', { name: 'Add', exact: true }).click();
}

it('the first administrator chooses a password, adds a dealer, and ends his access', async () => {
  const { page: office, context } = await screen(chromium);
  await office.goto(`${floor.house.address}#/login`);
  await fillIn(office, 'admin', floor.house.oneTimePassword());
  await office.getByLabel('New password').fill('a long way from the felt');
  await office.getByRole('button', { name: 'Confirm' }).click();
  await office.getByRole('heading', { name: 'Choose a table' }).waitFor();
  await office.getByRole('link', { name: 'People' }).click();
  await add(office, 'dan', 'Dealer', 'short');
  await office.getByRole('alert').waitFor();
  await add(office, 'dan', 'Dealer', 'long enough to be used');
  await office.getByText('dan has been added.').waitFor();
  const dan = (): Promise<object> => floor.house.api('POST', 'session', { user: 'dan', password: 'long enough to be used' });
  await dan();
  await office.getByRole('row', { name: /dan/ }).getByRole('button', { name: 'End access' }).click();
  await office.getByRole('button', { name: 'Confirm' }).click();
  await office.getByText('dan has no access any more.').waitFor();
  await expect(dan()).rejects.toThrow('401');
  await context.close();
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
