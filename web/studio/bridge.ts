// SPDX-License-Identifier: Apache-2.0
/* The page's end of the engine: questions out, answers back. */
import type { Answers, Ask, Reply, Variation } from './protocol';

export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/* A worker cannot be started from a file; the function that a plain script has defined can. */
function start(): Worker {
  if (location.protocol !== 'file:') return new Worker('engine.js');
  const source = `(${String(croupierEngine)})()`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
}

type Listener = (reply: Reply) => void;

export class Bridge {
  private readonly worker = start();
  private readonly waiting = new Map<number, Listener>();
  private count = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Reply>): void => {
      this.waiting.get(data.number)?.(data);
      if (data.done) this.waiting.delete(data.number);
    };
  }

  private send(ask: Ask, listener: Listener): number {
    const number = ++this.count;
    this.waiting.set(number, listener);
    this.worker.postMessage({ number, ask });
    return number;
  }

  ask<What extends Ask['what']>(ask: Extract<Ask, { what: What }>): Promise<Answers[What]> {
    return new Promise((resolve, reject) => {
      this.send(ask, (reply) => ('code' in reply ? reject(new EngineError(reply.code, reply.message)) : resolve(reply.answer as Answers[What])));
    });
  }

  /* Each variation as it is known. A newer list ends an older one. */
  vary(ask: Extract<Ask, { what: 'vary' }>, each: (variation: Variation) => void): void {
    this.send(ask, (reply) => {
      if ('answer' in reply) each(reply.answer as Variation);
    });
  }
}

/* Work that is wished for again while it is done is done once more, and not once for every wish. */
export class Latest {
  again = false; /* what is being done is out of date */
  private busy = false;

  constructor(private readonly work: () => Promise<void>) {}

  async wish(): Promise<void> {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    while (this.again) {
      this.again = false;
      await this.work();
    }
    this.busy = false;
  }
}
