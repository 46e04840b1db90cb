// SPDX-License-Identifier: Apache-2.0
/* look.mjs ADDRESS USER PASSWORD PICTURE: logs in with a browser, looks at a table, leaves a picture. Exit status 1 with what it complains about. */
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const [address, user, password, picture] = process.argv.slice(2);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
const complaints = [];
page.on('pageerror', (error) => complaints.push(String(error)));
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
try {
  await page.goto(`${address}#/login`);
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Choose a table' }).waitFor();
  await page.getByText('Baccarat 1').first().waitFor();
  await page.screenshot({ path: picture });
} catch (error) {
  complaints.push(String(error));
}
await browser.close();
if (complaints.length) {
  console.error(complaints.join('\n'));
  process.exit(1);
}
