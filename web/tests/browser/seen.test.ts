// SPDX-License-Identifier: Apache-2.0
/* What was seen wrong by people who walked the house, and is held nowhere else:
 *   out of reach, wrong hand, silent money, held key, vanished option, log, motion, sound, second tab, slow or lost line    stage.test.ts
 *   card by card                                                                                                         step.test.ts
 *   first bet and result, own table, speed, company, languages by their names                                            walk.test.ts
 *   typo of the dealer, refusals in words, ruling on the felt                                                             table.test.ts
 *   floor, idle alarm, reason and confirmation, search, replay by keys, shift manager's page                              pit.test.ts
 *   squeeze                                                                                                              options.test.ts
 *   every page in reach at every size                                                                                    pictures.test.ts */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, Floor, Seat, table } from './floor';
import { House } from './house';
import { unread } from './letters';
import { ALL_SIZES, browser, complaints, enterDemo, LANGUAGES, misplaced, resize, screen, still, wrongs } from './screen';

let chromium: Browser;
let floor: Floor;
let desk: Desk;
let mei: Seat;

beforeAll(async () => {
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6'), ['mei']).open();
  await floor.openTable('hand-1');
  desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  mei = new Seat(await floor.at('mei', 'table/hand-1', { size: 'laptop', still: true }));
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

async function play(last: string): Promise<{ text: string; ground: string; kind: string | null }> {
  await desk.press('Place your bets');
  await mei.bet(4);
  await desk.press('No more bets');
  await desk.cards('Th 6c 9d');
  await mei.take('stand');
  await desk.cards(last);
  await desk.press('Announce and settle');
  await mei.result();
  const moment = mei.page.locator('[data-moment]');
  await moment.waitFor();
  return { text: (await moment.textContent())?.trim() ?? '', kind: await moment.getAttribute('data-moment'), ground: await moment.evaluate((node) => `${getComputedStyle(node).backgroundColor} ${getComputedStyle(node).backgroundImage} ${getComputedStyle(node).borderStyle}`) };
}

describe('the result', () => {
  it('a win does not look like a loss, and a stand-off says so on the hand', async () => {
    const won = await play('Td 8s');
    expect([won.kind, won.text]).toEqual(['won', 'You win $25']);
    expect(await mei.page.locator('.area.middle .ribbon').textContent()).toMatch(/\+\$25\s*won/);
    const lost = await play('5d Ts');
    expect([lost.kind, lost.text]).toEqual(['lost', 'You lose $25']);
    const even = await play('5d 8s');
    expect([even.kind, even.text]).toEqual(['even', 'No gain, no loss']);
    expect(await mei.page.locator('.area.middle .ribbon').textContent()).toMatch(/stand-off/);
    expect(new Set([won.ground, lost.ground, even.ground]).size).toBe(3);
    expect(await wrongs(mei.page)).toEqual([]);
  });
});

describe("the Dealer's hand", () => {
  it('lies beside the device, however many cards it has and however narrow the screen', async () => {
    const { page } = desk;
    await play('2d 3d 2h 4h');
    const wrong: string[] = [];
    for (const size of ALL_SIZES) {
      await resize(page, size);
      const over = await page.evaluate(() => {
        const device = document.querySelector('.felt .device')?.getBoundingClientRect();
        const parts = [...document.querySelectorAll('.felt .dealer :is(img, .total)')].map((part) => part.getBoundingClientRect());
        return device ? parts.filter((part) => part.right > device.left + 1 && part.top < device.bottom).length : 0;
      });
      if (over > 0) wrong.push(`${size}: ${over}`);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(wrong).toEqual([]);
  });
});

describe('the log', () => {
  it('keeps the focus while it grows', async () => {
    const { page } = mei;
    await page.keyboard.press('l');
    await page.getByRole('tab', { name: 'All' }).click();
    const why = page.locator('.drawer .story').getByRole('button', { name: 'why?' }).first();
    await why.focus();
    const before = await page.locator('.drawer .story li:has(:focus)').textContent();
    await desk.press('Place your bets');
    await expect.poll(() => page.locator('.stage').getAttribute('data-phase')).toBe('betting');
    expect(await page.locator('.drawer .story li:has(:focus)').textContent()).toBe(before);
    await page.keyboard.press('l');
  });
});

describe('the dealer', () => {
  it('taps cards in thirteen columns, a suit a row', async () => {
    const { page } = desk;
    await mei.bet(4);
    await desk.press('No more bets');
    await page.getByRole('button', { name: 'Tap a card' }).click();
    const places = await page.locator('.work .picker button, .work .cards button').evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top)));
    const rows = [...new Set(places)].map((top) => places.filter((one) => one === top).length);
    expect(rows).toEqual([13, 13, 13, 13]);
    await page.getByRole('button', { name: 'Tap a card' }).click();
    await desk.cards('Th 6c 9d');
  });
});

