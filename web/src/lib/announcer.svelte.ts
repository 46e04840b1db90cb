// SPDX-License-Identifier: Apache-2.0
/* Sentences for a screen reader. Two live regions take turns so that the same sentence twice is said twice. */

class Announcer {
  regions = $state<[string, string]>(['', '']);
  private turn = 0;

  say(sentences: string[]): void {
    const text = sentences.filter(Boolean).join(' ');
    if (!text) return;
    this.turn = 1 - this.turn;
    this.regions = this.turn === 0 ? [text, ''] : ['', text];
  }
}

export const announcer = new Announcer();
