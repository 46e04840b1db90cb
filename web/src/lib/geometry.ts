// SPDX-License-Identifier: Apache-2.0
/* Where everything of a table lies: sizes in, rectangles out. The only mathematics of the layout; pure, in CSS pixels.
 *
 * The window is divided into the felt and the dock (what can be done). On the felt lie the Dealer's hand, one area in
 * the middle that is large (the focus: the area of the person who looks), and the others small around it. A felt
 * without a focus (the Dealer's console, a display) shows all areas alike. Nothing scrolls and nothing overlaps. */

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));

const PHONE = 700;
const NARROW = 1100;
const LOW = 480;

export interface Frame {
  /* What one em is on this screen: letters, gaps and buttons grow with it. */
  em: number;
  felt: Rect;
  dock: Rect;
  /* The dock lies below the felt, or beside it on a phone held sideways. */
  beside: boolean;
  /* A phone: one thing in a row. */
  compact: boolean;
  /* No room for long words in the corners, nor for money beside what can be done. */
  narrow: boolean;
}

export function frame(width: number, height: number): Frame {
  const beside = height < LOW && width > height * 1.3;
  const compact = beside || width < PHONE;
  const narrow = compact || width < NARROW;
  const em = compact ? clamp(13, Math.min(Math.max(width, height) / 44, Math.min(width, height) / 25), 18) : clamp(15, Math.min(width / 84, height / 47), 44);
  if (beside) {
    const w = Math.round(clamp(width * 0.32, 236, 340));
    return { em, beside, compact, narrow, felt: { x: 0, y: 0, w: width - w, h: height }, dock: { x: width - w, y: 0, w, h: height } };
  }
  const h = Math.round(compact ? clamp(200, em * 15.4, height * 0.36) : em * (narrow ? 12.4 : 8.8));
  return { em, beside, compact, narrow, felt: { x: 0, y: 0, w: width, h: height - h }, dock: { x: 0, y: height - h, w: width, h } };
}

/* How the areas lie that are not in the middle: in an arc beside it, in a row above it, or as small tags in one line
 * where no card would be readable. Without a focus: in an arc, or in rows. */
export type Form = 'arc' | 'row' | 'tags' | 'grid';

export interface Scene {
  w: number;
  h: number;
  em: number;
  areas: number;
  /* 0: no area is larger than the others. */
  focus: number;
  /* Something lies in the top corners. */
  corners?: boolean;
  /* Seen from the Dealer's side: area 1 on the left. */
  fromDealer?: boolean;
}

export interface Layout {
  form: Form;
  dealer: Rect;
  /* Where lines may be printed on the felt. */
  print: Rect;
  /* By area; the focus is not among them. */
  seats: Record<number, Rect>;
  /* Cards and betting spots of the area in the middle. */
  hand: Rect | null;
  spots: Rect | null;
  /* What lies in the top corners goes this far down. */
  top: number;
}

const TOP = 3.4; // em: the corner menu
const SEAT_LEAST = 6.2; // em

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

export function layout(scene: Scene): Layout {
  const { areas, focus } = scene;
  if (focus < 1 || focus > areas) return withoutFocus(scene);
  return inArc(scene) ?? inRow(scene) ?? inTags(scene);
}

/* The column in the middle: Dealer, print, hand, spots, by parts of what is left of the height. */
function column(scene: Scene, from: number, to: number, width: number, parts: [number, number, number, number]): Pick<Layout, 'dealer' | 'print' | 'hand' | 'spots'> {
  const { w, em } = scene;
  const gap = 0.6 * em;
  const all = to - from - 3 * gap;
  const heights = parts.map((part) => part * all);
  const rows: Rect[] = [];
  let y = from;
  for (const h of heights) {
    rows.push({ x: (w - width) / 2, y, w: width, h });
    y += h + gap;
  }
  const [dealer, print, hand, spots] = rows as [Rect, Rect, Rect, Rect];
  return { dealer, print, hand, spots };
}

