// SPDX-License-Identifier: Apache-2.0
/* The layout as a property: from a small phone to a wall, one to seven areas, whoever looks: everything lies in the
 * window, nothing over another, and one's own cards are the largest after the Dealer's at most. */
import { describe, expect, it } from 'vitest';
import { baccaratLayout, fitHands, frame, inRows, layout, partsOf, railOf, type Rect } from '../../src/lib/geometry';

const SIZES: [number, number][] = [
  [1280, 720], [1366, 768], [1440, 900], [1536, 864], [1920, 1080], [2560, 1440], [3840, 2160], [768, 1024], [1024, 768], [390, 844], [360, 640], [320, 480], [844, 390], [667, 375], [1100, 500],
];
/* And a few hundred that nobody thought of. */
for (let width = 320; width <= 3840; width += 176) for (let height = width < 560 ? 480 : 360; height <= 2160; height += 150) SIZES.push([width, height]);

const over = (a: Rect, b: Rect): boolean => a.x + a.w - b.x > 0.5 && b.x + b.w - a.x > 0.5 && a.y + a.h - b.y > 0.5 && b.y + b.h - a.y > 0.5;
const inside = (rect: Rect, w: number, h: number): boolean => rect.x >= -0.5 && rect.y >= -0.5 && rect.x + rect.w <= w + 0.5 && rect.y + rect.h <= h + 0.5;

function wrong(width: number, height: number, areas: number, focus: number): string[] {
  const { felt, dock, em } = frame(width, height);
  const found: string[] = [];
  const said = (what: string): void => void found.push(`${width}x${height}, ${areas} areas, ${focus}: ${what}`);
  if (over(felt, dock) || !inside(felt, width, height) || !inside(dock, width, height)) said('the dock');
  const made = layout({ w: felt.w, h: felt.h, em, areas, focus });
  const rects: [string, Rect][] = [['dealer', made.dealer], ...Object.entries(made.seats)];
  if (made.hand && made.spots) rects.push(['hand', made.hand], ['spots', made.spots]);
  if (rects.length !== 1 + areas + (focus ? 1 : 0)) said(`${rects.length} places`);
  for (const [name, rect] of rects) if (!inside(rect, felt.w, felt.h)) said(`${name} sticks out`);
  for (const [name, rect] of rects) if (rect.w < 20 || rect.h < 24) said(`${name} is too small`);
  rects.forEach(([name, rect], index) => rects.slice(index + 1).forEach(([other, box]) => over(rect, box) && said(`${name} over ${other}`)));
  return found;
}

describe('the layout', () => {
  it('fits every window, for every number of areas and wherever one sits', () => {
    const found = SIZES.flatMap(([width, height]) => [1, 3, 5, 7].flatMap((areas) => Array.from({ length: areas + 1 }, (_, focus) => focus).flatMap((focus) => wrong(width, height, areas, focus))));
    expect(found).toEqual([]);
  });
  it('gives one\'s own hand the largest cards on the felt', () => {
    for (const [width, height] of SIZES) {
      const { felt, em } = frame(width, height);
      const made = layout({ w: felt.w, h: felt.h, em, areas: 7, focus: 4 });
      const own = fitHands(made.hand?.w ?? 0, made.hand?.h ?? 0, [2], 999).card;
      for (const area of [1, 2, 3, 5, 6, 7]) {
        const { cards } = partsOf(made, area, em);
        if (cards) expect(fitHands(cards.w, cards.h, [2], 999).card, `${width}x${height}`).toBeLessThanOrEqual(own);
      }
      expect(own, `${width}x${height}`).toBeGreaterThanOrEqual(38);
    }
  });
  it('keeps the corners free on a wide table', () => {
    const { felt, em } = frame(1366, 768);
    const made = layout({ w: felt.w, h: felt.h, em, areas: 7, focus: 7 });
    expect(made.form).toBe('arc');
    for (const seat of Object.values(made.seats)) expect(seat.y).toBeGreaterThanOrEqual(made.top - 0.5);
  });
  it('seen by a player, area 1 is on the right; by the Dealer, on the left', () => {
    const scene = { w: 1400, h: 620, em: 16, areas: 7, focus: 4 };
    const player = layout(scene).seats;
    const dealer = layout({ ...scene, fromDealer: true }).seats;
    expect(player[1]?.x ?? 0).toBeGreaterThan(player[7]?.x ?? 0);
    expect(dealer[1]?.x ?? 0).toBeLessThan(dealer[7]?.x ?? 0);
  });
});