describe('a decision of the shift manager', () => {
  it('is told to the pit manager, and offered to the shift manager alone', async () => {
    await desk.page.locator('.wrong').click();
    await desk.page.getByRole('button', { name: 'Something no rule speaks of' }).click();
    await desk.page.getByRole('textbox', { name: 'Say what happened' }).fill('a cat on the felt');
    await desk.page.getByRole('button', { name: 'What the rules say' }).click();
    await desk.page.getByRole('button', { name: 'Confirm' }).click();
    const pia = await floor.at('pia', 'pit');
    const sven = await floor.at('sven', 'shift');
    await sven.getByRole('button', { name: 'Decide: void' }).waitFor();
    await pia.locator('.some').waitFor();
    expect(await pia.getByRole('button', { name: /^Decide: (void|continue)/ }).count()).toBe(0);
    await sven.getByRole('button', { name: 'Decide: void' }).click();
    await sven.getByLabel('Reason, for the journal').fill('the cat sat on the cards');
    await sven.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => floor.balance('mei')).toBeGreaterThan(0);
  });
});

describe('long lists', () => {
  it('the ledger is paged and no page of it is long', async () => {
    const { token } = await floor.session('cara');
    for (let line = 0; line < 60; line++) await floor.house.api('POST', 'cage/buy-in', { id: `more-${line}`, player: 'mei', amount: 100 }, token);
    const page = await floor.at('cara', 'cage', { size: 'laptop' });
    await page.getByRole('button', { name: 'mei', exact: false }).first().click();
    await page.getByRole('button', { name: 'Older' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000);
    const first = await page.locator('table.data tbody tr').last().textContent();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => page.locator('table.data tbody tr').last().textContent()).not.toBe(first);
  });
});

