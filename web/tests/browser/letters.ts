// SPDX-License-Identifier: Apache-2.0
/* What cannot be read on a page as it stands: words over words, words that a box cuts off or that are broken in their middle, words over
 * a picture, and totals over the corner by which a card is known. */
import type { Page } from 'playwright-core';

export const unread = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      text: string;
      node: Node;
      box: DOMRect;
      layer: Element | null;
    }
    const found = new Set<string>();
    const WORD_LETTERS = 24; // longer is no word, and may be broken
    const WORD = /[\p{Script=Latin}\p{N}$.,]+/gu;
    const LABEL = /[\p{Script=Latin}\p{N}$.,]+|(?<!\p{Script=Han})\p{Script=Han}{2,4}(?!\p{Script=Han})/gu; // a short Chinese one is one word
    const scope = document.querySelector('dialog[open], .drawer.open') ?? document.body;
    const layerOf = (node: Element): Element | null => {
      for (let box: Element | null = node; box; box = box.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return box;
      return null;
    };
    /* Letters do not fill their line: what lies over another by less than this is beside it. */
    const ink = (box: DOMRect): DOMRect => new DOMRect(box.x, box.y + box.height * 0.2, box.width, box.height * 0.6);
    /* What boxes around it leave of a line; false: cut off by one that does not scroll. */
    const shown = (box: DOMRect, node: Element): DOMRect | false | null => {
      let { left, right, top, bottom } = ink(box);
      for (let around: Element | null = node; around && around !== document.documentElement; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = around.getBoundingClientRect();
        for (const [overflow, over] of [[overflowX, Math.max(edge.left - left, right - edge.right)], [overflowY, Math.max(edge.top - top, bottom - edge.bottom)]] as const)
          if (['hidden', 'clip'].includes(overflow) && over > 2) return false;
        [left, right, top, bottom] = [Math.max(left, edge.left), Math.min(right, edge.right), Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        if (right - left < 2 || bottom - top < 2) return null;
      }
      if (left < -2 || right > innerWidth + 2) return false;
      return new DOMRect(left, top, right - left, bottom - top);
    };
    const lines: Line[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as HTMLElement;
      const text = node.textContent?.trim() ?? '';
      if (!text || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || parent.closest('.hidden-text, .skip, [inert], option, style, script, svg') || getComputedStyle(parent).clipPath === 'inset(50%)') continue; // for ears only
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      const layer = layerOf(parent);
      if (document.documentElement.lang.startsWith('zh') && /\p{Script=Han}[:;,!?](\s|$)/u.test(text)) found.add(`a mark of another script: ${text.slice(0, 40)}`);
      for (const box of boxes) {
        const left = shown(box, parent);
        if (left === false && parent.closest('[title]')?.getAttribute('title') !== text) found.add(`cut off: ${text.slice(0, 40)}`);
        else if (left) lines.push({ text, node, box: left, layer });
      }
      if (boxes.length < 2 || parent.closest('code, pre, textarea')) continue;
      const words = parent.closest('button, .button, th, dt') ? LABEL : WORD;
      for (const word of (node.textContent ?? '').matchAll(words)) {
        if (word[0].length > WORD_LETTERS) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top))).size > 1) found.add(`broken: ${word[0]}`);
      }
    }
    const over = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    lines.sort((a, b) => a.box.top - b.box.top);
    lines.forEach((one, index) => {
      for (const other of lines.slice(index + 1)) {
        if (other.box.top > one.box.bottom) break;
        if (one.node !== other.node && one.layer === other.layer && over(one.box, other.box)) found.add(`"${one.text.slice(0, 40)}" over "${other.text.slice(0, 40)}"`);
      }
    });
    /* A picture that is turned fills less than its box. */
    for (const picture of scope.querySelectorAll('main img, main .chip')) {
      if (!picture.checkVisibility() || picture.closest('.felt, .stage, .display')) continue;
      const { x, y, width, height } = picture.getBoundingClientRect();
      let box = new DOMRect(x + width * 0.05, y + height * 0.05, width * 0.9, height * 0.9);
      for (let around = picture.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const edge = around.getBoundingClientRect();
        box = new DOMRect(box.x, Math.max(box.y, edge.y), box.width, Math.max(0, Math.min(box.bottom, edge.bottom) - Math.max(box.y, edge.y)));
      }
      for (const line of lines) if (over(line.box, box)) found.add(`"${line.text.slice(0, 40)}" over a picture`);
    }
    for (const total of document.querySelectorAll('.hand .total'))
      for (const card of total.closest('.hand')?.querySelectorAll('.cards > *') ?? []) {
        const { x, y, width, height } = card.getBoundingClientRect();
        if (over(total.getBoundingClientRect(), new DOMRect(x, y + height * 0.05, width * 0.18, height * 0.25))) found.add(`"${total.textContent?.trim()}" over the corner of its card`);
      }
    return [...found];
  });
