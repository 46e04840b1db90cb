// SPDX-License-Identifier: Apache-2.0
/* Plays cues over a page that already shows the table after them: cards come from the shoe to where they lie, chips from
 * their owner and back, cards turn over. Nothing waits for it: whatever moves can be pressed where it will be. Skipped under
 * reduced motion, in a hidden tab, and when more would have to be shown than fits into a second. */
import { BACKLOG_MS, times, type Cue } from './cues';
import { settings } from './settings.svelte';
import { sounds } from './sound';

const FLIGHT_MS = 320;
const CHIPS_MS = 380;
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

  constructor(private readonly root: () => HTMLElement | null) {
    for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, this.unlock, { passive: true });
  }

  play(list: Cue[]): void {
    if (document.hidden || list.length === 0) return;
    const begins = times(list);
    const backlog = (begins.at(-1) ?? 0) > BACKLOG_MS;
    const moves = !backlog && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.forEach((cue, index) => {
      const at = backlog ? 0 : (begins[index] ?? 0);
      if (moves) this.move(cue, at);
      if (!backlog || cue.kind === 'call' || cue.kind === 'result') this.sound(cue, at);
    });
  }

  private move(cue: Cue, delay: number): void {
    const root = this.root();
    if (!root) return;
    if (cue.kind === 'deal') this.deal(root, `${cue.place}/${cue.index}`, delay);
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

  private deal(root: HTMLElement, name: string, delay: number): void {
    const card = this.card(root, name);
    if (!card) return;
    const from = this.shoe(root);
    const to = middle(card);
    card.animate(
      [
        { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(24deg) scale(0.6)`, opacity: 0 },
        { transform: `translate(${(from.x - to.x) * 0.6}px, ${(from.y - to.y) * 0.6}px) rotate(14deg) scale(0.75)`, opacity: 1, offset: 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: FLIGHT_MS, delay, easing: EASE, fill: 'backwards' },
    );
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

  /* A chip over everything, gone when it has come. */
  private fly(root: HTMLElement, from: Point, to: Point, delay: number): void {
    const chip = document.createElement('span');
    chip.className = 'flying-chip';
    chip.setAttribute('aria-hidden', 'true');
    const { left, top } = root.getBoundingClientRect();
    chip.style.cssText = `left:${to.x - left}px;top:${to.y - top}px`;
    root.append(chip);
    const moved = chip.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, opacity: 0.2 }, { opacity: 1, offset: 0.2 }, { transform: 'none', opacity: 1, offset: 0.9 }, { transform: 'none', opacity: 0 }], {
      duration: CHIPS_MS,
      delay,
      easing: EASE,
      fill: 'backwards',
    });
    moved.finished.finally(() => chip.remove()).catch(() => {});
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
