// SPDX-License-Identifier: Apache-2.0
/* A screen for a test: a page of Debian's Chromium, of a size, a language, a theme and a person. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { House } from './house';
import { unread } from './letters';

export const SIZES = {
  phone: [390, 844], tablet: [1024, 768], terminal: [1920, 1080], wall: [3840, 2160],
  small: [360, 640], sideways: [844, 390], upright: [768, 1024], netbook: [1280, 720], laptop: [1366, 768], notebook: [1440, 900],
} as const;
/* The languages of the pages: a file each. */
export const LANGUAGES: string[] = readdirSync(new URL('../../src/words', import.meta.url)).map((name) => name.replace('.ts', '')).toSorted();
export type Size = keyof typeof SIZES;
/* The nine at which everything must be in reach; a tablet on its side is between them. */
export const ALL_SIZES = (Object.keys(SIZES) as Size[]).filter((size) => size !== 'tablet');
/* Sizes in which axe reads a page: it finds the same in most of the others. */
export const FEW: Size[] = ['phone', 'terminal', 'laptop'];
const THEMES = ['light', 'dark'] as const;

/* Looks that axe reads: Chinese in the dark, every other language in the light. */
export const readByAxe = (language: string, theme: string): boolean => (language === 'zh') === (theme === 'dark');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const browser = (): Promise<Browser> => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

export interface Look {
  size?: Size;
  /* One of LANGUAGES. */
  language?: string;
  theme?: 'light' | 'dark';
  still?: boolean;
}

/* Where pictures are left to be looked at. */
export const pictures = process.env.CROUPIER_PICTURES ?? fileURLToPath(new URL('../../../build/pictures', import.meta.url));

/* Everything a page complains about ends the test. */
export const complaints: string[] = [];

declare global {
  interface Window {
    tableWaits?: (still: boolean) => void;
  }
}

/* Runs in the page before anything of it: a socket whose messages can be held back for a while. */
function waitingSocket(): void {
  const held: (() => void)[] = [];
  let still = false;
  window.tableWaits = (now) => {
    still = now;
    if (!still) for (const deliver of held.splice(0)) deliver();
  };
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', (event) => {
        if (!still) return;
        event.stopImmediatePropagation();
        held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data as string })));
      });
    }
  };
}

export async function screen(on: Browser, look: Look = {}): Promise<{ page: Page; context: BrowserContext }> {
  const [width, height] = SIZES[look.size ?? 'terminal'];
  const context = await on.newContext({
    viewport: { width, height },
    colorScheme: look.theme ?? 'light',
    hasTouch: ['phone', 'tablet', 'small', 'sideways', 'upright'].includes(look.size ?? ''),
    reducedMotion: look.still ? 'reduce' : 'no-preference',
  });
  await context.addInitScript((language) => {
    if (!localStorage.getItem('croupier.settings')) localStorage.setItem('croupier.settings', JSON.stringify({ language }));
  }, look.language ?? 'en');
  await context.addInitScript(waitingSocket);
  const page = await context.newPage();
  page.setDefaultTimeout(60000); // nobody waits for so long; a machine that does much else may
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_/.test(message.text())) complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() === 404) complaints.push(`404: ${response.url()}`);
  });
  return { page, context };
}

/* Enters the demonstration by its own button. */
export async function enterDemo(page: Page, house: House, role: string): Promise<void> {
  await page.goto(house.address);
  const opened = await house.api<object>('POST', 'session', { demo: role });
  await page.evaluate((session) => sessionStorage.setItem('croupier.session', session), JSON.stringify(opened));
  await page.reload();
}

export async function fillIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.locator('form .primary').last().click();
  await page.waitForFunction(() => sessionStorage.getItem('croupier.session') !== null);
}

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/* axe-core on the page as it stands: what it finds wrong, in short. */
async function look(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const tool = (window as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
    return (await tool.run()).violations;
  });
  return (violations as Violation[]).map(({ id, help, nodes }) => `${id}: ${help} (${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')})`);
}

/* Colours that are on their way are no colours of the page yet: what ends by itself is waited for, and what begins by that. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = (): Animation[] =>
      document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
    for (let moving = ending(); moving.length > 0; moving = ending()) await Promise.allSettled(moving.map((one) => one.finished));
  });
}

/* What the colours of a table's page hang on. */
async function moment(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...document.querySelector<HTMLElement>('[data-phase]')?.dataset }));
}

/* A live page would change while axe reads it, the letters before and their ground after. What the table says meanwhile
 * is held back; what it had said before may still be shown step by step, so a page that changed all the same is read
 * again. All that is found while it stands still counts. */
