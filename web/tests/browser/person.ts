// SPDX-License-Identifier: Apache-2.0
/* A person who has read nothing: bets where the layout takes a bet, and takes what is offered until the round is over. */
import type { Page } from 'playwright-core';

const PATIENCE_MS = 120000;
const DECISIONS = ['stand', 'decline', 'hit'].map((verb) => `.decisions .${verb}:not([aria-disabled="true"])`).join(', ');

/* The round in which wagers of this person lie on the table, as the server told it; 0 while there are none. */
const wageredRound = (): number => {
  const staked = document.querySelector<HTMLElement>('[data-staked]')?.dataset.staked ?? '0';
  return Number(staked) > 0 ? Number(document.querySelector<HTMLElement>('[data-round]')?.dataset.round) : 0;
};

/* Places one wager as soon as the layout takes it, and again if bets closed before it came. Returns the round. */
export async function bet(page: Page, family: string): Promise<number> {
  const spot = page.locator(family === 'baccarat' ? '.wager.banker.open' : '.spot.main.open').first();
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await spot.waitFor({ timeout: PATIENCE_MS });
    await spot.click({ timeout: 2000 }).catch(() => {}); // bets may close under the finger
    const round = await page.waitForFunction(wageredRound, null, { timeout: 3000 }).then((handle) => handle.jsonValue(), () => 0);
    if (round) return round;
  }
  throw new Error('no wager was taken');
}

/* Takes decisions until that round has brought a result. */
export async function decide(page: Page, round: number): Promise<string> {
  const result = page.locator(`.results[data-round="${round}"][data-final="true"] h2`);
  const choice = page.locator(DECISIONS).first();
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await result.or(choice).first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
    if ((await result.count()) > 0) return (await result.textContent()) ?? '';
    await choice.click({ timeout: 2000 }).catch(() => {}); // the clock may decide first
  }
  throw new Error(`round ${round} brought no result`);
}
