// SPDX-License-Identifier: Apache-2.0
/* The three stars as people one likes to meet: Fu with his winged hat, Lu with the tall hat of an official, Shou
 * with the high forehead and the long white beard. The robe wears the element's colour and the star's character,
 * drawn in strokes of our own, so that no font is needed to read it. */

/* Characters as strokes in a box of 100, written in the usual order. */
const SHI = ['M22 8L30 17', 'M10 28H38L12 58', 'M26 46V94', 'M30 50L40 60'];
const CHARACTERS = {
  F: [...SHI, 'M48 12H92', 'M54 25H86V43H54Z', 'M50 54H90V92H50Z', 'M70 54V92', 'M50 73H90'],
  L: [...SHI, 'M52 12H84V40', 'M54 26H84', 'M46 41H94', 'M70 41V88L62 82', 'M52 52L62 60', 'M46 82L64 68', 'M90 50L76 62', 'M72 62L94 84'],
  S: ['M20 16H80', 'M26 31H74', 'M12 47H88', 'M48 6L38 52L12 92', 'M36 63H90', 'M70 53V90L58 84', 'M46 71L54 80'],
};

const character = (rank, x, y, size, colour, width) =>
  `<g transform="translate(${x} ${y}) scale(${(size / 100).toFixed(2)}) translate(-50 -50)" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"><path d="${CHARACTERS[rank].join('')}"/></g>`;

const INK = '#2b2320';
const SKIN = '#f6d3ae';

const eyes = '<path d="M-17 -62q5 -5 10 0M7 -62q5 -5 10 0" fill="none" stroke="#2b2320" stroke-width="2.6" stroke-linecap="round"/>';
const cheeks = '<circle cx="-19" cy="-51" r="6" fill="#ef9a80" opacity=".7"/><circle cx="19" cy="-51" r="6" fill="#ef9a80" opacity=".7"/>';
const smile = '<path d="M-8 -45q8 7 16 0" fill="none" stroke="#a23b2a" stroke-width="2.6" stroke-linecap="round"/>';

