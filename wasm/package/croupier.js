// SPDX-License-Identifier: Apache-2.0
// The module croupier.wasm as JavaScript: see croupier.d.ts, which is the manual.
import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';

const BAD_RULEBOOK = -8;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class CroupierError extends Error {
  constructor(status, name, sentence) {
    super(sentence);
    this.status = status;
    this.code = name;
  }
}

/** The events of a YAML text, one a line, as wasm/stand-in/libfyaml.h describes them. */
export function yamlEvents(text) {
  const lines = [];
  const counter = new LineCounter();
  const place = (offset) => {
    const { line, col } = counter.linePos(offset);
    return `${line} ${Math.max(col, 1)}`;
  };
  const word = (node, at) => {
    const content = node && node.value !== null && node.value !== undefined ? String(node.value) : '';
    const plain = !node || !node.type || node.type === 'PLAIN';
    const quoted = !plain && node.type.startsWith('QUOTE'); // a word begins behind its quote
    lines.push(`${plain ? 'P' : 'Q'} ${place(quoted ? at + 1 : at)} ${content.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}`);
  };
  const walk = (node, at) => {
    const unsaid = isScalar(node) && !node.type?.startsWith('QUOTE') && !node.source; // an empty value stands where its key does
    const start = node?.range && !unsaid ? node.range[0] : at;
    if (node && (node.anchor || node.source !== undefined && node.constructor.name === 'Alias' || node.tag && !/^tag:yaml\.org,2002:(str|map|seq)$/.test(node.tag)))
      lines.push(`A ${place(start)}`);
    else if (isMap(node)) {
      lines.push(`M ${place(start)}`);
      for (const pair of node.items) {
        walk(pair.key, start);
        walk(pair.value, pair.key?.range ? pair.key.range[0] : start);
      }
      lines.push('m');
    } else if (isSeq(node)) {
      lines.push(`L ${place(start)}`);
      for (const item of node.items) walk(item, start);
      lines.push('l');
    } else if (isScalar(node) || node === null || node === undefined) word(node, start);
    else lines.push(`A ${place(start)}`);
  };
  const documents = parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, lineCounter: counter, prettyErrors: false, keepSourceTokens: false });
  for (const document of documents) {
    const error = document.errors[0];
    if (error) {
      lines.push(`E ${place(error.pos[0])} ${error.message.split('\n')[0]}`);
      break;
    }
    lines.push(`D ${place(document.contents?.range?.[0] ?? 0)}`);
    if (document.contents) walk(document.contents, 0);
  }
  return lines.map((line) => line + '\n').join('');
}

class Memory {
  constructor(exports) {
    this.exports = exports;
  }

  get bytes() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  /** Writes a text and calls `use` with its address and length; gives the memory back. */
  withText(text, use) {
    if (text === null || text === undefined) return use(0, 0);
    const bytes = encoder.encode(text);
    const address = this.exports.memory_take(bytes.length + 1);
    if (!address) throw new Error('no memory');
    this.bytes.set(bytes, address);
    this.bytes[address + bytes.length] = 0;
    try {
      return use(address, bytes.length);
    } finally {
      this.exports.memory_give(address);
    }
  }

  /** The text at an address, or null. */
  text(address) {
    if (!address) return null;
    const bytes = this.bytes;
    let end = address;
    while (bytes[end]) end++;
    return decoder.decode(bytes.subarray(address, end));
  }

  /** The text at an address, which belongs to the caller and is given back. */
  take(address) {
    const text = this.text(address);
    this.exports.croupier_text_free(address);
    return text;
  }

  /** Calls `use` with the address of a word of memory; returns what was put there. */
  word(use) {
    const address = this.exports.memory_take(4);
    new DataView(this.exports.memory.buffer).setUint32(address, 0, true);
    try {
      const result = use(address);
      return [result, new DataView(this.exports.memory.buffer).getUint32(address, true)];
    } finally {
      this.exports.memory_give(address);
    }
  }
}

/** Something of the module's, by its handle. */
class Owned {
  constructor(croupier, handle) {
    this.croupier = croupier;
    this.handle = handle;
  }

  get call() {
    return this.croupier.exports;
  }

  get memory() {
    return this.croupier.memory;
  }
}

