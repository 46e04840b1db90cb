// SPDX-License-Identifier: Apache-2.0
/* Plays cues over a page that already shows the table after them: cards come from the shoe, face down, to where they lie and turn over
 * there, chips come from their owner and go back, cards turn over. Nothing waits for it: whatever moves can be pressed where it will be.
 * Skipped under reduced motion, in a hidden tab, and when more would have to be shown than fits into a second. */
import { BACKLOG_MS, times, type Cue } from './cues';
import { HIDDEN, picture } from './cards';
import { CHIPS_MS } from './sequence';
import { settings } from './settings.svelte';
import { sounds } from './sound';

const FLIP_MS = 260;
const EASE = 'cubic-bezier(0.2, 0.7, 0.25, 1)';

interface Point {
  x: number;
  y: number;
}
const middle = (node: Element): Point => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

export class Director {
  private unlock = (): void => sounds.unlock();

  /* `heard`: with sounds, as at a player's table. */
  constructor(
    private readonly root: () => HTMLElement | null,
    private readonly heard: boolean,
  ) {
    if (heard) for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, this.unlock, { passive: true });
  }

  stop(): void {
    for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, this.unlock);
  }

  /* `flight`: how long a card is on its way. */
  play(list: Cue[], flight: number): void {
    if (document.hidden || list.length === 0) return;
    const begins = times(list);
    const backlog = (begins.at(-1) ?? 0) > BACKLOG_MS;
    const moves = !backlog && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.forEach((cue, index) => {
      const at = backlog ? 0 : (begins[index] ?? 0);
      if (moves) this.move(cue, at, flight);
      if (this.heard && (!backlog || cue.kind === 'call' || cue.kind === 'result')) this.sound(cue, at);
    });
  }

  private move(cue: Cue, delay: number, flight: number): void {
    const root = this.root();
    if (!root) return;
    if (cue.kind === 'deal') this.deal(root, `${cue.place}/${cue.index}`, delay, flight);
    else if (cue.kind === 'flip') this.flip(root, `${cue.place}/${cue.index}`, delay);
    else if (cue.kind === 'chips' || cue.kind === 'pay' || cue.kind === 'sweep') this.chips(root, cue, delay);
  }

  private card = (root: HTMLElement, name: string): HTMLElement | null => root.querySelector(`[data-card="${CSS.escape(name)}"]`);

  /* Where cards come from; the corner of the felt where the device is not shown. */
  private shoe(root: HTMLElement): Point {
    const shoe = root.querySelector('[data-shoe] img');
    if (shoe) return middle(shoe);
    const { right, top } = root.getBoundingClientRect();
    return { x: right - 24, y: top + 24 };
  }

  /* Its back flies over everything and lifts on the last third, when the card itself turns up under it. */
  private deal(root: HTMLElement, name: string, delay: number, flight: number): void {
    const card = this.card(root, name);
    if (!card) return;
    const from = this.shoe(root);
    const to = middle(card);
    const { width } = card.getBoundingClientRect();
    const way = (part: number, turn: number, size: number): string => `translate(${(from.x - to.x) * part}px, ${(from.y - to.y) * part}px) rotate(${turn}deg) scale(${size})`;
    const back = this.over(root, 'img', 'flying-card', to) as HTMLImageElement;
    back.src = picture(HIDDEN);
    back.alt = '';
    back.style.width = `${width}px`;
    this.gone(back.animate(
      [
        { transform: way(1, 40, 0.5), opacity: 0, easing: EASE },
        { transform: way(0.85, 32, 0.55), opacity: 1, offset: 0.1, easing: EASE },
        { transform: 'none', opacity: 1, offset: 0.68, easing: 'ease-in' },
        { transform: 'rotateY(90deg)', opacity: 1, offset: 0.84 },
        { transform: 'rotateY(90deg)', opacity: 0 },
      ],
      { duration: flight, delay, fill: 'backwards' },
    ), back);
    card.animate([{ opacity: 0, transform: 'rotateY(-90deg)' }, { opacity: 0, transform: 'rotateY(-90deg)', offset: 0.82 }, { opacity: 1, transform: 'rotateY(-80deg)', offset: 0.84, easing: 'ease-out' }, { opacity: 1, transform: 'none' }], {
      duration: flight * 1.15,
      delay,
      fill: 'backwards',
    });
  }

  private flip(root: HTMLElement, name: string, delay: number): void {
    this.card(root, name)?.animate([{ transform: 'perspective(600px) rotateY(90deg)' }, { transform: 'none' }], { duration: FLIP_MS, delay, easing: 'ease-out', fill: 'backwards' });
  }

  private chips(root: HTMLElement, cue: Extract<Cue, { spot: string }>, delay: number): void {
    const area = cue.spot.split('/')[0]?.split('.')[0] ?? '';
    const spot = root.querySelector(`[data-spot="${CSS.escape(`${area} ${cue.wager}`)}"]`);
    if (!spot) return;
    const bank = root.querySelector('.dealer, [data-bank]') ?? root;
    const purse = root.querySelector('[data-staked]') ?? root;
    const at = middle(spot);
    if (cue.kind === 'chips') this.fly(root, middle(purse), at, delay);
    else if (cue.kind === 'pay') this.fly(root, middle(bank), at, delay);
    else this.fly(root, at, middle(bank), delay);
  }

  /* Something over everything at that place, seen by nobody who listens. */
  private over(root: HTMLElement, tag: string, name: string, at: Point): HTMLElement {
    const node = document.createElement(tag);
    node.className = name;
    node.setAttribute('aria-hidden', 'true');
    const { left, top } = root.getBoundingClientRect();
    node.style.cssText = `left:${at.x - left}px;top:${at.y - top}px`;
    root.append(node);
    return node;
  }

  /* It goes when it has come. */
  private gone(moved: Animation, node: HTMLElement): void {
    moved.finished.finally(() => node.remove()).catch(() => {});
  }

  private fly(root: HTMLElement, from: Point, to: Point, delay: number): void {
    const chip = this.over(root, 'span', 'flying-chip', to);
    this.gone(chip.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, opacity: 0.2 }, { opacity: 1, offset: 0.2 }, { transform: 'none', opacity: 1, offset: 0.9 }, { transform: 'none', opacity: 0 }], {
      duration: CHIPS_MS,
      delay,
      easing: EASE,
      fill: 'backwards',
    }), chip);
  }

  private sound(cue: Cue, at: number): void {
    const { words } = settings;
    if (cue.kind === 'deal' || cue.kind === 'flip') sounds.play('card', at);
    else if (cue.kind === 'chips' || cue.kind === 'pay') sounds.play('chip', at);
    else if (cue.kind === 'result') sounds.play(cue.net > 0 ? 'win' : 'lose', at);
    else if (cue.kind === 'call') {
      if (cue.what === 'turn') sounds.play('turn', at);
      else if (cue.what === 'closed') sounds.play('closed', at);
      else if (cue.what === 'open') sounds.play('open', at);
      const spoken = { open: '', closed: words.table.betsClosed, turn: words.table.yourTurn, void: words.table.void }[cue.what];
      if (spoken) sounds.say(spoken);
    }
  }
}
