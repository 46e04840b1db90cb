// SPDX-License-Identifier: Apache-2.0
/* A house with entered cards: people log in with passwords, a dealer runs the table from his console and types what
 * leaves the shoe, so that a test knows every card. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { House } from './house';
import { fillIn, screen, type Look } from './screen';

const PASSWORD = 'green felt and brass';
const STAFF = { dora: 'dealer', pia: 'pit-manager', sven: 'shift-manager', cara: 'cashier', aude: 'auditor' };

export const table = (id: string, game: string, more = ''): string => `
  - id: ${id}
    title: ${id}
    game: ${game}
    device: entered
    people: [open, close, deal, settle, absent]
    limits: {all: none, main: [25, 1000]${more}}`;

export class Floor {
  readonly house: House;
  private contexts: BrowserContext[] = [];

  constructor(
    private readonly chromium: Browser,
    tables: string,
    private readonly players: string[],
  ) {
    this.house = new House({ tables: `idle_seconds: 5\ntables:${tables}\n` });
  }

  async open(): Promise<this> {
    for (const [name, role] of Object.entries(STAFF)) this.house.person(name, role, PASSWORD);
    for (const name of this.players) this.house.person(name, 'player', PASSWORD);
    await this.house.start();
    const { token } = await this.session('cara');
    for (const player of this.players) await this.house.api('POST', 'cage/buy-in', { id: `first-${player}`, player, amount: 100000 }, token);
    return this;
  }

  session(name: string): Promise<{ token: string }> {
    return this.house.api<{ token: string }>('POST', 'session', { user: name, password: PASSWORD });
  }

  async openTable(id: string): Promise<void> {
    const { token } = await this.session('pia');
    await this.house.api('POST', `tables/${id}/open`, { id: `open-${id}` }, token);
  }

  async at(name: string, place: string, look: Look = {}): Promise<Page> {
    const { page, context } = await screen(this.chromium, look);
    this.contexts.push(context);
    const session = JSON.stringify(await this.session(name));
    await page.addInitScript((kept) => {
      if (location.protocol.startsWith('http') && !sessionStorage.getItem('croupier.session')) sessionStorage.setItem('croupier.session', kept);
    }, session);
    await page.goto(`${this.house.address}#/${place}`);
    return page;
  }

  async balance(name: string): Promise<number> {
    const { token } = await this.session(name);
    return (await this.house.api<{ balance: number }>('GET', 'me', undefined, token)).balance;
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close();
    await this.house.stop();
  }
}

/* Fills in the log-in form that is shown. */
export const enter = (page: Page, name: string): Promise<void> => fillIn(page, name, PASSWORD);

/* The dealer's hands. */
export class Desk {
  constructor(readonly page: Page) {}

  async press(name: string): Promise<void> {
    await this.page.locator('.work').getByRole('button', { name, exact: false }).first().click();
  }

  /* Waits until the shoe has one card less. */
  private async drawn(how: () => Promise<void>): Promise<void> {
    const before = await this.page.locator('.shoe .more').first().textContent();
    await how();
    await this.page.waitForFunction(([text]) => document.querySelector('.shoe .more')?.textContent !== text, [before], { timeout: 10000 });
  }

  /* The next card of a virtual shoe. */
  deal = (): Promise<void> => this.drawn(() => this.press('Deal the next card'));

  faceDown = (): Promise<void> => this.drawn(() => this.press('Dealt face down'));

  /* Gives the next card that lies face down its face. */
  async turnUp(code: string): Promise<void> {
    const hidden = this.page.locator('.felt-side').getByRole('img', { name: 'card face down' });
    const before = await hidden.count();
    await this.type(code);
    await this.page.waitForFunction(([count]) => document.querySelectorAll('.felt-side img[alt="card face down"]').length < (count ?? 0), [before], { timeout: 10000 });
  }

  /* Wherever the focus is. */
  private async type(code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Scan or type a card' }).waitFor();
    await this.page.keyboard.type(code);
    await this.page.keyboard.press('Enter');
  }

  /* As a scanner does: one code and Enter, once the table wants a card and the field says for whom. */
  async cards(codes: string): Promise<void> {
    for (const code of codes.split(' ')) {
      await this.page.getByRole('textbox', { name: /^Scan or type a card.+/ }).waitFor();
      await this.drawn(() => this.type(code));
    }
  }
}

/* A player's hands. */
export class Seat {
  constructor(readonly page: Page) {}

  /* The button of that wager; an area that is not in the middle is looked at first where only the middle has it. */
  async spot(area: number, wager = 'Main wager'): Promise<Locator> {
    const spot = this.page.getByRole('button', { name: `${wager} on Area ${area}`, exact: false });
    const look = this.page.getByRole('button', { name: `Look at Area ${area}`, exact: false });
    for (let tries = 0; tries < 5; tries++) {
      await spot.or(look).first().waitFor();
      if ((await spot.count()) > 0) break;
      await look.click({ timeout: 2000 }).catch(() => {}); // the middle may have followed the last wager by itself
    }
    return spot;
  }

  async bet(area: number, wager = 'Main wager'): Promise<void> {
    await (await this.spot(area, wager)).click();
    await this.page.getByRole('button', { name: new RegExp(`${wager} on Area ${area}, .* placed`) }).waitFor();
  }

  async take(verb: string): Promise<void> {
    await this.page.locator(`.decisions .${verb}`).first().click();
  }

  async offers(verb: string): Promise<boolean> {
    await this.page.waitForTimeout(300);
    return this.page.locator(`.decisions .${verb}`).first().isVisible();
  }

  async result(): Promise<string> {
    const headline = this.page.locator('.results[data-final="true"] h2');
    await headline.waitFor({ state: 'attached', timeout: 15000 });
    return (await headline.textContent()) ?? '';
  }
}

/* Asks for the cards of area 1 face down; the house permits it. Before, a wager of the table's own if one is named. */
export async function askToSqueeze(desk: Desk, seat: Seat, side = ''): Promise<void> {
  await desk.press('Place your bets');
  await seat.bet(1, 'Initial Bet');
  if (side) {
    await seat.page.getByRole('button', { name: new RegExp(`^${side} on Table`) }).click();
    await seat.page.getByRole('button', { name: new RegExp(`^${side} on Table, .* placed`) }).waitFor();
  }
  await seat.page.locator('.more > summary').click();
  await seat.page.getByRole('button', { name: /Squeeze/ }).click();
  await desk.press('Decide: squeeze yes');
  await desk.press('No more bets');
}
