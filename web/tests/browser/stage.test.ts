// SPDX-License-Identifier: Apache-2.0
/* The player's table with known cards: the right hand is asked about, money is honest, keys and focus do what is meant, options that close
 * and results are told, and at every size everything is in reach, in view and lies over nothing. No clock runs at its tables. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askToSqueeze, Desk, Floor, Seat, table } from './floor';
import { browser, complaints, everyLook, LANGUAGES, misplaced, pictures, still, wrongs } from './screen';

const BANK = 100000;
let chromium: Browser;
let floor: Floor;
let desk: Desk;
let mei: Seat;
let tan: Seat;

const bac = `
  - id: bac-1
    title: bac-1
    game: mbs-7up-baccarat
    device: entered
    people: [open, close, deal, settle, absent]
    limits: {player: [5, 500], banker: [5, 500], tie: [5, 500], super-sevens: [5, 500]}`;

const others =
  table('race-1', 'mbs-ace-race-v4', ', pair: [5, 200], ace-race: [5, 200], ace-race-split: [5, 200]') +
  table('star-1', 'mbs-star-elements', ', pair: [5, 200], super-star-sevens: [5, 200], three-stars: [5, 200]').replace('entered', 'virtual') +
  table('rws-1', 'rws-blackjack', ', rws-pairs: [5, 200], boom-busted: [5, 200]').replace('entered', 'virtual');

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  chromium = await browser();
  floor = await new Floor(chromium, table('hand-1', 'mbs-blackjack-v6', ', pair: [5, 200]') + table('hand-2', 'mbs-blackjack-v6', ', pair: [5, 200]') + bac + others, ['mei', 'tan']).open();
  for (const id of ['hand-1', 'hand-2', 'bac-1', 'race-1', 'star-1', 'rws-1']) await floor.openTable(id);
  desk = new Desk(await floor.at('dora', 'dealer/hand-1'));
  mei = new Seat(await floor.at('mei', 'table/hand-1', { size: 'laptop' }));
  tan = new Seat(await floor.at('tan', 'table/hand-1', { size: 'phone' }));
});

afterAll(async () => {
  await floor?.close();
  await chromium?.close();
});

const staked = (page: Page): Promise<string | null> => page.locator('[data-staked]').textContent();
const question = (seat: Seat) => seat.page.locator('.question');
const remark = (seat: Seat, kind: string) => seat.page.locator(`[data-remark="${kind}"]`);

async function begin(...bets: (() => Promise<void>)[]): Promise<void> {
  await desk.press('Place your bets');
  for (const bet of bets) await bet();
  await desk.press('No more bets');
}

describe('money is honest', () => {
  it('a $5 chip where $25 is the minimum places nothing and says so; the minimum is one press away', async () => {
    await desk.press('Place your bets');
    await mei.page.getByRole('radio', { name: '$5 chip' }).click();
    await (await mei.spot(1)).click();
    await remark(mei, 'below').getByText('The minimum here is $25.').waitFor();
    expect(await staked(mei.page)).toBe('$0');
    expect(await floor.balance('mei')).toBe(BANK);
    await remark(mei, 'below').getByRole('button', { name: 'Bet $25' }).click();
    await expect.poll(() => staked(mei.page)).toBe('$25');
    expect(await remark(mei, 'below').count()).toBe(0);
  });
  it('over the maximum: what was accepted and what went back', async () => {
    const { page } = mei;
    await page.getByRole('radio', { name: '$500 chip' }).click();
    await (await mei.spot(1)).click();
    await expect.poll(() => staked(page)).toBe('$525');
    await (await mei.spot(1)).click();
    await remark(mei, 'above').getByText('$1,000 is the maximum here: $25 went back to you.').waitFor();
    await expect.poll(() => staked(page)).toBe('$1,000');
    await page.getByRole('button', { name: /^Clear/ }).click();
    await expect.poll(() => floor.balance('mei')).toBe(BANK);
    await page.getByRole('radio', { name: '$25 chip' }).click();
  });
  it('the focus stays on the spot when bets close', async () => {
    const spot = await mei.spot(1);
    await spot.click();
    await expect.poll(() => staked(mei.page)).toBe('$25');
    await spot.focus();
    await desk.press('No more bets');
    await mei.page.locator('.stage[data-phase="dealing"]').waitFor();
    expect(await mei.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Main wager on Area 1/);
    await desk.cards('Th 6c 9d');
    await mei.take('stand');
    await desk.cards('Td 8s');
    await desk.press('Announce and settle');
    expect(await mei.result()).toBe('You win $25');
  });
});

describe('one question at a time, about the right hand', () => {
  it('at seat 7 while area 2 decides: the question is about area 7, its hand in the middle and lit', async () => {
    await begin(() => mei.bet(2), () => tan.bet(7));
    await desk.cards('8h 9c Kd Td 7s');
    await expect.poll(() => question(tan).textContent()).toContain('Area 7: your 16 against a 10. Surrender, or play on?');
    expect(await question(tan).getAttribute('data-place')).toBe('7');
    expect(await tan.page.locator('.area.middle').getAttribute('data-area')).toBe('7');
    expect(await tan.page.locator('.hand.lit').getAttribute('data-place')).toBe('7');
    expect(await still(tan.page, misplaced)).toEqual([]);
    expect(await question(mei).textContent()).toContain('Area 2: your 18 against a 10.');
    /* The clock of area 2 is not shown to area 7, whose option has none of its own. */
    expect(await question(tan).textContent()).toContain('Open only until the next card is dealt.');
    expect(await tan.page.locator('.dock .clock').count()).toBe(0);
    expect(await question(tan).getAttribute('data-clock')).toBe('none');
    expect(await question(mei).getAttribute('data-clock')).toBe('own');
  });
  it('an option that another closes is told', async () => {
    await mei.take('hit');
    await desk.cards('2h');
    await remark(tan, 'closed').getByText('Surrender is closed for Area 7.').waitFor();
    await mei.take('stand');
    await expect.poll(() => question(tan).textContent()).toContain('Area 7: your 16 against a 10. Your move.');
    expect(await remark(tan, 'closed').count()).toBe(0);
  });
  it('a key that is held hits once; a key meant for the question before is not taken', async () => {
    const { page } = tan;
    const buttons = page.locator('.decisions .hit:not([aria-disabled="true"])');
    await buttons.waitFor();
    await page.evaluate(() => {
      const press = (repeat: boolean): void => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', repeat }));
      press(false);
      for (let i = 0; i < 20; i++) press(true);
    });
    /* At once after the question changes, whatever else the machine has to do. */
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('.question')?.textContent?.includes('your 18')) return;
        seen.disconnect();
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }));
        document.body.dataset.pressed = 'yes';
      });
      seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await desk.cards('2c');
    await page.locator('body[data-pressed]').waitFor({ state: 'attached' });
    await page.waitForTimeout(400);
    expect(await page.locator('.hand[data-place="7"] img').count()).toBe(3);
    await tan.take('stand');
    await desk.cards('Tc');
    await desk.press('Announce and settle');
    await tan.result();
  });
  it('two own hands: what may close is asked first, each key has one meaning', async () => {
    await begin(() => mei.bet(2), () => mei.bet(7));
    await desk.cards('Th 8c Kd 7d 8h');
    await expect.poll(() => question(mei).textContent()).toContain('Area 7: your 16 against a 10. Surrender, or play on?');
    expect(await mei.page.locator('.hand.lit').count()).toBe(2);
    await mei.page.locator('.decisions .surrender:not([aria-disabled="true"])').waitFor();
    await mei.page.keyboard.press('u');
    await expect.poll(() => question(mei).textContent()).toContain('Area 2: your 17 against a 10.');
    expect(await mei.page.locator('.decisions .big').count()).toBe(4);
    await mei.page.locator('.decisions .stand:not([aria-disabled="true"])').waitFor();
    await mei.page.keyboard.press('s');
    await desk.cards('9h');
    await desk.press('Announce and settle');
    expect(await mei.result()).toBe('You lose $37.50');
  });
});

