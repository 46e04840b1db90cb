// SPDX-License-Identifier: Apache-2.0
/* The five elements as outlines in a square of 100 around 0,0. Each has a silhouette of its own: flame, coin with a
 * square hole, mountain, tree, wave; the colours are dark enough on white to be read by their contrast alone. */

export const ELEMENTS = [
  {
    code: 'fi', colour: '#c4161c', tint: '#fde8e4', robe: '#b3151b', trim: '#f2b33d',
    path: 'M4 -48C8 -30 30 -20 32 8C34 32 18 48 -2 48C-24 48 -36 32 -33 12C-31 -2 -22 -8 -22 -24C-12 -20 -8 -12 -9 -4C2 -14 8 -28 4 -48ZM0 40C10 40 17 32 15 22C14 12 4 8 2 -2C-4 8 -15 12 -15 25C-15 34 -9 40 0 40Z',
  },
  {
    code: 'go', colour: '#8a6200', tint: '#fbf1d5', robe: '#a87b0c', trim: '#7a1020',
    path: 'M0 -46A46 46 0 1 1 0 46A46 46 0 1 1 0 -46ZM0 -36A36 36 0 1 0 0 36A36 36 0 1 0 0 -36ZM-30 0A30 30 0 1 0 30 0A30 30 0 1 0 -30 0ZM-13 -13H13V13H-13Z',
  },
  {
    code: 'ea', colour: '#7a3b12', tint: '#f6e9df', robe: '#7d431c', trim: '#e4b861',
    path: 'M-50 40L-14 -40L4 -4L16 -22L50 40ZM-14 -22L-23 -2L-15 -7L-9 0L-4 -3Z',
  },
  {
    code: 'wo', colour: '#14663a', tint: '#e3f3e8', robe: '#17683d', trim: '#f0c95c',
    path: 'M0 -50L24 -18H13L32 10H19L38 36H7V50H-7V36H-38L-19 10H-32L-13 -18H-24Z',
  },
  {
    code: 'wa', colour: '#0d4fa0', tint: '#e2eefb', robe: '#134f96', trim: '#e9eef4',
    path:
      'M-50 -22C-38 -40 -26 -40 -14 -28C-4 -18 6 -18 16 -28C28 -40 38 -38 50 -26V-12C38 -24 28 -24 18 -14C6 -2 -6 -4 -16 -14C-26 -24 -38 -24 -50 -8Z' +
      'M-50 6C-38 -12 -26 -12 -14 0C-4 10 6 10 16 0C28 -12 38 -10 50 2V16C38 4 28 4 18 14C6 26 -6 24 -16 14C-26 4 -38 4 -50 20Z' +
      'M-50 34C-38 16 -26 16 -14 28C-4 38 6 38 16 28C28 16 38 18 50 30V44C38 32 28 32 18 42C6 54 -6 52 -16 42C-26 32 -38 32 -50 48Z',
  },
];

export function glyph(element, x, y, size, turned = false) {
  const scale = (size / 100).toFixed(2);
  const turn = turned ? ' rotate(180)' : '';
  return `<path transform="translate(${x} ${y})${turn} scale(${scale})" d="${element.path}" fill="${element.colour}" fill-rule="evenodd"/>`;
}
