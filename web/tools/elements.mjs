// SPDX-License-Identifier: Apache-2.0
/* The Elements deck, 65 cards drawn from the data below: five elements told apart by outline as well as by colour,
 * ranks A to 10, and the three stars Fu, Lu and Shou (stars.mjs). Same size and corners as the French faces. */
import { ELEMENTS, glyph } from './glyphs.mjs';
import { star } from './stars.mjs';

const DIGIT_FONT = "font-family=\"'Bodoni 72','Didot','Playfair Display',Georgia,'Times New Roman',serif\" font-weight=\"700\"";

/* Pips as on ordinary cards: columns -1 0 1, rows in units of the field's height; below the middle they stand on their head. */
const L = -1, R = 1, M = 0;
const PIPS = {
  A: [[M, 0]],
  2: [[M, -1], [M, 1]],
  3: [[M, -1], [M, 0], [M, 1]],
  4: [[L, -1], [R, -1], [L, 1], [R, 1]],
  5: [[L, -1], [R, -1], [M, 0], [L, 1], [R, 1]],
  6: [[L, -1], [R, -1], [L, 0], [R, 0], [L, 1], [R, 1]],
  7: [[L, -1], [R, -1], [M, -0.5], [L, 0], [R, 0], [L, 1], [R, 1]],
  8: [[L, -1], [R, -1], [M, -0.5], [L, 0], [R, 0], [M, 0.5], [L, 1], [R, 1]],
  9: [[L, -1], [R, -1], [L, -0.34], [R, -0.34], [M, 0], [L, 0.34], [R, 0.34], [L, 1], [R, 1]],
  T: [[L, -1], [R, -1], [M, -0.67], [L, -0.34], [R, -0.34], [L, 0.34], [R, 0.34], [M, 0.67], [L, 1], [R, 1]],
};

function pips(rank, element) {
  if (rank === 'A')
    return `<circle r="66" fill="${element.tint}"/><circle r="66" fill="none" stroke="${element.colour}" stroke-width="2" stroke-dasharray="2 5"/>${glyph(element, 0, 0, 96)}`;
  return PIPS[rank].map(([x, y]) => glyph(element, x * 48, y * 108, 40, y > 0)).join('');
}

function corner(rank, element) {
  const text = rank === 'T' ? '10' : rank;
  const squeeze = rank === 'T' ? ' textLength="36" lengthAdjust="spacingAndGlyphs"' : '';
  return (
    `<text x="-97" y="-125" text-anchor="middle" font-size="48" fill="${element.colour}" ${DIGIT_FONT}${squeeze}>${text}</text>` +
    glyph(element, -97, -101, 33)
  );
}

const frame = (inside) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="336" viewBox="-120 -168 240 336">' +
  `<rect x="-119.5" y="-167.5" width="239" height="335" rx="12" fill="#fffdf7" stroke="#3c3c3c"/>${inside}</svg>`;

export function elements() {
  const cards = {};
  for (const element of ELEMENTS)
    for (const rank of 'A23456789TFLS') {
      const index = corner(rank, element);
      const middle = 'FLS'.includes(rank) ? star(rank, element) : pips(rank, element);
      cards[rank + element.code] = frame(`${middle}${index}<g transform="rotate(180)">${index}</g>`);
    }
  return cards;
}