describe('keys, windows, tabs, lines', () => {
  it('keys work while a checkbox has the focus, and ? lists them', async () => {
    const { page } = mei;
    await desk.press('Place your bets');
    await page.keyboard.press('l');
    await page.getByRole('tab', { name: 'Coach' }).click();
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('3');
    await expect.poll(() => page.getByRole('radio', { name: '$100 chip' }).getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('2');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('hit, stand, double, split').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Mine' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.drawer').evaluate((node) => (node as HTMLElement).inert)).toBe(true);
  });
  it('the log is folded: one\'s own first, all on request, the clause behind "why?"', async () => {
    const { page } = mei;
    await page.keyboard.press('l');
    const lines = page.locator('.drawer .story li');
    const own = await lines.count();
    for (const text of await lines.allTextContents()) expect(text).not.toMatch(/ of (Hearts|Spades|Clubs|Diamonds) to area/);
    await page.getByRole('tab', { name: 'All' }).click();
    expect(await lines.count()).toBeGreaterThan(own);
    expect(await lines.first().getByRole('button', { name: 'why?' }).count()).toBeLessThanOrEqual(1);
    await page.getByRole('tab', { name: 'Mine' }).click();
    await page.keyboard.press('l');
  });
  it('a second tab is the same person', async () => {
    const tab = await mei.page.context().newPage();
    await tab.goto(`${floor.house.address}#/table/hand-1`);
    await tab.locator('[data-staked]').waitFor();
    expect(await tab.locator('.stage').getAttribute('data-phase')).toBe('betting');
    await tab.close();
  });
  it('a line that says nothing is called slow within three seconds', async () => {
    await mei.page.evaluate(() => window.tableWaits?.(true));
    await mei.page.getByText('Connection slow').waitFor({ timeout: 3500 });
    await mei.page.evaluate(() => window.tableWaits?.(false));
    await mei.page.getByText('Connection slow').waitFor({ state: 'hidden' });
  });
  it('what is pressed without a line is not kept for later', async () => {
    const { page } = mei;
    await floor.house.kill('SIGTERM');
    await page.getByText('Connection lost').waitFor();
    await (await mei.spot(3)).click();
    await page.locator('.remark', { hasText: 'Not connected: nothing was sent.' }).waitFor();
    await floor.house.start();
    await page.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 20000 });
    await page.waitForTimeout(500);
    expect(await staked(page)).toBe('$0');
  });
});

