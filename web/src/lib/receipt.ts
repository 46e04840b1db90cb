// SPDX-License-Identifier: Apache-2.0
/* The receipt of a round (docs/journal.md, section 9): read, and checked here without the house. Each entry is a leaf of the log's tree (RFC 6962,
 * SHA-256) whose root stands in the checkpoint at the receipt's end; the checkpoint is a signed note (C2SP). What is needed of cryptography is
 * given by the caller, so that this is pure. */

export interface ReceiptEntry {
  bytes: Uint8Array;
  index: bigint;
  proof: Uint8Array[];
}
export interface NoteSignature {
  name: string;
  id: Uint8Array;
  rest: Uint8Array;
}
export interface Receipt {
  table: string;
  round: number;
  entries: ReceiptEntry[];
  origin: string;
  size: bigint;
  root: Uint8Array;
  /* What the signatures are of. */
  body: string;
  signatures: NoteSignature[];
}

export const ENTRIES_MAX = 4096;
const HASH = 32;
const KEY_HOUSE = 1;
const KEY_WITNESS = 4;

export type Digest = (bytes: Uint8Array) => Promise<Uint8Array>;
/* Ed25519; null where the browser has none. */
export type Verify = ((key: Uint8Array, signature: Uint8Array, message: Uint8Array) => Promise<boolean>) | null;

const utf8 = new TextEncoder();

/* Base64 in its one form: the bits that the last character has too many are 0. */
function bytesOf(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const whole = bytes.length - (bytes.length % 3 || 3);
  return text === '' || btoa(String.fromCharCode(...bytes.subarray(Math.max(0, whole)))) === text.slice(-4) ? bytes : null;
}