/* The edge of the table on the players' side: half an ellipse about (w / 2, y) that every seat lies within. */
export interface Rail {
  y: number;
  rx: number;
  ry: number;
}

export function railOf(made: Layout, w: number, h: number, em: number): Rail {
  const y = -0.25 * h;
  const ry = h + 0.4 * em - y;
  const within = Object.values(made.seats).map((seat) => {
    const away = Math.abs(seat.x + seat.w / 2 - w / 2) + Math.min(seat.w / 2, 2.6 * em);
    const down = Math.min(0.995, (seat.y + seat.h + 0.5 * em - y) / ry);
    return away / Math.sqrt(1 - down * down);
  });
  return { y, rx: Math.max(0.62 * w, ...within), ry };
}

/* What lies where in one area: its cards above, its betting spots, its name. A tag is only a name. */
export interface Parts {
  cards: Rect | null;
  spots: Rect | null;
  name: Rect;
}

export function partsOf(made: Layout, area: number, em: number): Parts {
  const seat = made.seats[area];
  const line = 1.7 * em;
  if (!seat) {
    const { hand, spots } = made;
    if (!hand || !spots) throw new Error(`no area ${area}`);
    return { cards: hand, spots: { ...spots, h: spots.h - line }, name: { ...spots, y: spots.y + spots.h - line, h: line } };
  }
  if (made.form === 'tags') return { cards: null, spots: null, name: seat };
  const circle = clamp(2.9 * em, seat.h * 0.27, 6.4 * em);
  const gap = 0.3 * em;
  const cards = seat.h - circle - line - 2 * gap;
  return {
    cards: { ...seat, h: cards },
    spots: { ...seat, y: seat.y + cards + gap, h: circle },
    name: { ...seat, y: seat.y + seat.h - line, h: line },
  };
}

function inArc(scene: Scene): Layout | null {
  const { w, h, em, areas, focus, fromDealer = false } = scene;
  const own = clamp(15 * em, w * 0.34, 46 * em);
  const side = (w - own) / 2 - 1.6 * em;
  const others = numbers(areas).filter((area) => area !== focus);
  const most = Math.max(1, Math.ceil(others.length / 2));
  const slot = side / most;
  if (slot < SEAT_LEAST * em || h < 26 * em) return null;
  const middle = column(scene, 0.9 * em, h - 0.5 * em, own, [0.28, 0.12, 0.4, 0.2]);
  /* Seen by a player, area 1 is on the right. */
  const ordered = fromDealer ? others : others.toReversed();
  const left = ordered.slice(0, Math.floor(others.length / 2));
  const right = ordered.slice(left.length);
  const seats: Record<number, Rect> = {};
  const wide = Math.min(slot - 0.5 * em, 15 * em);
  const high = clamp(12 * em, h * 0.46, 27 * em);
  const place = (area: number, away: number, sign: -1 | 1): void => {
    const t = (away + 1) / most;
    const x = w / 2 + sign * (own / 2 + 0.8 * em + slot * (away + 0.5)) - wide / 2;
    const lift = (h - 0.8 * em - high - TOP * em) * 0.75 * t * t;
    seats[area] = { x, y: h - 0.8 * em - high - lift, w: wide, h: high };
  };
  left.toReversed().forEach((area, index) => place(area, index, -1));
  right.forEach((area, index) => place(area, index, 1));
  const print = { ...middle.print, x: w / 2 - own * 0.7, w: own * 1.4 };
  return { form: 'arc', ...middle, print, seats, top: TOP * em };
}