it('an area is its cards, its spots and its name, one below the other', () => {
  for (const [width, height] of SIZES) {
    const { felt, em } = frame(width, height);
    const made = layout({ w: felt.w, h: felt.h, em, areas: 7, focus: 3 });
    for (let area = 1; area <= 7; area++) {
      const { cards, spots, name } = partsOf(made, area, em);
      const all = [cards, spots, name].filter((rect) => rect !== null);
      all.forEach((rect, index) => all.slice(index + 1).forEach((other) => expect(over(rect, other), `${width}x${height} ${area}`).toBe(false)));
      for (const rect of all) expect(rect.h).toBeGreaterThan(12);
    }
  }
});

describe('hands in a rectangle', () => {
  it('one to four hands of two to eight cards stay in it', () => {
    for (let hands = 1; hands <= 4; hands++)
      for (let cards = 2; cards <= 8; cards++)
        for (const [w, h] of [[330, 120], [420, 220], [1200, 500], [90, 80]] as const) {
          const { card, spread, rows } = fitHands(w, h, Array<number>(hands).fill(cards), 400, 20);
          const columns = Math.ceil(hands / rows);
          expect(card).toBeGreaterThan(0);
          expect(columns * card * (1 + (cards - 1) * spread) + (columns - 1) * 8).toBeLessThanOrEqual(w + 0.5);
          expect(rows * (card * 1.4 + 20) + (rows - 1) * 8).toBeLessThanOrEqual(h + 0.5);
        }
  });
});

it('a hand in play has the room that short hands leave', () => {
  expect(fitHands(420, 220, [5, 1, 1, 1], 400).card).toBeGreaterThan(fitHands(420, 220, [5, 5, 5, 5], 400).card);
  expect(inRows([1, 2, 3, 4], 2)).toEqual([[1, 2], [3, 4]]);
  expect(inRows([1, 2, 3], 1)).toEqual([[1, 2, 3]]);
});

it('hands that would be narrower than what stands under them lie in more rows', () => {
  expect(fitHands(90, 60, [2, 2], 400, 20, 8).rows).toBe(1);
  expect(fitHands(90, 60, [2, 2], 400, 20, 8, 60).rows).toBe(2);
  expect(fitHands(30, 60, [2, 2], 400, 20, 8, 60).rows).toBe(2);
});

describe('baccarat', () => {
  it('hands, wagers and roads fit every window', () => {
    for (const [width, height] of SIZES) {
      const { felt, em } = frame(width, height);
      const made = baccaratLayout(felt.w, felt.h, em, 4);
      const rects = [made.hands, made.wagers, ...(made.roads ? [made.roads] : [])];
      for (const rect of rects) expect(inside(rect, felt.w, felt.h), `${width}x${height} ${JSON.stringify(rect)}`).toBe(true);
      rects.forEach((rect, index) => rects.slice(index + 1).forEach((box) => expect(over(rect, box)).toBe(false)));
      expect(made.hands.h, `${width}x${height}`).toBeGreaterThanOrEqual(60);
    }
  });
});

describe('the rail', () => {
  it('has every seat of an arc within it, at every size', () => {
    for (const [width, height] of [[1280, 720], [1366, 768], [1440, 900], [1920, 1080], [3840, 2160]] as const)
      for (let focus = 0; focus <= 7; focus++) {
        const { em, felt } = frame(width, height);
        const made = layout({ w: felt.w, h: felt.h, em, areas: 7, focus, corners: true });
        if (made.form !== 'arc') continue;
        const rail = railOf(made, felt.w, felt.h, em);
        for (const seat of Object.values(made.seats)) {
          const away = Math.abs(seat.x + seat.w / 2 - felt.w / 2) + 1.5 * em;
          expect((away / rail.rx) ** 2 + ((seat.y + seat.h - rail.y) / rail.ry) ** 2).toBeLessThan(1);
        }
      }
  });
});
