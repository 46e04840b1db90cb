// SPDX-License-Identifier: Apache-2.0
/* Moments in time: shown one after the other when each is due. What comes while others are still due waits for them, unless they are nearly
 * over or too many; then they are shown at once. Knows nothing of what it shows. */

export interface Moment {
  /* Milliseconds after the first of its list. */
  at: number;
}

const NEARLY_MS = 600;
const BEHIND_MS = 5000;
/* What a list ended in is seen for so long before the next one begins that had to wait. */
const HOLD_MS = 200;

export class Reel<T extends Moment> {
  private due: { when: number; moment: T }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /* `late`: it is shown only because those after it are. */
  constructor(
    private readonly show: (moment: T, late: boolean) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get busy(): boolean {
    return this.due.length > 0;
  }

  private get left(): number {
    return this.busy ? Math.max(0, (this.due.at(-1)?.when ?? 0) - this.now()) : 0;
  }

  run(list: T[]): void {
    if (this.left <= NEARLY_MS || this.left > BEHIND_MS) this.skip();
    const from = this.now() + (this.busy ? this.left + HOLD_MS : 0);
    this.due.push(...list.map((moment) => ({ when: from + moment.at, moment })));
    this.turn();
  }

  /* Shows what is due, all the rest now. */
  skip(): void {
    clearTimeout(this.timer);
    const rest = this.due;
    this.due = [];
    rest.forEach(({ moment }, index) => this.show(moment, index < rest.length - 1));
  }

  /* Forgets what is due: something else is shown. */
  clear(): void {
    clearTimeout(this.timer);
    this.due = [];
  }

  private turn(): void {
    clearTimeout(this.timer);
    while (this.due[0] && this.due[0].when <= this.now()) {
      const { moment } = this.due.shift() as { moment: T };
      this.show(moment, (this.due[0]?.when ?? Infinity) <= this.now());
    }
    if (this.due[0]) this.timer = setTimeout(() => this.turn(), this.due[0].when - this.now());
  }
}
