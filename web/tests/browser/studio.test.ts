// SPDX-License-Identifier: Apache-2.0
/* The studio: its numbers are the command's, for books changed at random too, from a server and from a folder; what it
 * shares and downloads is the book it shows. STUDIO_BOOKS says how many random books. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Key } from '../../../wasm/package/croupier';
import { editable, others, varied } from '../../studio/keys';
import { pack } from '../../studio/link';
import { ms as msLegends } from '../../studio/words/legends.ms';
import { zh as zhLegends } from '../../studio/words/legends.zh';
import { House } from './house';
import { browser, complaints, pictures, resize, screen, wrongs, type Size } from './screen';

const folder = fileURLToPath(new URL('../../dist/studio', import.meta.url));
const command = process.env.CROUPIER ?? fileURLToPath(new URL('../../../build/croupier', import.meta.url));
const BOOKS = Number(process.env.STUDIO_BOOKS ?? 10);
const GAMES = ['mbs-blackjack-v6', 'mbs-ace-race-v4', 'mbs-star-elements', 'rws-blackjack', 'mbs-7up-baccarat'];
const DECKS = 6;

const told = <T>(...words: string[]): T => JSON.parse(execFileSync(command, [...words, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as T;
interface Costs {
  wagers: { kind: string; house_edge: number; house_edge_with_error: number; cost: number }[];
}

/* The house edges of a changed book, as the command tells them; null where it refuses the change. */
function edgesTold(game: string, changes: Record<string, string>): Record<string, number> | null {
  const sets = Object.entries(changes).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  try {
    return Object.fromEntries(told<Costs>('cost', game, `--decks=${DECKS}`, ...sets).wagers.map((wager) => [wager.kind, wager.house_edge_with_error]));
  } catch {
    return null;
  }
}

const text = (game: string): string => readFileSync(new URL(`../../../rulebooks/${game}.yaml`, import.meta.url), 'utf8');
const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => document.querySelector('.headline')?.getAttribute('aria-busy') === 'false' && document.querySelector('.number')?.getAttribute('data-edge') !== 'NaN');
const shown = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => Object.fromEntries([...document.querySelectorAll<HTMLElement>('[data-wager]')].map((cell) => [cell.dataset.wager, Number(cell.dataset.edge)])));