/* What is peculiar to each: behind the head, on the head, beard, and what he holds. */
const FIGURES = {
  F: (element) => ({
    head: `<ellipse cy="-58" rx="31" ry="31" fill="${SKIN}"/>`,
    hat:
      `<path d="M-34 -72Q-30 -104 0 -106Q30 -104 34 -72Q0 -84 -34 -72Z" fill="${INK}"/>` +
      `<path d="M-34 -78C-52 -84 -62 -80 -68 -74C-58 -70 -46 -70 -34 -72ZM34 -78C52 -84 62 -80 68 -74C58 -70 46 -70 34 -72Z" fill="${INK}"/>` +
      `<circle cy="-90" r="7" fill="${element.trim}"/><circle cy="-90" r="3" fill="#c4161c"/>`,
    beard: `<path d="M-12 -42Q0 -36 12 -42Q14 -22 0 -12Q-14 -22 -12 -42Z" fill="${INK}"/>`,
    holds: `<g transform="translate(60 36) rotate(14)"><rect x="-9" y="-30" width="18" height="56" rx="3" fill="#fff3cf" stroke="${INK}" stroke-width="1.6"/><path d="M-9 -24h18M-9 20h18" stroke="#c4161c" stroke-width="3"/></g>`,
  }),
  L: (element) => ({
    head: `<ellipse cy="-57" rx="30" ry="31" fill="${SKIN}"/>`,
    hat:
      `<path d="M-32 -68Q-34 -90 -22 -92L-18 -116Q0 -124 18 -116L22 -92Q34 -90 32 -68Q0 -80 -32 -68Z" fill="${INK}"/>` +
      `<path d="M-22 -92Q0 -100 22 -92" fill="none" stroke="${element.trim}" stroke-width="4"/>` +
      `<path d="M0 -114l3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1Z" fill="${element.trim}"/>`,
    beard: `<path d="M-15 -46q7 7 15 1q8 6 15 -1q-2 12 -9 10q-2 26 -6 28q-4 -2 -6 -28q-7 2 -9 -10Z" fill="${INK}"/>`,
    holds: `<g transform="translate(60 30) rotate(18)"><path d="M-3 34C-9 8 9 -6 0 -26" fill="none" stroke="#3f8f6b" stroke-width="7" stroke-linecap="round"/><path d="M0 -40c12 -8 24 6 10 16c-2 8 -14 8 -16 0c-14 -10 -4 -24 6 -16Z" fill="#57b389" stroke="#2a6a4c" stroke-width="1.6"/></g>`,
  }),
  S: () => ({
    head: `<path d="M-27 -48C-30 -66 -34 -92 -22 -108Q0 -128 22 -108C34 -92 30 -66 27 -48Q0 -22 -27 -48Z" fill="${SKIN}"/>`,
    hat:
      '<path d="M-13 -98q13 -7 26 0M-14 -86q14 -6 28 0" fill="none" stroke="#d9a777" stroke-width="2.4" stroke-linecap="round"/>' +
      '<path d="M-24 -70q8 -6 16 0M8 -70q8 -6 16 0" fill="none" stroke="#f4f1ea" stroke-width="6" stroke-linecap="round"/>',
    beard: '<path d="M-27 -50q12 10 27 3q15 7 27 -3q8 36 -8 58q-10 16 -19 26q-9 -10 -19 -26q-16 -22 -8 -58Z" fill="#faf7f0" stroke="#cfc8ba" stroke-width="1.6"/><path d="M-8 -30q-3 24 4 46M9 -30q3 22 -3 44" fill="none" stroke="#d8d1c3" stroke-width="1.6"/>',
    holds: '<g transform="translate(62 28)"><path d="M0 44V-8" stroke="#7a4a20" stroke-width="5" stroke-linecap="round"/><path d="M0 -34c18 -12 34 14 0 34c-34 -20 -18 -46 0 -34Z" fill="#f7a7a0" stroke="#c4514b" stroke-width="1.6"/><path d="M0 -2c10 -2 18 -8 20 -14c-10 0 -18 4 -20 14Z" fill="#3f8f4c"/></g>',
  }),
};

const robe = (element) =>
  `<path d="M-78 118Q-82 20 -34 -24Q0 -8 34 -24Q82 20 78 118Z" fill="${element.robe}"/>` +
  `<path d="M-34 -24Q-8 0 0 22Q8 0 34 -24L24 -29Q6 -18 0 -6Q-6 -18 -24 -29Z" fill="${element.trim}"/>` +
  `<path d="M-78 104H78" stroke="${element.trim}" stroke-width="6"/>` +
  `<path d="M-60 118q10 -16 20 0q10 -16 20 0q10 -16 20 0q10 -16 20 0q10 -16 20 0q10 -16 20 0" fill="none" stroke="${element.trim}" stroke-width="2.4"/>` +
  `<path d="M-62 26Q-72 66 -40 74M62 26Q72 66 40 74" fill="none" stroke="${INK}" stroke-opacity=".35" stroke-width="2.4"/>`;

const clouds = (element) =>
  `<path d="M-62 -96q6 -12 16 -6q8 -10 16 0M46 -100q6 -10 14 -4q8 -8 14 2" fill="none" stroke="${element.colour}" stroke-opacity=".45" stroke-width="2.4" stroke-linecap="round"/>`;

export function star(rank, element) {
  const { head, hat, beard, holds } = FIGURES[rank](element);
  return (
    `<rect x="-70" y="-134" width="140" height="268" rx="10" fill="${element.tint}" stroke="${element.colour}" stroke-width="2"/>` +
    `<svg x="-69" y="-133" width="138" height="266" viewBox="-84 -140 168 266" preserveAspectRatio="xMidYMax slice">${clouds(element)}` +
    `${robe(element)}${head}${hat}${cheeks}${eyes}${beard}${rank === 'S' ? '' : smile}${holds}` +
    `<circle cy="66" r="37" fill="${element.tint}" stroke="${element.trim}" stroke-width="4"/>${character(rank, 0, 66, 54, element.colour, 9)}</svg>`
  );
}