export class Rulebook extends Owned {
  #answer(use) {
    const [status, address] = this.memory.word(use);
    this.croupier.check(status);
    return JSON.parse(this.memory.take(address));
  }

  get id() {
    return this.memory.text(this.call.croupier_rulebook_id(this.handle));
  }

  get hash() {
    return this.memory.text(this.call.croupier_rulebook_hash(this.handle));
  }

  identity() {
    return JSON.parse(this.memory.take(this.call.croupier_rulebook_json(this.handle)));
  }

  keys() {
    return JSON.parse(this.memory.take(this.call.croupier_rulebook_keys(this.handle)));
  }

  change(changes) {
    const lines = Object.entries(changes).map(([key, value]) => `${key}=${value}`);
    this.croupier.check(this.memory.withText(lines.join('\n'), (text) => this.call.croupier_rulebook_change(this.handle, text, 0)));
  }

  sign(decks, language) {
    return JSON.parse(this.memory.take(this.memory.withText(language, (code) => this.call.croupier_rulebook_sign_json(this.handle, decks, code))) ?? 'null');
  }

  odds(decks = 0, distribution = false) {
    return this.#answer((out) => this.call[distribution ? 'croupier_odds_distribution' : 'croupier_odds'](this.handle, decks, out));
  }

  edge(wager, decks = 0) {
    const address = this.call.memory_take(8);
    try {
      this.croupier.check(this.call.croupier_edge(this.handle, wager, decks, address));
      return new DataView(this.call.memory.buffer).getFloat64(address, true);
    } finally {
      this.call.memory_give(address);
    }
  }

  edges() {
    return this.#answer((out) => this.call.croupier_edges(this.handle, out));
  }

  strategy(decks = 0) {
    return this.#answer((out) => this.call.croupier_strategy(this.handle, decks, out));
  }

  handOdds(decks, hand, dealer, seen = null) {
    return this.memory.withText(hand, (cards) => this.memory.withText(dealer, (up) => this.memory.withText(seen, (gone) =>
      this.#answer((out) => this.call.croupier_hand_odds(this.handle, decks, cards, up, gone, out)))));
  }

  cost(wrong, decks = 0) {
    return this.#answer((out) => this.call.croupier_cost(this.handle, wrong.handle, decks, out));
  }

  removal(decks = 0, change = -1) {
    return this.#answer((out) => this.call.croupier_removal(this.handle, decks, change, out));
  }

  round(headers) {
    const [handle, faults] = this.memory.withText(headers, (text) => this.memory.word((out) => this.call.croupier_round_new(this.handle, text, out)));
    if (!handle) throw new CroupierError(-9, 'bad-record', this.memory.take(faults) ?? 'no memory');
    return new Round(this.croupier, handle);
  }

  free() {
    this.call.croupier_rulebook_free(this.handle);
    this.handle = 0;
  }
}

export class Round extends Owned {
  #ruling(status) {
    return {
      status,
      name: this.croupier.statusName(status),
      sentence: this.memory.text(this.call.croupier_round_sentence(this.handle)),
      clauses: (this.memory.text(this.call.croupier_round_clauses(this.handle)) ?? '').split(' ').filter(Boolean),
      events: JSON.parse(this.memory.take(this.call.croupier_round_events(this.handle))),
    };
  }

  apply(line) {
    return this.#ruling(this.memory.withText(line, (text) => this.call.croupier_round_apply(this.handle, text)));
  }

  next() {
    return this.#ruling(this.call.croupier_round_next(this.handle));
  }

  legal(who) {
    const text = this.memory.take(this.memory.withText(who, (name) => this.call.croupier_round_legal(this.handle, name)));
    return text === null ? null : text.split('\n').filter(Boolean);
  }

  view(who) {
    return JSON.parse(this.memory.take(this.memory.withText(who, (name) => this.call.croupier_round_view(this.handle, name))) ?? 'null');
  }

  record() {
    return this.memory.take(this.call.croupier_round_record(this.handle));
  }

  clone() {
    return new Round(this.croupier, this.call.croupier_round_clone(this.handle));
  }

  free() {
    this.call.croupier_round_free(this.handle);
    this.handle = 0;
  }
}

export class Croupier {
  constructor(instance) {
    this.exports = instance.exports;
    this.memory = new Memory(instance.exports);
  }

  get version() {
    return this.memory.text(this.exports.croupier_version());
  }

  statusName(status) {
    return this.memory.text(this.exports.croupier_status_name(status));
  }

  check(status) {
    if (status < 0) throw new CroupierError(status, this.statusName(status), this.memory.text(this.exports.croupier_status_sentence(status)));
  }

  games() {
    const ids = [];
    for (let id; (id = this.memory.text(this.exports.croupier_game(ids.length))); ) ids.push(id);
    return ids;
  }

  yaml(game) {
    return this.memory.withText(game, (id) => this.memory.text(this.exports.croupier_game_yaml(id)));
  }

  load(yaml, name = 'rulebook') {
    const [handle, faults] = this.memory.withText(name, (title) => this.memory.withText(yamlEvents(yaml), (text, size) =>
      this.memory.word((out) => this.exports.croupier_rulebook_load(title, text, size, out))));
    if (!handle) throw new CroupierError(BAD_RULEBOOK, 'bad-rulebook', this.memory.take(faults) ?? 'no memory');
    return new Rulebook(this, handle);
  }

  game(id) {
    const yaml = this.yaml(id);
    if (yaml === null) throw new CroupierError(-6, 'not-found', `there is no game called ${id}`);
    return this.load(yaml, id);
  }
}

/** The module opens no file and reads no clock; what little the C library asks for is refused. */
const nothing = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

export async function croupier(source) {
  let bytes = source;
  if (!bytes) {
    const name = 'croupier.wasm'; // a variable, so that a bundler does not copy what the caller may bring along
    const place = new URL(name, import.meta.url);
    bytes = place.protocol === 'file:' && typeof process !== 'undefined'
      ? await (await import('node:fs/promises')).readFile(place)
      : await (await fetch(place)).arrayBuffer();
  }
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: nothing });
  instance.exports._initialize?.();
  return new Croupier(instance);
}