/* The same numbers on every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomBook(at: number): { game: string; changes: Record<string, string> } {
  const roll = dice(at + 1);
  const game = GAMES[at % GAMES.length] ?? '';
  const keys = varied(told<Key[]>('rulebook', 'show', game)).filter((key) => others(key).length);
  const changes: Record<string, string> = {};
  for (let count = 1 + roll(3); count > 0; count--) {
    const key = keys[roll(keys.length)];
    const values = key ? others(key) : [];
    if (key) changes[key.key] = values[roll(values.length)] ?? key.value;
  }
  return { game, changes };
}

describe.skipIf(!existsSync(`${folder}/index.html`))('studio', () => {
  let chromium: Browser;
  let house: House;

  beforeAll(async () => {
    chromium = await browser();
    house = await new House({ demo: true }).start();
  });

  afterAll(async () => {
    await chromium?.close();
    await house?.stop();
  });

  it.each(['server', 'folder'])('from a %s: the numbers of every game are the command\'s, and follow a change', async (from) => {
    const address = from === 'server' ? `${house.address}studio/` : `file://${folder}/index.html`;
    const { page, context } = await screen(chromium);
    for (const game of GAMES) {
      await page.goto(`${address}?${game}#${game}`);
      await ready(page);
      expect(await shown(page), game).toEqual(edgesTold(game, { 'cards.decks.max': '8' }));
    }
    if (from === 'folder') expect(await page.getByRole('button', { name: 'Play it now' }).count(), 'no house is behind a folder').toBe(0);
    await page.goto(`${address}#mbs-blackjack-v6`);
    await ready(page);
    await page.selectOption('#key-dealer-soft17', 'hit');
    await page.getByText('against the original').waitFor();
    await ready(page);
    expect(await shown(page)).toEqual(edgesTold('mbs-blackjack-v6', { 'dealer.soft17': 'hit' }));
    await page.keyboard.press('Control+z');
    await page.getByText('as in the original').waitFor();
    await context.close();
  });

  it(`${BOOKS} books changed at random have the command's house edges`, { timeout: 60000 + BOOKS * 6000 }, async () => {
    const { page, context } = await screen(chromium);
    let compared = 0;
    for (let at = 0; at < BOOKS; at++) {
      const { game, changes } = randomBook(at);
      const expected = edgesTold(game, changes);
      await page.goto(`${house.address}studio/index.html?${at}#book=${await pack({ base: text(game), changes, decks: DECKS })}`);
      await ready(page);
      if (expected === null) await page.getByText('does not hold a book').waitFor();
      else {
        expect(await shown(page), `${game} ${JSON.stringify(changes)}`).toEqual(expected);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(BOOKS / 2);
    await context.close();
  });

  it('the YAML to download and the link are the book on the desk', async () => {
    const { page, context } = await screen(chromium);
    await page.goto(`${house.address}studio/#rws-blackjack`);
    await ready(page);
    await page.getByRole('button', { name: 'Pay tables' }).click();
    await page.locator('#key-wagers-main-pays-blackjack-odds').fill('15');
    await page.getByRole('button', { name: 'Rules of play' }).click();
    await page.locator('#key-surrender-not_against').getByRole('button', { name: 'T', exact: true }).click();
    await page.locator('.rule.moved').nth(0).waitFor();
    await ready(page);
    const hash = await page.locator('.headline').getAttribute('data-hash');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download YAML' }).click()]);
    const file = `${house.folder}/mine.yaml`;
    await download.saveAs(file);
    expect(told<{ hash: string; ok: boolean }[]>('rulebook', 'check', file)[0]).toMatchObject({ ok: true, hash });
    expect(readFileSync(file, 'utf8')).toContain('# RWS Blackjack (Resorts World Sentosa)');
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.locator('.said input').inputValue();
    await page.goto(link.replace('#', '?again#'));
    await ready(page);
    expect(await page.locator('.headline').getAttribute('data-hash')).toBe(hash);
    await page.getByLabel('Open YAML').setInputFiles(file);
    await page.getByText('as in the original').waitFor();
    await ready(page);
    expect(await page.locator('.headline').getAttribute('data-hash')).toBe(hash);
    await context.close();
  });

  it('play it now: a table for one runs the book on the desk, its sign and its payments; the way back leads to the book', async () => {
    const { page, context } = await screen(chromium, { size: 'netbook', still: true });
    await page.goto(`${house.address}studio/#mbs-7up-baccarat`);
    await ready(page);
    await page.getByRole('button', { name: 'Pay tables' }).click();
    for (const line of ['player-pays-player-seven', 'player-pays-player', 'banker-pays-banker-seven', 'banker-pays-banker']) {
      const ratio = page.locator(`.rule:has(#key-wagers-${line}-odds) .ratio`);
      await ratio.fill('9:1');
      await ratio.press('Tab');
      await page.locator(`.rule.moved:has(#key-wagers-${line}-odds)`).waitFor();
    }
    await ready(page);
    const hash = await page.locator('.headline').getAttribute('data-hash');
    await page.getByRole('button', { name: 'Play it now' }).click();
    await page.waitForURL(/#\/table\/trial-[0-9a-f]{12}-1$/);
    const name = page.url().split('/').at(-1) ?? '';
    const sign = await house.api<{ sections: { wager?: string; rows: { says: string }[] }[] }>('GET', `tables/${name}/sign`);
    expect(sign.sections.filter(({ wager }) => wager === 'banker').flatMap(({ rows }) => rows.map(({ says }) => says))).toEqual(['9 to 1', '9 to 1']);
    await page.getByText('your own rules').waitFor();
    const result = page.locator('.wager.player .result, .wager.banker .result');
    let times = 0; // what the winning side was paid, in stakes; a tie pays nothing, and another round is played
    for (let round = 0; round < 6 && times === 0; round++) {
      for (const side of ['player', 'banker']) await page.locator(`.wager.${side}.open`).click();
      await page.getByRole('button', { name: 'Deal', exact: false }).first().click();
      await result.nth(1).waitFor();
      const [lost, won] = (await result.allTextContents()).map((text) => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-'))).toSorted((a, b) => a - b);
      if (lost) times = (won ?? NaN) / -lost;
    }
    expect(times).toBe(9);
    await page.goBack();
    await ready(page);
    expect(await page.locator('.headline').getAttribute('data-hash')).toBe(hash);
    await context.close();
  });

  it('variations and the forgetful Dealer say what croupier cost says', async () => {
    const { page, context } = await screen(chromium);
    await page.goto(`${house.address}studio/index.html#mbs-blackjack-v6`);
    await ready(page);
    await page.getByRole('tab', { name: 'What each rule is worth' }).click();
    await page.getByRole('button', { name: 'Work it out' }).click();
    await page.waitForFunction(() => document.querySelector('progress')?.value === document.querySelector('progress')?.max, null, { timeout: 120000 });
    const rows = await page.locator('tr[data-vary]').evaluateAll((all) => all.map((row) => [row.getAttribute('data-vary') ?? '', Number(row.getAttribute('data-worth'))] as const));
    expect(rows.length).toBeGreaterThan(10);
    for (const [set, worth] of rows.slice(0, 4)) {
      const main = told<Costs>('cost', 'mbs-blackjack-v6', `--decks=${DECKS}`, '--set', set).wagers[0];
      expect(worth, set).toBeCloseTo(-(main?.cost ?? NaN), 14);
    }
    await page.selectOption('#key-dealer-soft17', 'hit');
    await page.getByRole('tab', { name: 'A forgetful Dealer' }).click();
    const cost = Number(await page.locator('[data-cost]').first().getAttribute('data-cost'));
    const main = told<Costs>('cost', 'mbs-blackjack-v6', `--decks=${DECKS}`, '--error', 'dealer-hits-soft-17').wagers[0];
    expect(cost).toBe(-(main?.cost ?? NaN));
    await context.close();
  });

  it('every rule that is shown has its words in every language', () => {
    const said = GAMES.flatMap((game) => told<Key[]>('rulebook', 'show', game).filter(editable).flatMap((key) => [key.legend ?? '', ...(key.words ?? []).map((word) => word.says)]));
    const given = GAMES.slice(0, 2).flatMap((game) => told<{ wagers: { condition?: string }[] }>('odds', game).wagers.map(({ condition }) => condition ?? ''));
    said.push(...given);
    expect(given.filter(Boolean)).not.toEqual([]);
    for (const legends of [zhLegends, msLegends]) expect([...new Set(said)].filter((sentence) => sentence && !(sentence in legends))).toEqual([]);
  });

  it('the sign tells the edge of every wager that pays, and nothing bare stands in the table of rules', async () => {
    const { page, context } = await screen(chromium);
    await page.goto(`${house.address}studio/#mbs-7up-baccarat`);
    await ready(page);
    await page.getByRole('tab', { name: 'Sign' }).click();
    const edge = (await shown(page)).tie ?? edgesTold('mbs-7up-baccarat', { 'cards.decks.max': '8' })?.tie ?? NaN;
    await page.locator('[data-odds="tie"]').getByText(`House edge ${(100 * edge).toFixed(4)}%`).waitFor();
    expect(await page.locator('[data-odds]').count()).toBe(4);
    await page.goto(`${house.address}studio/?rules#mbs-blackjack-v6`);
    await ready(page);
    await page.getByRole('tab', { name: 'What each rule is worth' }).click();
    await page.getByRole('button', { name: 'Work it out' }).click();
    await page.locator('[data-vary="surrender.not_against=[]"]').getByRole('cell', { name: 'none', exact: true }).waitFor({ timeout: 120000 });
    await context.close();
  });

  it('a value that the book cannot have is refused in words, and nothing changes', async () => {
    const { page, context } = await screen(chromium);
    await page.goto(`${house.address}studio/index.html#mbs-blackjack-v6`);
    await ready(page);
    const hash = await page.locator('.headline').getAttribute('data-hash');
    await page.selectOption('#key-double-on', 'hard');
    await page.getByText('the book would contradict itself').waitFor();
    expect(await page.locator('.headline').getAttribute('data-hash')).toBe(hash);
    await context.close();
  });

  it.each(([
    ['en', 'light'],
    ['zh', 'dark'],
    ['ms', 'light'],
  ] as const).slice(0, process.env['CROUPIER_BROWSER'] === 'all' ? 3 : 1))('%s, %s: fits every size, and axe finds nothing', async (language, theme) => {
    const { page, context } = await screen(chromium, { language, theme });
    mkdirSync(pictures, { recursive: true });
    await page.goto(`${house.address}studio/index.html#rws-blackjack`);
    await ready(page);
    for (const view of ['wagers', 'chart', 'sign', 'variations', 'slip', 'compare']) {
      await page.locator(`#tab-${view}`).click();
      for (const size of ['phone', 'netbook', 'laptop', 'terminal', 'wall'] as Size[]) {
        await resize(page, size);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${view} ${size}`).toBeLessThanOrEqual(1);
        if (view === 'wagers' || view === 'chart') await page.screenshot({ path: `${pictures}/studio-${view}-${size}-${language}-${theme}.png` });
      }
      expect(await wrongs(page), view).toEqual([]);
    }
    await context.close();
  });

  it('no page complained', () => {
    expect(complaints).toEqual([]);
  });
});