export async function wrongs(page: Page): Promise<string[]> {
  let found: string[] = [];
  await page.evaluate(axe);
  await page.evaluate(() => window.tableWaits?.(true));
  for (let reading = 0; reading < 8; reading++) {
    await atRest(page);
    const before = await moment(page);
    found = await look(page);
    if (found.length === 0 || before === (await moment(page))) break;
  }
  await page.evaluate(() => window.tableWaits?.(false));
  return found;
}

/* Looks at a page while the table says nothing new. */
export async function still<T>(page: Page, looks: (page: Page) => Promise<T>): Promise<T> {
  await page.evaluate(() => window.tableWaits?.(true));
  await atRest(page);
  const found = await looks(page);
  await page.evaluate(() => window.tableWaits?.(false));
  return found;
}

/* A window that is open over a page, in both themes: a picture of each, and all that axe finds or nobody can read. */
export async function windowWrongs(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/window-${name}-${colorScheme}.png` });
    found.push(...(await wrongs(page)), ...(await unread(page)));
  }
  return found;
}

/* Looks at a page in every size and both themes, and leaves a picture of each to be looked at. Returns all that was found wrong. */
export async function everyLook(page: Page, name: string, language: string, looks: (size: Size, theme: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const size of ALL_SIZES) {
    await resize(page, size);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      found.push(...(await looks(size, theme)).map((wrong) => `${name}, ${size}, ${language}, ${theme}: ${wrong}`));
      await page.screenshot({ path: `${pictures}/${name}-${size}-${language}-${theme}.png` });
    }
  }
  return found;
}

/* Makes the window that large; the page has been laid out for it when this returns: twice the same, since a busy machine takes a while. */
export async function resize(page: Page, size: Size): Promise<void> {
  const [width, height] = SIZES[size];
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  await page.evaluate(async () => {
    const places = (): string => JSON.stringify([...document.querySelectorAll('button, .at, .hand, .name')].map((node) => node.getBoundingClientRect()));
    for (let before = '', tries = 0; tries < 20 && before !== (before = places()); tries++)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))));
  });
}

/* Of a page that may scroll down: nothing is wider than the window, every enabled control is met where it is once it was scrolled to, no
 * control lies over another, and everything can be read. */
export const unreachable = async (page: Page): Promise<string[]> => [
  ...(await unread(page)),
  ...(await page.evaluate(() => {
    const found: string[] = [];
    const name = (node: Element): string => `${node.tagName.toLowerCase()} ${node.getAttribute('aria-label') ?? (node.textContent?.trim().slice(0, 30) || node.className.toString())}`;
    const seen = (node: Element): boolean => node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert], dialog:not([open])');
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}`);
    const controls = [...document.querySelectorAll('main button, main a[href], main input, main select, main summary, header button, header a[href], header select')].filter((node) => seen(node) && !node.matches(':disabled, [aria-disabled="true"], .skip'));
    const place = (node: Element): DOMRect => node.getBoundingClientRect();
    /* What a box that scrolls shows of it. */
    const shown = (node: Element): { left: number; right: number; top: number; bottom: number } => {
      let { left, right, top, bottom } = place(node);
      for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = place(around);
        [left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    for (const node of controls) {
      const box = node.closest('.panel')?.getBoundingClientRect();
      const { left, right } = shown(node);
      if (box && (left < box.left - 1 || right > box.right + 1)) found.push(`sticks out of its panel: ${name(node)}`);
    }
    controls.forEach((one, index) => {
      const a = shown(one);
      for (const other of controls.slice(index + 1, index + 40)) {
        if (one.contains(other) || other.contains(one) || one.closest('.spot, .wager, .hand') !== null || other.closest('.spot, .wager, .hand') !== null) continue;
        const b = shown(other);
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) found.push(`${name(one)} over ${name(other)}`);
      }
    });
    for (const node of controls) {
      node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = place(node);
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!met || !(node.contains(met) || met.contains(node) || met.closest('label')?.contains(node))) found.push(`out of reach: ${name(node)} under ${met ? name(met) : 'nothing'}`);
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return found;
  })),
];

/* What cannot be got at, or lies over another: every enabled control is in the window where a finger would meet it, or in a box that
 * scrolls to it; what answers the question is met without scrolling; the hand asked about is in view; hands, spots, names and buttons do
 * not lie over each other, and everything can be read. */