function inRow(scene: Scene): Layout | null {
  const { w, h, em, areas, focus } = scene;
  const others = numbers(areas).filter((area) => area !== focus).toReversed();
  const slot = (w - 2 * em) / Math.max(others.length, 3);
  if (slot < SEAT_LEAST * em || h < 42 * em) return null;
  const high = h * 0.24;
  const own = Math.min(w - 4 * em, 40 * em);
  const middle = column(scene, TOP * em + 0.2 * em, h - 0.5 * em - high, own, [0.3, 0.08, 0.42, 0.2]);
  const move = (rect: Rect | null): Rect | null => rect && { ...rect, y: rect.y + high };
  const y = middle.print.y + middle.print.h + 0.3 * em;
  const from = (w - slot * others.length) / 2;
  const seats = Object.fromEntries(others.map((area, index) => [area, { x: from + index * slot + 0.2 * em, y, w: slot - 0.4 * em, h: high - 0.6 * em }]));
  return { form: 'row', ...middle, hand: move(middle.hand), spots: move(middle.spots), seats, top: TOP * em };
}

function inTags(scene: Scene): Layout {
  const { w, h, em, areas, focus } = scene;
  const others = numbers(areas).filter((area) => area !== focus);
  const gap = 0.35 * em;
  const tag = Math.max(2.9 * em, 40);
  const line = others.length > 0 ? tag + gap : 0;
  const top = TOP * em;
  const left = h - top - line - 2 * gap;
  /* Low: the spots lie beside the hand. */
  const low = left < 20 * em;
  const dealerH = left * (low ? 0.37 : 0.28);
  const dealer = { x: em, y: top, w: w - 2 * em, h: dealerH };
  const y = top + dealerH + gap;
  const wide = (w - em) / Math.max(others.length, 1);
  const seats = Object.fromEntries(others.map((area, index) => [area, { x: 0.5 * em + index * wide + 0.1 * em, y, w: wide - 0.2 * em, h: tag }]));
  const from = y + line;
  const rest = h - from - gap;
  const inner = w - 1.6 * em;
  const hand = low ? { x: 0.8 * em, y: from, w: inner * 0.56, h: rest } : { x: 0.8 * em, y: from, w: inner, h: rest * 0.6 };
  const spots = low
    ? { x: 0.8 * em + inner * 0.6, y: from, w: inner * 0.4, h: rest }
    : { x: 0.8 * em, y: from + rest * 0.6 + gap, w: inner, h: rest * 0.4 - gap };
  return { form: 'tags', dealer, print: { ...dealer, h: 0 }, seats, hand, spots, top };
}

function withoutFocus(scene: Scene): Layout {
  const { w, h, em, areas, fromDealer = false } = scene;
  const slot = (w - em) / Math.max(areas, 1);
  const none = { hand: null, spots: null, top: 0 };
  const ordered = fromDealer ? numbers(areas) : numbers(areas).toReversed();
  const top = scene.corners && w < 60 * em ? TOP * em : 0.9 * em;
  const dealer = { x: w * 0.2, y: top, w: w * 0.6, h: clamp(4 * em, h * 0.26, 15 * em) };
  if (slot >= 5.4 * em) {
    const from = dealer.y + dealer.h;
    const high = clamp(0.4 * (h - from), 0.86 * (h - from) - 2 * em, 30 * em);
    const lift = Math.max(0, h - from - high - 0.8 * em);
    const wide = Math.min(slot - 0.5 * em, 17 * em);
    const seats = Object.fromEntries(
      ordered.map((area, index) => {
        const t = areas > 1 ? (index / (areas - 1)) * 2 - 1 : 0;
        return [area, { x: 0.5 * em + (index + 0.5) * slot - wide / 2, y: h - 0.5 * em - high - lift * t * t, w: wide, h: high }];
      }),
    );
    const room = h - 0.5 * em - high - from;
    return { form: 'arc', dealer, print: { x: w * 0.3, y: from, w: w * 0.4, h: Math.max(0, Math.min(room, 5 * em)) }, seats, ...none };
  }
  const fits = Math.max(1, Math.min(areas, Math.floor((w - em) / (5.4 * em))));
  const rows = Math.ceil(areas / fits);
  const columns = Math.ceil(areas / rows);
  const from = dealer.y + dealer.h + 0.4 * em;
  const cell = { w: (w - em) / columns, h: (h - from - 0.4 * em) / rows };
  const seats = Object.fromEntries(
    numbers(areas).map((area, index) => {
      const row = Math.floor(index / columns);
      const missing = Math.max(0, (row + 1) * columns - areas); // a row that is not full lies in the middle
      return [area, { x: 0.5 * em + ((index % columns) + missing / 2) * cell.w + 0.15 * em, y: from + row * cell.h, w: cell.w - 0.3 * em, h: cell.h - 0.3 * em }];
    }),
  );
  return { form: 'grid', dealer, print: { ...dealer, h: 0 }, seats, ...none };
}

