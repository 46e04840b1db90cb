// SPDX-License-Identifier: Apache-2.0
/* Writes public/cards/*.svg: the 52 faces taken from the CC0 package, the 65 Elements cards drawn from data,
 * the ranks as printed on a layout, and the back. Made at build time, kept out of the repository; skipped when already newer than their sources. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { back } from './back.mjs';
import { elements } from './elements.mjs';
import { french } from './french.mjs';
import { printed } from './printed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = fileURLToPath(new URL('../public/cards/', import.meta.url));
const COUNT = 52 + 65 + 13 + 1;

function fresh() {
  try {
    const made = readdirSync(out).filter((name) => name.endsWith('.svg'));
    const oldest = Math.min(...made.map((name) => statSync(out + name).mtimeMs));
    const newest = Math.max(...readdirSync(here).map((name) => statSync(here + name).mtimeMs));
    return made.length === COUNT && oldest > newest;
  } catch {
    return false;
  }
}

if (!fresh()) {
  mkdirSync(out, { recursive: true });
  const cards = { ...french(), ...elements(), ...printed(), back: back() };
  for (const [code, svg] of Object.entries(cards)) writeFileSync(`${out}${code}.svg`, svg);
  if (Object.keys(cards).length !== COUNT) throw new Error(`${Object.keys(cards).length} cards drawn, ${COUNT} wanted`);
}