describe('motion', () => {
  /* How often something of the page was moved. */
  const count = async (page: Page): Promise<void> => {
    await page.evaluate(() => {
      const kept = window as unknown as { moved: number };
      kept.moved = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        kept.moved++;
        return animate.apply(this, how);
      };
    });
  };
  const moved = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { moved: number }).moved);

  it('every card and every chip moves; under reduced motion none does', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/hand-2'));
    const moving = new Seat(await floor.at('mei', 'table/hand-2', { size: 'laptop' }));
    const quiet = new Seat(await floor.at('tan', 'table/hand-2', { size: 'laptop', still: true }));
    await count(moving.page);
    await count(quiet.page);
    await dealer.press('Place your bets');
    await moving.bet(4);
    await dealer.press('No more bets');
    await dealer.cards('Th 6c 9d');
    await moving.page.locator('.hand[data-place="4"] img').nth(1).waitFor();
    expect(await moved(moving.page)).toBeGreaterThanOrEqual(4); // a chip and three cards
    /* The page is final while it moves: the choice is there. */
    await moving.take('stand');
    await dealer.cards('Td 8s');
    await dealer.press('Announce and settle');
    expect(await moving.result()).toBe('You win $25');
    expect(await moved(quiet.page)).toBe(0);
    expect(await moving.page.locator('[data-moment="won"]').textContent()).toContain('You win $25');
  });
});

describe('sound', () => {
  /* Sources of sound that were started, and what was spoken. */
  const listen = async (page: Page): Promise<void> => {
    await page.evaluate(() => {
      const kept = window as unknown as { heard: number; spoken: string[] };
      kept.heard = 0;
      kept.spoken = [];
      for (const source of [OscillatorNode, AudioBufferSourceNode]) {
        const { start } = source.prototype as { start: (...when: number[]) => void };
        (source.prototype as { start: (...when: number[]) => void }).start = function (...when) {
          kept.heard++;
          start.apply(this, when);
        };
      }
      speechSynthesis.speak = (speech) => void kept.spoken.push(`${speech.lang}: ${speech.text}`);
    });
  };
  const heard = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { heard: number }).heard);
  const spoken = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);

  it('cards, chips and calls are heard, spoken in the language of the page; the mute is remembered', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/hand-2'));
    const seat = new Seat(await floor.at('mei', 'table/hand-2', { size: 'laptop' }));
    await dealer.press('Place your bets');
    await listen(seat.page);
    await seat.bet(4);
    await dealer.press('No more bets');
    await dealer.cards('Th 6c 9d');
    await expect.poll(() => heard(seat.page)).toBeGreaterThanOrEqual(4); // a chip and three cards
    expect(await spoken(seat.page)).toContain('en-GB: No more bets');
    await seat.page.keyboard.press('m');
    const before = await heard(seat.page);
    await seat.take('stand');
    await dealer.cards('Td 8s');
    await dealer.press('Announce and settle');
    await seat.result();
    expect(await heard(seat.page)).toBe(before);
    await seat.page.reload();
    await seat.page.locator('.stage[data-phase]').waitFor();
    expect(await seat.page.evaluate(() => (JSON.parse(localStorage.getItem('croupier.settings') ?? '{}') as { sound: boolean }).sound)).toBe(false);
  });
});