/* The baccarat layout: the two hands, the wagers, and the roads where there is room for them. */
export interface BaccaratLayout {
  hands: Rect;
  wagers: Rect;
  columns: number;
  roads: Rect | null;
}

export function baccaratLayout(w: number, h: number, em: number, count: number, top = TOP * em): BaccaratLayout {
  const pad = 0.7 * em;
  const wide = w >= 50 * em;
  const columns = wide || h < 24 * em ? Math.max(count, 1) : 2;
  const rows = Math.ceil(Math.max(count, 1) / columns);
  const from = top;
  const all = h - from - pad;
  const roads = all >= 30 * em ? clamp(7 * em, all * 0.22, 14 * em) : 0;
  const rest = all - roads - pad * (roads ? 2 : 1);
  const wagers = clamp(rest * 0.36, rows * 6.2 * em, rest * 0.56);
  const hands = rest - wagers;
  const x = pad;
  const inner = w - 2 * pad;
  return {
    columns,
    hands: { x, y: from, w: inner, h: hands },
    wagers: { x, y: from + hands + pad, w: inner, h: wagers },
    roads: roads ? { x, y: from + hands + wagers + 2 * pad, w: inner, h: roads } : null,
  };
}

/* Cards of one or several hands in a rectangle: how wide a card is, how far the next one lies to the side, and in how
 * many rows the hands stand. `label` is what stands under each hand, `least` how wide a hand is at least with it. */
export interface Fit {
  card: number;
  spread: number;
  rows: number;
}

const RATIO = 1.4; // height of a card by its width
const SPREADS = [0.52, 0.44, 0.36, 0.3, 0.25, 0.2] as const;

/* Cards lie as far apart as they may without becoming much smaller than they could be. */
const WORTH = 0.82;

/* Hands in so many rows, as even as possible. */
export function inRows<T>(hands: T[], rows: number): T[][] {
  const each = Math.ceil(hands.length / Math.max(1, rows));
  return Array.from({ length: Math.ceil(hands.length / Math.max(1, each)) }, (_, index) => hands.slice(index * each, (index + 1) * each));
}

export function fitHands(w: number, h: number, cards: number[], most: number, label = 0, gap = 8, least = 0): Fit {
  const hands = (cards.length > 0 ? cards : [2]).map((count) => Math.max(cards.length > 1 ? 1 : 2, count));
  const fits: Fit[] = [];
  for (let rows = 1; rows <= hands.length; rows++) {
    const each = Math.ceil(hands.length / rows);
    if (each > 1 && (w - gap * (each - 1)) / each < least) continue;
    const high = (h - gap * (rows - 1)) / rows - label;
    for (const spread of SPREADS) {
      const wide = inRows(hands, rows).map((row) => (w - gap * (row.length - 1)) / row.reduce((sum, count) => sum + 1 + (count - 1) * spread, 0));
      fits.push({ card: Math.floor(Math.min(most, high / RATIO, ...wide)), spread, rows });
    }
  }
  const largest = Math.max(0, ...fits.map((fit) => fit.card));
  return fits.find((fit) => fit.card >= largest * WORTH) ?? { card: 0, spread: SPREADS[0], rows: 1 };
}
