// SPDX-License-Identifier: Apache-2.0
/* A person who has read nothing: bets where the layout takes a bet, and takes what is offered until the round is over. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LYING = '.wager .stack, .lying .stack:not(:has(.label))';

/* Places one wager as soon as the layout takes it. */
export async function bet(page: Page, family: string): Promise<void> {
  const spot = family === 'baccarat' ? page.locator('.wager.banker.open') : page.locator('.spot.main.open');
  await expect
    .poll(
      async () => {
        if ((await page.locator(LYING).count()) > 0) return 'placed';
        await spot.first().click({ timeout: 1000 }).catch(() => {});
        await page.waitForTimeout(300);
        return 'waiting';
      },
      { timeout: 60000, interval: 200 },
    )
    .toBe('placed');
}

/* Takes decisions until the round has brought a result. */
export async function decide(page: Page): Promise<string> {
  const result = page.locator('.results h2');
  for (let tries = 0; tries < 600; tries++) {
    if (await result.isVisible()) return (await result.textContent()) ?? '';
    for (const verb of ['stand', 'decline', 'hit']) {
      const button = page.locator(`.decisions .${verb}`).first();
      if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => {});
    }
    await page.waitForTimeout(150);
  }
  return 'no result';
}