const hashOf = (text: string): Uint8Array | null => {
  const bytes = bytesOf(text);
  return bytes?.length === HASH ? bytes : null;
};
const numberOf = (text: string): bigint | null => (/^(0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : null);

/* null: not a receipt. */
export function readReceipt(text: string): Receipt | null {
  const [head = '', table = '', round = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n');
  if (head !== 'croupier receipt 2' || !table || !/^[1-9]\d{0,9}$/.test(round)) return null;
  const entries: ReceiptEntry[] = [];
  let at = 0;
  while (rest[at]?.startsWith('entry ')) {
    const bytes = bytesOf((rest[at++] ?? '').slice(6));
    const index = rest[at]?.startsWith('index ') ? numberOf((rest[at++] ?? '').slice(6)) : null;
    const proof: Uint8Array[] = [];
    while (rest[at]) {
      const hash = hashOf(rest[at++] ?? '');
      if (!hash) return null;
      proof.push(hash);
    }
    if (!bytes || bytes.length === 0 || index === null || rest[at++] !== '' || entries.length === ENTRIES_MAX) return null;
    entries.push({ bytes, index, proof });
  }
  const note = readNote(rest.slice(at));
  return note && entries.length > 0 ? { table, round: Number(round), entries, ...note } : null;
}

function readNote(lines: string[]): Pick<Receipt, 'origin' | 'size' | 'root' | 'body' | 'signatures'> | null {
  const [origin = '', sizeText = '', rootText = '', empty, ...signed] = lines;
  const size = numberOf(sizeText);
  const root = hashOf(rootText);
  if (!origin || size === null || !root || empty !== '') return null;
  const signatures: NoteSignature[] = [];
  for (const line of signed.filter(Boolean)) {
    const [, name = '', text = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = bytesOf(text);
    if (!name || !bytes || bytes.length <= 4) return null;
    signatures.push({ name, id: bytes.slice(0, 4), rest: bytes.slice(4) });
  }
  return signatures.length > 0 ? { origin, size, root, body: `${origin}\n${sizeText}\n${rootText}\n`, signatures } : null;
}

/* ---- The tree. ---- */

const joined = (...parts: (Uint8Array | number[])[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

export const leafOf = (digest: Digest, entry: Uint8Array): Promise<Uint8Array> => digest(joined([0], entry));

/* RFC 6962, section 2.1.1, as RFC 9162, section 2.1.3.2, says how to check it. */
export async function inTree(digest: Digest, leaf: Uint8Array, index: bigint, size: bigint, proof: Uint8Array[], root: Uint8Array): Promise<boolean> {
  if (index >= size) return false;
  let fn = index;
  let sn = size - 1n;
  let hash = leaf;
  for (const other of proof) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      hash = await digest(joined([1], other, hash));
      while (fn % 2n === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else hash = await digest(joined([1], hash, other));
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && equal(hash, root);
}

/* ---- Entries. ---- */

export interface Entry {
  chain: bigint;
  number: bigint;
  time: number;
  kind: number;
  who: string;
  round: number;
  text: string;
}
const OPENED = 5;
const ROUND = 7;

/* Section 2 of docs/journal.md, as far as people read it; null: no entry. */
export function readEntry(bytes: Uint8Array): Entry | null {
  let at = 0;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError();
  };
  const chunk = (): Uint8Array => {
    const count = Number(number());
    if (at + count > bytes.length) throw new RangeError();
    return bytes.slice(at, (at += count));
  };
  const text = (): string => new TextDecoder().decode(chunk());
  try {
    if (number() !== 2n) return null;
    const [chain, own, time, kind] = [number(), number(), Number(number()), Number(number())];
    number(); // the role
    const who = text();
    chunk();
    chunk();
    return { chain, number: own, time, kind, who, round: Number(number()), text: text() };
  } catch {
    return null;
  }
}

/* ---- Signatures. ---- */

export interface VerifierKey {
  name: string;
  id: Uint8Array;
  type: number;
  key: Uint8Array;
}

/* "NAME+ID+BASE64", as `croupier key show` prints it; null: no such key, or one whose id is not its own. */
export async function readKey(digest: Digest, text: string): Promise<VerifierKey | null> {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = encoded ? bytesOf(encoded) : null;
  if (!bytes || bytes.length !== HASH + 1 || ![KEY_HOUSE, KEY_WITNESS].includes(bytes[0] ?? 0)) return null;
  const own = (await digest(joined(utf8.encode(`${name}\n`), bytes))).slice(0, 4);
  const told = Uint8Array.from(id.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return equal(own, told) ? { name, id: own, type: bytes[0] ?? 0, key: bytes.slice(1) } : null;
}

/* What a signature of that kind is of. */
function messageOf(receipt: Receipt, key: VerifierKey, { rest }: NoteSignature): { message: Uint8Array; signature: Uint8Array } | null {
  if (key.type === KEY_HOUSE) return rest.length === 64 ? { message: utf8.encode(receipt.body), signature: rest } : null;
  if (rest.length !== 72) return null;
  const seconds = new DataView(rest.buffer, rest.byteOffset, 8).getBigUint64(0);
  return { message: utf8.encode(`cosignature/v1\ntime ${seconds}\n${receipt.body}`), signature: rest.slice(8) };
}

/* signed: by a key that was given. unsigned: by none of them. wrong: under the name of one, and it does not hold. unknown: no key was given.
 * unchecked: this browser cannot. */
export type Signed = 'signed' | 'unsigned' | 'wrong' | 'unknown' | 'unchecked';

export async function checkSignatures(receipt: Receipt, keys: VerifierKey[], verify: Verify): Promise<Signed> {
  if (keys.length === 0) return 'unknown';
  let found: Signed = 'unsigned';
  for (const key of keys)
    for (const signature of receipt.signatures.filter((one) => one.name === key.name && equal(one.id, key.id))) {
      if (!verify) return 'unchecked';
      const made = messageOf(receipt, key, signature);
      if (!made || !(await verify(key.key, made.signature, made.message))) return 'wrong';
      found = 'signed';
    }
  return found;
}

/* ---- All of it. ---- */

/* What does not hold; empty: everything. `at`: the entry it is about, from 1. */
export type Fault = '' | 'alone' | 'unread' | 'not-in-log' | 'no-shoe' | 'another-shoe' | 'another-table' | 'gap' | 'no-round' | 'another-round';
export interface Checked {
  fault: Fault;
  at: number;
  entries: Entry[];
}

/* The beginning of the shoe stands first; then the round's entries, and none is left out. */
function faultOf(receipt: Receipt, entries: Entry[], index: number): Fault {
  const entry = entries[index] as Entry;
  const before = entries[index - 1];
  if (index === 0) return entry.kind === OPENED ? '' : 'no-shoe';
  if (entry.kind === OPENED) return 'another-shoe';
  if (entry.chain !== before?.chain) return 'another-table';
  if (index > 1 && entry.number !== before.number + 1n) return 'gap';
  if (index === 1 && entry.kind !== ROUND) return 'no-round';
  return entry.round !== receipt.round && (index === 1 || index === receipt.entries.length - 1) ? 'another-round' : '';
}

export async function checkEntries(receipt: Receipt, digest: Digest): Promise<Checked> {
  const entries: Entry[] = [];
  for (const [index, { bytes, index: leaf, proof }] of receipt.entries.entries()) {
    const held = await inTree(digest, await leafOf(digest, bytes), leaf, receipt.size, proof, receipt.root);
    const entry = held ? readEntry(bytes) : null;
    if (!entry) return { fault: held ? 'unread' : 'not-in-log', at: index + 1, entries };
    entries.push(entry);
    const fault = faultOf(receipt, entries, index);
    if (fault) return { fault, at: index + 1, entries };
  }
  return entries.length > 1 ? { fault: '', at: 0, entries } : { fault: 'alone', at: 1, entries };
}
