// SPDX-License-Identifier: Apache-2.0
// Questions to the module, one JSON list a line: [game or YAML, changes, what, ...arguments]; one answer a line.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { croupier } = await import(pathToFileURL(process.argv[2]).href);
const house = await croupier();

function answer([source, changes, what, ...more]) {
  const book = source.includes('\n') ? house.load(source, 'mine.yaml') : house.game(source);
  try {
    book.change(changes);
    if (what === 'hash') return book.hash;
    if (what === 'round') {
      const round = book.round(more[0]);
      const rulings = more[1].map((line) => round.apply(line).name);
      const record = round.record();
      round.free();
      return { rulings, record };
    }
    return book[what](...more);
  } finally {
    book.free();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = { answer: answer(JSON.parse(line)) };
  } catch (error) {
    reply = { code: error.code ?? 'trap', message: error.message };
  }
  process.stdout.write(JSON.stringify(reply) + '\n');
}
