// SPDX-License-Identifier: Apache-2.0
/* The 52 faces (Adrian Kennard's, CC0) out of @letele/playing-cards. The package holds them as calls that build a
 * tree; here the calls are answered with text instead, which gives the plain SVG back. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KEPT_CAMEL = new Set(['viewBox', 'preserveAspectRatio', 'patternUnits', 'gradientUnits', 'gradientTransform', 'clipPathUnits']);
const attributeName = (name) => {
  if (name === 'className') return 'class';
  if (name === 'xlinkHref') return 'xlink:href';
  if (name === 'xmlnsXlink') return 'xmlns:xlink';
  return KEPT_CAMEL.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
};

const escape = (text) => String(text).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

function element(tag, attributes, ...children) {
  const text = Object.entries(attributes ?? {})
    .filter(([name, value]) => value !== undefined && name !== 'className')
    .map(([name, value]) => ` ${attributeName(name)}="${escape(value)}"`)
    .join('');
  const inside = children.flat().filter(Boolean).join('');
  return inside ? `<${tag}${text}>${inside}</${tag}>` : `<${tag}${text}/>`;
}

/* Shorter names for the ids inside one file. */
function shorten(svg) {
  const ids = [...new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))].sort((a, b) => b.length - a.length);
  return ids.reduce((text, id, index) => text.replaceAll(`id="${id}"`, `id="i${index}"`).replaceAll(`#${id}`, `#i${index}`), svg);
}

/* The index is drawn larger than on paper, to be read on a screen across a table; the maker's address and square
 * code on the Ace of Spades give way to a plain one. */
const tidy = (svg) =>
  svg
    .replaceAll('height="32" width="32" x="-114.4" y="-156"', 'height="46" width="46" x="-117" y="-162"')
    .replaceAll('height="26.769" width="26.769" x="-111.784" y="-119"', 'height="36" width="36" x="-114" y="-115"')
    .replace(/<path fill="#fff" d="m0-34[^>]*>(?=<text)/, '')
    .replace(/<text.*?<\/text>/g, '')
    .replaceAll('"red"', '"#c8102e"'); // ink, not light

export function french() {
  const file = fileURLToPath(new URL('../node_modules/@letele/playing-cards/dist/index.esm.js', import.meta.url));
  const source = readFileSync(file, 'utf8')
    .replace(/^import .*$/gm, '')
    .replace(/^export \{(.*)\};?\s*$/m, (_, names) => `return {${names.replace(/(\w+) as (\w+)/g, '$2: $1')}};`);
  const faces = new Function('React', '_extends', source)({ createElement: element }, Object.assign);
  const cards = {};
  for (const suit of 'SHDC')
    for (const rank of ['a', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'j', 'q', 'k'])
      cards[(rank === '10' ? 'T' : rank.toUpperCase()) + suit.toLowerCase()] = tidy(shorten(faces[suit + rank]({})));
  return cards;
}