describe('the demonstration', () => {
  let house: House;
  let page: Page;

  beforeAll(async () => {
    house = await new House({ demo: true }).start();
    page = (await screen(chromium, { size: 'laptop', language: 'zh' })).page;
    await page.goto(house.address);
  });
  afterAll(async () => {
    await page?.context().close();
    await house?.stop();
  });

  it('shows Chinese in letters of its own, none of them a box', async () => {
    await page.locator('article').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const loaded = await page.evaluate(() => [...document.fonts].filter((font) => font.family.includes('Croupier Chinese') && font.status === 'loaded').length);
    expect(loaded).toBeGreaterThan(0);
    /* Every letter that any page says, one by one: which font the browser takes it from. */
    const letters = [...new Set(['words', 'staff-words', 'house-words'].flatMap((folder) => readFileSync(new URL(`../../src/${folder}/zh.ts`, import.meta.url), 'utf8').match(/\p{Script=Han}/gu) ?? []))];
    await page.evaluate((all) => {
      const list = document.body.appendChild(Object.assign(document.createElement('p'), { id: 'letters', style: 'font-family: "Croupier Chinese"' }));
      for (const letter of all) list.appendChild(Object.assign(document.createElement('b'), { textContent: letter }));
    }, letters);
    await page.evaluate(() => document.fonts.ready);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '#letters b' });
    const lacking: string[] = [];
    for (const [index, nodeId] of nodeIds.entries()) {
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
      if (!fonts.every((font) => font.isCustomFont)) lacking.push(letters[index] ?? '');
    }
    await page.evaluate(() => document.querySelector('#letters')?.remove());
    expect(lacking).toEqual([]);
  });
  it.each(LANGUAGES.filter((language) => language !== 'zh'))('puts no quotation marks of a Chinese font between the words of %s', async (language) => {
    const { page: other, context } = await screen(chromium, { language });
    await other.goto(house.address);
    await other.locator('article').first().waitFor();
    const wide = await other.evaluate(async () => {
      const mark = document.body.appendChild(Object.assign(document.createElement('span'), { textContent: '“', style: 'position: absolute; font: 600 100px var(--serif)' }));
      await new Promise((done) => requestAnimationFrame(done)); // the font of a letter is fetched once it is there
      await document.fonts.ready;
      return mark.getBoundingClientRect().width;
    });
    expect(wide).toBeLessThan(70);
    await context.close();
  });
  it('groups the lobby by game, tables that take bets first', async () => {
    expect(await page.locator('section.game').count()).toBe(5);
    await expect
      .poll(() => page.locator('section.game').evaluateAll((games) => games.flatMap((game) => {
        const open = [...game.querySelectorAll('article')].map((tile) => tile.querySelector('.tag.open') !== null);
        return open.indexOf(true) > open.indexOf(false) && open.includes(false) ? [game.id] : [];
      })))
      .toEqual([]);
  });
  it('the lobby fills a wall as it fills a screen', async () => {
    await resize(page, 'wall');
    const filled = await page.evaluate(() => Math.max(...[...document.querySelectorAll('.game')].map((game) => game.getBoundingClientRect().bottom)) / innerHeight);
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(filled).toBeGreaterThan(0.75);
  });
  it('the seconds that are left lie over nothing, while something is said, too', async () => {
    const { page: seat, context } = await screen(chromium, { size: 'laptop', still: true });
    await enterDemo(seat, house, 'player');
    await seat.goto(`${house.address}#/table/mbs-blackjack-v6-1`);
    const seconds = seat.locator('.dock .clock');
    await expect.poll(async () => Number((await seconds.getAttribute('data-left', { timeout: 500 }).catch(() => null)) ?? 0), { timeout: 60000 }).toBeGreaterThan(5);
    await seat.getByRole('radio', { name: '$5 chip' }).click();
    await seat.locator('.area.middle .spot.main.open').click();
    await seat.locator('[data-remark="below"]').waitFor();
    expect(await seconds.count()).toBe(1);
    for (const size of ALL_SIZES) {
      await resize(seat, size);
      expect((await still(seat, misplaced)).filter((wrong) => /clock|remark/.test(wrong)), size).toEqual([]);
    }
    await context.close();
  });
  it('a display shows its last results clear of the ground, over nothing else, however narrow it is', async () => {
    const { page: wall, context } = await screen(chromium, { size: 'phone', still: true });
    await wall.goto(`${house.address}#/display/mbs-blackjack-v6-2`);
    await wall.locator('aside .pays div').first().waitFor();
    /* As after an evening: the demonstration has played too few rounds. */
    await wall.locator('aside .beads').evaluate((list) => list.append(...Array.from({ length: 20 }, () => Object.assign(document.createElement('li'), { className: list.firstElementChild?.className, textContent: '19' }))));
    const wrong: string[] = [];
    /* Each kind of result stands out from the ground of the display by its colour or its edge. */
    for (const kind of ['plain', 'bust', 'natural', 'banker', 'player', 'tie']) {
      const contrast = await wall.locator('aside .beads li').last().evaluate((bead, name) => {
        bead.setAttribute('class', (bead.getAttribute('class') ?? '').replace(/^\w+/, name));
        const light = (colour: string): number => {
          const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const to = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const ground = light(getComputedStyle(document.querySelector('.display') as Element).backgroundColor);
        const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(bead);
        return Math.max(to(light(backgroundColor), ground), borderTopWidth === '0px' ? 0 : to(light(borderTopColor), ground));
      }, kind);
      if (contrast < 3) wrong.push(`${kind}: ${contrast.toFixed(1)}`);
    }
    for (const size of ALL_SIZES) {
      await resize(wall, size);
      const [beads, next] = await wall.evaluate(() => [Math.max(...[...document.querySelectorAll('aside .beads li')].map((bead) => bead.getBoundingClientRect().bottom)), document.querySelector('aside .beads + h2')?.getBoundingClientRect().top ?? 0]);
      if (beads > next) wrong.push(`${size}: ${beads} > ${next}`);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
  it.each(LANGUAGES)('a display of baccarat gives the table the whole width, and enough of the height after an evening, %s', async (language) => {
    const { page: wall, context } = await screen(chromium, { size: 'terminal', language, still: true });
    await wall.goto(`${house.address}#/display/mbs-7up-baccarat-2`);
    await wall.locator('.felt-side .wager').first().waitFor();
    expect(await wall.locator('.felt-side').evaluate((side) => side.getBoundingClientRect().width / innerWidth)).toBeGreaterThan(0.95);
    await wall.locator('aside .beads').evaluate((list) => list.append(...Array.from({ length: 20 }, () => Object.assign(document.createElement('li'), { className: list.firstElementChild?.className, textContent: '7-7' }))));
    const wrong: string[] = [];
    for (const size of ALL_SIZES) {
      await resize(wall, size);
      wrong.push(...(await still(wall, unread)).map((one) => `${size}: ${one}`));
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
  it('has a tile for the shift manager, who lands on a page of their own', async () => {
    await page.getByRole('combobox', { name: '语言' }).selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Shift manager' }).click();
    await page.getByRole('heading', { name: 'Shift manager', level: 1 }).waitFor();
    expect(page.url()).toContain('#/shift');
  });
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