describe('the coach, by choice', () => {
  it('tells after a decision what it cost against best play', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/hand-2'));
    const seat = new Seat(await floor.at('mei', 'table/hand-2', { size: 'laptop' }));
    await seat.page.locator('.toggle').click();
    await seat.page.getByRole('tab', { name: 'Coach' }).click();
    await seat.page.getByRole('checkbox', { name: 'Show the value of each choice' }).check();
    await dealer.press('Place your bets');
    await seat.bet(4);
    await dealer.press('No more bets');
    await dealer.cards('Th 7c 6d');
    await seat.page.locator('.drawer').getByText('Best', { exact: true }).waitFor();
    await seat.page.locator('button.stand[aria-disabled="false"]').waitFor(); // a key that comes with the question is not an answer to it
    await seat.page.keyboard.press('s');
    await seat.page.locator('.drawer').getByText(/Stand cost \$\d+\.\d\d on average\. Best: Hit\./).waitFor();
    await seat.page.locator('.drawer').getByText(/This shoe: 1 decision,/).waitFor();
    await dealer.cards('Td');
    await dealer.press('Announce and settle');
    await seat.result();
  });

  it('has the value of Insurance while Insurance is the question', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/hand-2'));
    const seat = new Seat(await floor.at('mei', 'table/hand-2', { size: 'laptop' }));
    await seat.page.locator('.toggle').click();
    await seat.page.getByRole('tab', { name: 'Coach' }).click();
    await seat.page.getByRole('checkbox', { name: 'Show the value of each choice' }).check();
    await dealer.press('Place your bets');
    await seat.bet(4);
    await dealer.press('No more bets');
    await dealer.cards('Th Ac 6d');
    await seat.page.locator('.drawer tr.best').getByText('No insurance').waitFor();
    await seat.page.locator('.drawer td').getByText(/^[-−]\$3\.\d\d$/).waitFor();
    await seat.page.getByRole('button', { name: 'No insurance' }).click();
    await seat.page.locator('.drawer').getByText('No insurance was the best choice.').waitFor();
    await seat.page.locator('.drawer tr.best').getByText('Hit').waitFor();
    await seat.page.locator('button.stand[aria-disabled="false"]').waitFor();
    await seat.page.keyboard.press('s');
    await seat.page.locator('.drawer').getByText(/This shoe: 2 decisions,/).waitFor();
    await dealer.cards('Td');
    await dealer.press('Announce and settle');
    await seat.result();
  });
});

describe('baccarat', () => {
  it('says who won by how much, lights the box, and a loss does not look like a win', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/bac-1'));
    const seat = await floor.at('mei', 'table/bac-1', { size: 'laptop' });
    await dealer.press('Place your bets');
    await seat.getByRole('button', { name: /^Banker, / }).click();
    await expect.poll(() => staked(seat)).not.toBe('$0');
    await seat.getByRole('button', { name: /^Tie, / }).click();
    await dealer.press('No more bets');
    await dealer.cards('9s 3h 2d 4c 5c');
    await dealer.press('Announce and settle');
    await expect.poll(() => seat.locator('[data-moment]').textContent()).toMatch(/Banker wins 6 to 4/);
    expect(await seat.locator('.wager.paid').count()).toBe(1);
    expect(await seat.locator('.wager.banker.paid').count()).toBe(1);
    expect(await still(seat, misplaced)).toEqual([]);
    expect(await wrongs(seat)).toEqual([]);
  });
});

