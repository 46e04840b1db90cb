// SPDX-License-Identifier: Apache-2.0
/* The fullest area the rules allow: a pair split to four hands, two people on it, neighbours on both sides. On every size
 * each hand and each stake can be read, and nothing that must be read lies over another. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { browser, complaints, pictures, type Look } from './screen';

let chromium: Browser;
let floor: Floor;
let desk: Desk;
let mei: Seat;
let tan: Seat;
const screens: { name: string; page: Page }[] = [];

/* Opens the table of somebody, and keeps the screen to be looked at. */
async function shown(name: string, who: string, place: string, look: Look): Promise<Page> {
  const page = await floor.at(who, place, { ...look, still: true });
  screens.push({ name, page });
  return page;
}

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6', ', pair: [5, 200]'), ['mei', 'tan']).open();
  await floor.openTable('hand-1');
  desk = new Desk(await shown('dealer', 'dora', 'dealer/hand-1', {}));
  mei = new Seat(await shown('phone', 'mei', 'table/hand-1', { size: 'phone' }));
  tan = new Seat(await shown('tablet', 'tan', 'table/hand-1', { size: 'tablet' }));
  await shown('terminal', 'mei', 'table/hand-1', { theme: 'dark' });
  await shown('wall', 'tan', 'display/hand-1', { size: 'wall' });
  await shown('pocket', 'tan', 'display/hand-1', { size: 'phone' });
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

/* What must be read on the area with the split: the totals of its hands and what lies in its circle. Pairs of them that lie
 * over each other, and those that stick out of the screen. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const area = [...document.querySelectorAll('.area')].find((one) => one.querySelectorAll('.hand').length === 4);
    if (!area) return ['no area with four hands'];
    const all = [...area.querySelectorAll('.total, .one li, .box .figure, .box .outcome li')].map((node) => ({ text: node.textContent ?? '', box: node.getBoundingClientRect() }));
    const over = all.flatMap((one, index) =>
      all
        .slice(index + 1)
        .filter(({ box }) => Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 2 && Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 2)
        .map((other) => `${one.text} over ${other.text}`),
    );
    const felt = area.closest('.felt')?.getBoundingClientRect();
    return [...over, ...all.filter(({ box }) => felt && (box.top < felt.top || box.left < felt.left || box.right > felt.right)).map(({ text }) => `${text} is cut`)];
  });

async function look(step: string): Promise<void> {
  for (const { name, page } of screens) {
    await page.bringToFront();
    const split = page.waitForFunction(() => [...document.querySelectorAll('.area')].some((area) => area.querySelectorAll('.hand').length === 4));
    await split.catch(() => expect.soft(name, `${step}: no area with four hands`).toBe(''));
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${pictures}/split-${step}-${name}.png` });
    expect.soft(await hidden(page), `${step} on ${name}`).toEqual([]);
  }
}

it('four hands on one area, followed by another person', async () => {
  await desk.press('Place your bets');
  for (const area of [2, 3, 4]) await mei.bet(area);
  for (const area of [2, 3]) await tan.bet(area);
  await desk.press('No more bets');
  await desk.cards('Th 8h 9s 6c 9d 8d 2c');
  for (const verb of ['decline', 'decline', 'stand']) await mei.take(verb);
  for (const next of ['8s', '8c', '2d']) {
    await mei.take('split');
    await tan.take('follow');
    await desk.cards(next);
  }
  for (const card of ['2h', '3c', 'As', '4h']) {
    await mei.take('hit');
    await desk.cards(card);
  }
  await mei.take('stand');
  await desk.cards('3d');
  await look('play');
  await mei.take('double');
  await tan.take('double');
  await desk.cards('Kd');
  await desk.cards('7s');
  await mei.take('hit');
  await desk.cards('9c');
  await desk.cards('Ks');
  await mei.take('stand');
  await mei.take('stand');
  await desk.cards('Td 5d');
  await desk.press('Announce and settle');
  await mei.result();
  await mei.page.getByRole('button', { name: 'Look at Area 3' }).click();
  await look('paid');
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