export const misplaced = async (page: Page): Promise<string[]> => [
  ...(await unread(page)),
  ...(await page.evaluate(() => {
    const found: string[] = [];
    const seen = (node: Element): boolean => node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert], dialog:not([open])');
    const name = (node: Element): string => node.getAttribute('aria-label') ?? (node.textContent?.trim().slice(0, 30) || node.className.toString());
    const scrolls = (node: Element): boolean => {
      for (let box = node.parentElement; box; box = box.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight + 1) return true;
      return false;
    };
    const controls = [...document.querySelectorAll('button, a[href], input, select, summary')].filter((node) => seen(node) && !node.matches(':disabled, [aria-disabled="true"], .skip'));
    for (const node of controls) {
      const { left, top, width, height } = node.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      if (met?.closest('.drawer') && !node.closest('.drawer')) continue; // under the drawer that somebody has opened
      if (!(met && (node.contains(met) || met.contains(node))) && (node.matches('.decisions *') || !scrolls(node))) found.push(`out of reach: ${name(node)}`);
      if (left < -1 || left + width > innerWidth + 1) if (!scrolls(node)) found.push(`sticks out: ${name(node)}`);
    }
    for (const box of document.querySelectorAll('.side .spot')) {
      const edge = box.getBoundingClientRect();
      for (const part of [...box.querySelectorAll('.print, .stack > *, .outcome')].filter(seen)) {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        if (Math.max(edge.left - left, right - edge.right, edge.top - top, bottom - edge.bottom) > 1) found.push(`out of its box: ${name(part)} in ${name(box)}`);
      }
    }
    if (document.documentElement.scrollHeight > innerHeight + 1) found.push('the page scrolls');
    /* Lines grow with the screen. */
    for (const node of [...document.querySelectorAll('.stage :is(.spot, .wager)')].filter(seen)) {
      const { borderTopWidth, fontSize } = getComputedStyle(node);
      if (parseFloat(borderTopWidth) < 0.06 * parseFloat(fontSize)) found.push(`a line too thin to be seen: ${name(node)}`);
    }
    /* What can be done is asked in words. */
    if (document.querySelector('.decisions button') && !document.querySelector('.dock .question')) found.push('answers without a question');
    /* Where nothing can be done, what the table does is not in a corner of the dock. */
    const middle = document.querySelector('.dock .middle');
    const hint = document.querySelector('.dock .hint')?.getBoundingClientRect();
    if (middle && hint && hint.height > 0 && !middle.querySelector('.moment, .remark, .rack')) {
      const { top, bottom } = (document.querySelector('.stage.narrow') ? middle : (document.querySelector('.dock') as Element)).getBoundingClientRect();
      if (Math.abs(hint.top - top - (bottom - hint.bottom)) > 0.25 * (bottom - top)) found.push(`in a corner of the dock: ${hint.top - top} above, ${bottom - hint.bottom} below`);
    }
    const asked = document.querySelector<HTMLElement>('.stage')?.dataset.asked;
    if (asked && /^\d/.test(asked)) {
      const hand = document.querySelector(`.hand[data-place="${asked}"]`)?.getBoundingClientRect();
      if (!hand || hand.left < -1 || hand.top < -1 || hand.right > innerWidth + 1 || hand.bottom > innerHeight + 1) found.push(`the hand asked about is out of view: ${asked}`);
    }
    if (document.querySelector('.drawer.open')) return found;
    const over = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    /* Words and chips of one wager: where letters are, not their boxes. */
    for (const box of document.querySelectorAll('.wager')) {
      const inside = [...box.querySelectorAll('strong, .lines > span > *, .pays, .range, .lying > *')].filter(seen);
      const written = inside.map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      inside.forEach((one, index) => {
        for (let other = index + 1; other < inside.length; other++)
          if (written[index]?.some((a) => written[other]?.some((b) => over(a, b)))) found.push(`in ${box.className}: ${name(one)} over ${name(inside[other] as Element)}`);
      });
      if (box.scrollHeight > box.clientHeight + 2) found.push(`cut off: ${name(box)}`);
    }
    const dock = document.querySelector('.dock')?.getBoundingClientRect().top ?? 0;
    for (const node of document.querySelectorAll('.dock :is(.middle, .purse) > *')) if (seen(node) && node.getBoundingClientRect().height > 0 && node.getBoundingClientRect().top < dock + 2) found.push(`above the dock: ${name(node)}`);
    const parts = [...document.querySelectorAll('.stage .cards, .stage .spot, .stage .wager, .stage .name > *, .stage .total, .dock button, .dock summary, .dock .question, .dock .hint, .dock .remark, .dock .moment .score, .dock .moment .sum, .dock .clock, .corner > summary, .corner > button, .felt .shoe, .moment, .dock dl')].filter(seen);
    parts.forEach((one, index) => {
      const a = one.getBoundingClientRect();
      if (a.left < -1 || a.right > innerWidth + 1 || (one.matches('.dock *, .corner > *, .moment') && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 2)) found.push(`cut off: ${name(one)} [${one.className}]`);
      for (const other of parts.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || one.parentElement === other.parentElement || one.closest('.hand, .spot, .wager') === (other.closest('.hand, .spot, .wager') ?? document)) continue;
        const b = other.getBoundingClientRect();
        if (over(a, b)) found.push(`${name(one)} [${one.className}] over ${name(other)} [${other.className}]`);
      }
    });
    return found;
  })),
];