describe('at every size', () => {
  /* Hundreds of looks: how long they take says nothing. */
  const LONG_MS = 1800000;
  let pages: { language: string; page: Page }[] = [];

  async function look(step: string): Promise<void> {
    const found: string[] = [];
    for (const { language, page } of pages) {
      await page.bringToFront();
      found.push(...(await everyLook(page, `stage-${step}`, language, () => still(page, misplaced))));
    }
    expect.soft(found, step).toEqual([]);
  }

  async function sit(place: string): Promise<void> {
    pages = [];
    for (const language of LANGUAGES) pages.push({ language, page: await floor.at('mei', place, { language, still: true }) });
  }

  it('bets, question, split, result: everything in reach and in view, nothing over another', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/hand-2'));
    const rest = new Seat(await floor.at('tan', 'table/hand-2'));
    const own = new Seat(await floor.at('mei', 'table/hand-2'));
    await sit('table/hand-2');
    await dealer.press('Place your bets');
    for (const area of [1, 3, 5]) await rest.bet(area);
    await look('empty');
    await own.bet(7);
    await own.bet(7, 'Pair');
    await look('bets');
    await dealer.press('No more bets');
    await dealer.cards('Th 9h 5s 8h Kd 9d 8s 2c 8d');
    await look('window');
    await own.take('decline');
    for (const verb of ['decline', 'decline', 'stand', 'stand', 'stand']) await rest.take(verb);
    await own.page.locator('.decisions .split').waitFor();
    await look('turn');
    await own.take('split');
    await dealer.cards('8c');
    await own.take('split');
    await dealer.cards('2d');
    await own.take('hit');
    await dealer.cards('3h');
    await look('split');
    await own.take('stand');
    for (const card of ['Ts', 'Jc']) {
      await dealer.cards(card);
      await own.take('stand');
    }
    await dealer.cards('9c');
    await dealer.press('Announce and settle');
    await own.result();
    await look('paid');
    /* Against an Ace: Insurance beside another's Blackjack, even money for one's own. */
    await dealer.press('Place your bets');
    await own.bet(7);
    await rest.bet(3);
    await dealer.press('No more bets');
    await dealer.cards('Ah 9h As 7d Kc');
    await own.page.locator('.decisions .even, .decisions .insure').first().waitFor();
    await look('even');
  }, LONG_MS);
  it('baccarat: bets, cards, result', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/bac-1'));
    const seat = await floor.at('mei', 'table/bac-1');
    await sit('table/bac-1');
    await dealer.press('Place your bets');
    await look('bac-empty');
    for (const box of ['Banker', 'Tie', "Super 7's"]) {
      const button = seat.getByRole('button', { name: new RegExp(`^${box}, `) });
      await button.click();
      await seat.getByRole('button', { name: new RegExp(`^${box}, .* placed`) }).waitFor();
    }
    for (let more = 0; more < 2; more++) { // so that the round is won
      const before = await staked(seat);
      await seat.getByRole('button', { name: /^Banker, / }).click();
      await expect.poll(() => staked(seat)).not.toBe(before);
    }
    await look('bac-bets');
    await dealer.press('No more bets');
    await dealer.cards('9s 3h 2d 4c');
    await look('bac-cards');
    await dealer.cards('5c');
    await dealer.press('Announce and settle');
    await seat.locator('[data-moment]').waitFor();
    await look('bac-paid');
  }, LONG_MS);
  it('Ace Race: side wagers, and those on split Aces', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/race-1'));
    const own = new Seat(await floor.at('mei', 'table/race-1'));
    const rest = new Seat(await floor.at('tan', 'table/race-1'));
    await sit('table/race-1');
    await dealer.press('Place your bets');
    for (const wager of ['Main wager', 'Pair', 'Ace Race']) {
      await own.bet(4, wager);
      await rest.bet(6, wager);
    }
    await look('race-bets');
    await dealer.press('No more bets');
    await dealer.cards('Ah 9h 7c Ad 8s');
    await dealer.press('Settle the initial deal');
    await own.page.locator('.decisions .split').waitFor();
    await look('race-turn');
    await own.take('split');
    await own.page.locator('.decisions .bet').first().waitFor();
    await look('race-split');
  }, LONG_MS);
  it('Star Elements: three side wagers and cards of its own', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/star-1'));
    const own = new Seat(await floor.at('mei', 'table/star-1'));
    const rest = new Seat(await floor.at('tan', 'table/star-1'));
    await sit('table/star-1');
    await dealer.press('Place your bets');
    for (const wager of ['Main wager', 'Pair', 'Super Star Sevens', '3 Stars']) {
      await own.bet(4, wager);
      await rest.bet(6, wager);
    }
    await look('star-bets');
    await dealer.press('No more bets');
    for (let card = 0; card < 5; card++) await dealer.deal();
    await look('star-cards');
  }, LONG_MS);
  it('RWS: cards that are squeezed', async () => {
    const dealer = new Desk(await floor.at('dora', 'dealer/rws-1'));
    const own = new Seat(await floor.at('mei', 'table/rws-1'));
    await sit('table/rws-1');
    await askToSqueeze(dealer, own, 'Boom Busted');
    for (let card = 0; card < 3; card++) await dealer.deal();
    await own.page.getByText('You squeeze', { exact: true }).waitFor();
    expect(await question(own).textContent()).toContain('Squeeze your cards, or turn them over.');
    await look('rws-squeeze');
  }, LONG_MS);
});

it('no page complained', () => {
  expect(complaints).toEqual([]);
});
