// SPDX-License-Identifier: Apache-2.0
/* Building a wager before bets close: undo, clear, repeat, double up, by the keyboard and by a finger; and that all of it
 * ends with "No more bets". What lies on the table is read as the page shows it and as the server books it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { browser, complaints } from './screen';

const BANK = 100000;

let chromium: Browser;
let floor: Floor;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, ['key-1', 'tap-1'].map((id) => table(id, 'mbs-blackjack-v6', ', pair: [5, 200]')).join(''), ['mei', 'tan']).open();
  for (const id of ['key-1', 'tap-1']) await floor.openTable(id);
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

type Tool = 'undo' | 'clear' | 'repeat' | 'double';

/* One hand to build wagers with: keys, or taps on what the screen shows. */
interface Hand {
  seat: Seat;
  who: string;
  chip: (dollars: number) => Promise<void>;
  place: (wager: string, area: number) => Promise<void>;
  use: (tool: Tool) => Promise<void>;
}

const KEYS: Record<Tool, string> = { undo: 'z', clear: 'x', repeat: 'r', double: 'w' };
const NAMES: Record<Tool, RegExp> = { undo: /^Undo/, clear: /^Clear/, repeat: /^Repeat/, double: /^Bets × 2/ };
const CHIPS = [5, 25, 100, 500, 1000];

const byKeys = (page: Page): Hand => ({
  seat: new Seat(page),
  who: 'mei',
  chip: (dollars) => page.keyboard.press(String(CHIPS.indexOf(dollars) + 1)),
  place: async (wager, area) => {
    await (await new Seat(page).spot(area, wager)).focus();
    await page.keyboard.press('Enter');
  },
  use: (tool) => page.keyboard.press(KEYS[tool]),
});

const byTaps = (page: Page): Hand => ({
  seat: new Seat(page),
  who: 'tan',
  chip: (dollars) => page.getByRole('radio', { name: `$${dollars} chip` }).tap(),
  place: async (wager, area) => (await new Seat(page).spot(area, wager)).tap(),
  use: (tool) => page.getByRole('button', { name: NAMES[tool] }).tap(),
});

async function lies(hand: Hand, dollars: number): Promise<void> {
  await expect.poll(() => hand.seat.page.locator('[data-staked]').textContent()).toBe(`$${dollars}`);
  await expect.poll(() => floor.balance(hand.who)).toBe(BANK - dollars * 100);
}

async function build(hand: Hand, desk: Desk): Promise<void> {
  await desk.press('Place your bets');
  await hand.seat.page.getByRole('button', { name: 'Main wager on Area 1' }).waitFor();

  await hand.chip(25);
  await hand.place('Main wager', 1);
  await lies(hand, 25);
  await hand.chip(100);
  await hand.place('Main wager', 1);
  await lies(hand, 125);
  await hand.use('undo');
  await lies(hand, 25);
  await hand.use('double');
  await lies(hand, 50);
  await hand.use('undo');
  await lies(hand, 25);
  await hand.chip(5);
  await hand.place('Pair', 1);
  await lies(hand, 30);
  await hand.use('clear');
  await lies(hand, 0);
  for (const tool of ['undo', 'clear', 'double'] as const) expect(await hand.seat.page.getByRole('button', { name: NAMES[tool] }).isDisabled()).toBe(true);

  await hand.chip(25);
  await hand.place('Main wager', 1);
  await hand.chip(5);
  await hand.place('Pair', 1);
  await lies(hand, 30);
  await desk.press('No more bets');
  await hand.seat.page.locator('.stage[data-phase="dealing"]').waitFor();
}

/* The wagers of the last round again, both of them; then the most the table takes, not more. */
async function again(hand: Hand, desk: Desk, balance: number): Promise<void> {
  await desk.press('Place your bets');
  await expect.poll(() => hand.seat.page.getByRole('button', { name: NAMES.repeat }).isEnabled()).toBe(true);
  await hand.use('repeat');
  await expect.poll(() => hand.seat.page.locator('[data-staked]').textContent()).toBe('$30');
  await expect.poll(() => floor.balance(hand.who)).toBe(balance - 3000);
  await hand.use('double');
  await expect.poll(() => hand.seat.page.locator('[data-staked]').textContent()).toBe('$60');
  await hand.use('clear');
  await expect.poll(() => floor.balance(hand.who)).toBe(balance);
  await desk.press('No more bets');
}

/* 18 against 18: the main wager comes back, the pair is lost. */
async function standOff(hand: Hand, desk: Desk): Promise<void> {
  await desk.cards('Th Kd 8c');
  await hand.seat.take('stand');
  await desk.cards('8s');
  await desk.press('Announce and settle');
  expect(await hand.seat.result()).toBe('You lose $5');
}

it('by the keyboard: undo, clear, double up; after "No more bets" nothing moves; repeat', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/key-1'));
  const mei = byKeys(await floor.at('mei', 'table/key-1'));
  await build(mei, desk);
  for (const tool of ['undo', 'clear', 'double', 'repeat'] as const) await mei.use(tool);
  await lies(mei, 30);
  await standOff(mei, desk);
  await again(mei, desk, BANK - 500);
});

it('by a finger: the same', async () => {
  const desk = new Desk(await floor.at('dora', 'dealer/tap-1'));
  const tan = byTaps(await floor.at('tan', 'table/tap-1', { size: 'tablet' }));
  await build(tan, desk);
  expect(await tan.seat.page.getByRole('button', { name: NAMES.undo }).count()).toBe(0);
  await lies(tan, 30);
  await standOff(tan, desk);
  await again(tan, desk, BANK - 500);
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
