// SPDX-License-Identifier: Apache-2.0
/* Receipts: the log and the signatures of docs/journal.md hold, and whatever is changed in one is found. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEntries, checkSignatures, inTree, leafOf, readEntry, readKey, readReceipt, type Digest, type Receipt, type Verify } from '../../src/lib/receipt';

const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const digest: Digest = (bytes) => Promise.resolve(sha(bytes));
const PKCS8 = '302e020100300506032b657004220420';
const SPKI = '302a300506032b6570032100';
const keyOf = (seed: number) => createPrivateKey({ key: Buffer.concat([Buffer.from(PKCS8, 'hex'), Buffer.alloc(32, seed)]), format: 'der', type: 'pkcs8' });
const publicOf = (seed: number): Buffer => createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32);
const ed25519: Verify = (key, signature, message) =>
  Promise.resolve(verify(null, message, createPublicKey({ key: Buffer.concat([Buffer.from(SPKI, 'hex'), key]), format: 'der', type: 'spki' }), signature));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/* RFC 6962, section 2.1, word for word: the tree and its proofs, to hold the other way of checking against. */
const half = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);
const node = (a: Uint8Array, b: Uint8Array): Uint8Array => sha(Buffer.concat([Buffer.of(1), a, b]));
const leaf = (entry: Uint8Array): Uint8Array => sha(Buffer.concat([Buffer.of(0), entry]));
const root = (list: Uint8Array[]): Uint8Array => (list.length === 1 ? leaf(list[0] as Uint8Array) : node(root(list.slice(0, half(list.length))), root(list.slice(half(list.length)))));
const path = (at: number, list: Uint8Array[]): Uint8Array[] => {
  if (list.length === 1) return [];
  const k = half(list.length);
  return at < k ? [...path(at, list.slice(0, k)), root(list.slice(k))] : [...path(at - k, list.slice(k)), root(list.slice(0, k))];
};

/* Entries as the journal writes them. */
const number = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))]);
const chunk = (text: string): number[] => [...number(Buffer.byteLength(text)), ...Buffer.from(text)];
const entry = (chain: number, own: number, kind: number, round: number, text: string): Uint8Array =>
  Uint8Array.from([2, chain, ...number(own), ...number(1790000000000), kind, 1, ...chunk(''), ...chunk(''), ...chunk(''), ...number(round), ...chunk(text), 0]);

const ORIGIN = 'croupier/139e3940e64b5491722088d9a0d74162';
const HOUSE = 'croupier/139e3940e64b5491722088d9a0d74162+b0400a27+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const LOG = [
  '020101000101000000004c63726f7570696572203220336236613237626363656236613432643632613361386430326136663064373336353332313537373164653234336136336163303438613138623539646132390a00',
  '020102e8071001000000000668656c6c6f0a00',
  '020103e8070d0605636167653110000102030405060708090a0b0c0d0e0f10101112131415161718191a1b1c1d1e1f000f6275792d696e204d6569203130300a0201a09c01029f9c01',
].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));
const CHECKPOINT = `${ORIGIN}\n3\nCAWahk7VynVsFbnoUQY8g4MCQpualE+dcWTBkH8Mm30=\n`;
const SIGNED = `${CHECKPOINT}\n— ${ORIGIN} sEAKJxkMWlNnoqpqkw3JcGOWz+aFbDegU3eWg8eagqbe9bkHKJ9MvhYKw4989xCH7rzp9uYO24wPYIkwIJX6EUwozAg=\n`;
const COSIGNED = '— witness.example/w1 CtfTXgAAAABlU/EAk1GFvh1qzto01p8rFZyb2z/zzpzxf13UOkvuoX1W0RNLEHuCWjj9KXanCEd6tQoDqS6Iyo21U0QnS9YmNON4Bw==\n';

const receiptText = (list: Uint8Array[], which: number[], note: string, table = 'bj-1', round = 7): string =>
  `croupier receipt 2\n${table}\n${round}\n${which.map((at) => `entry ${base64(list[at] as Uint8Array)}\nindex ${at}\n${path(at, list).map((hash) => `${base64(hash)}\n`).join('')}\n`).join('')}${note}`;
const noteOf = (list: Uint8Array[], seed = 0): string => {
  const body = `${ORIGIN}\n${list.length}\n${base64(root(list))}\n`;
  const id = sha(Buffer.concat([Buffer.from(`${ORIGIN}\n`), Buffer.of(1), publicOf(seed)])).slice(0, 4);
  return `${body}\n— ${ORIGIN} ${base64(Buffer.concat([id, sign(null, Buffer.from(body), keyOf(seed))]))}\n`;
};
const read = (text: string): Receipt => {
  const found = readReceipt(text);
  if (!found) throw new Error('not a receipt');
  return found;
};

/* A shoe, a round of four entries, and another table between them. */
const log = [...LOG, entry(2, 1, 5, 0, 'opened'), entry(3, 1, 5, 0, 'other'), entry(2, 9, 7, 7, 'dealer: open'), entry(2, 10, 8, 7, 'Mei: bet 1 main 100'), entry(3, 2, 7, 1, 'x'), entry(2, 11, 8, 7, 'shoe: Th'), entry(2, 12, 8, 7, 'dealer: end'), entry(2, 13, 7, 8, 'dealer: open')];
const OWN = [3, 5, 6, 8, 9];

describe('the log of docs/journal.md', () => {
  it('its three entries are under its checkpoint, which its key has signed', async () => {
    const receipt = read(receiptText(LOG, [0, 1, 2], SIGNED));
    for (const { bytes, index, proof } of receipt.entries) expect(await inTree(digest, await leafOf(digest, bytes), index, receipt.size, proof, receipt.root)).toBe(true);
    const key = await readKey(digest, HOUSE);
    expect(key?.name).toBe(ORIGIN);
    expect(await checkSignatures(receipt, [key!], ed25519)).toBe('signed');
    expect(readEntry(LOG[2] as Uint8Array)).toMatchObject({ chain: 1n, number: 3n, kind: 13, who: 'cage1', text: 'buy-in Mei 100\n' });
  });
  it('the witness has cosigned it', async () => {
    const bytes = Buffer.concat([Buffer.of(4), publicOf(1)]);
    const id = Buffer.from(sha(Buffer.concat([Buffer.from('witness.example/w1\n'), bytes])).slice(0, 4)).toString('hex');
    const key = await readKey(digest, `witness.example/w1+${id}+${base64(bytes)}`);
    expect(await checkSignatures(read(receiptText(LOG, [0, 1], SIGNED + COSIGNED)), [key!], ed25519)).toBe('signed');
  });
});

describe('proofs', () => {
  it('hold for every leaf of trees of every size up to 20, and for no other leaf or size', async () => {
    for (let count = 1; count <= 20; count++) {
      const list = Array.from({ length: count }, (_, index) => Uint8Array.of(index));
      const top = root(list);
      for (let at = 0; at < count; at++) {
        const proof = path(at, list);
        expect(await inTree(digest, leaf(list[at] as Uint8Array), BigInt(at), BigInt(count), proof, top)).toBe(true);
        expect(await inTree(digest, leaf(Uint8Array.of(99)), BigInt(at), BigInt(count), proof, top)).toBe(false);
        expect(await inTree(digest, leaf(list[at] as Uint8Array), BigInt(count), BigInt(count), proof, top)).toBe(false);
        if (count > 1) expect(await inTree(digest, leaf(list[at] as Uint8Array), BigInt((at + 1) % count), BigInt(count), proof, top)).toBe(false);
        expect(await inTree(digest, leaf(list[at] as Uint8Array), BigInt(at), BigInt(count), [...proof, top], top)).toBe(false);
        if (proof.length > 0) expect(await inTree(digest, leaf(list[at] as Uint8Array), BigInt(at), BigInt(count), proof.slice(1), top)).toBe(false);
      }
    }
  });
});

describe('a receipt', () => {
  const whole = receiptText(log, OWN, noteOf(log));
  it('of a round holds, and tells its entries', async () => {
    const receipt = read(whole);
    const { fault, entries } = await checkEntries(receipt, digest);
    expect(fault).toBe('');
    expect(entries.map((one) => one.text)).toEqual(['opened', 'dealer: open', 'Mei: bet 1 main 100', 'shoe: Th', 'dealer: end']);
    expect([receipt.table, receipt.round, receipt.size]).toEqual(['bj-1', 7, 11n]);
    expect(await checkSignatures(receipt, [], ed25519)).toBe('unknown');
    expect(await checkSignatures(receipt, [(await readKey(digest, HOUSE))!], ed25519)).toBe('signed');
    expect(await checkSignatures(receipt, [(await readKey(digest, HOUSE))!], null)).toBe('unchecked');
  });
  it.each([
    ['an entry left out', [3, 5, 8, 9], 'gap'],
    ['the first of the round left out', [3, 6, 8, 9], 'no-round'],
    ['the shoe left out', [5, 6, 8, 9], 'no-shoe'],
    ['an entry of another table', [3, 5, 6, 7, 8], 'another-table'],
    ['another shoe', [3, 5, 4], 'another-shoe'],
    ['one of the next round at the end', [3, 5, 6, 8, 9, 10], 'another-round'],
    ['the shoe alone', [3], 'alone'],
  ] as [string, number[], string][])('%s', async (_, which, fault) => {
    expect((await checkEntries(read(receiptText(log, which, noteOf(log))), digest)).fault).toBe(fault);
  });
  it('an entry that was changed is not in the log', async () => {
    const forged = whole.replace(base64(log[6] as Uint8Array), base64(entry(2, 10, 8, 7, 'Mei: bet 1 main 900')));
    expect(forged).not.toBe(whole);
    expect(await checkEntries(read(forged), digest)).toMatchObject({ fault: 'not-in-log', at: 3 });
  });
  it('a log of the forger\'s own is signed by nobody that is known', async () => {
    const own = log.with(6, entry(2, 10, 8, 7, 'Mei: bet 1 main 900'));
    const receipt = read(receiptText(own, OWN, noteOf(own, 5)));
    expect((await checkEntries(receipt, digest)).fault).toBe('');
    expect(await checkSignatures(receipt, [(await readKey(digest, HOUSE))!], ed25519)).toBe('unsigned');
  });
  it('a signature of another checkpoint is wrong', async () => {
    const receipt = read(receiptText(log, OWN, noteOf(log).replace(/^— .*$/m, SIGNED.split('\n')[4] ?? '')));
    expect(await checkSignatures(receipt, [(await readKey(digest, HOUSE))!], ed25519)).toBe('wrong');
  });
  it.each([
    ['nothing', ''],
    ['something else', 'hello'],
    ['another format', whole.replace('receipt 2', 'receipt 3')],
    ['no checkpoint', whole.slice(0, whole.indexOf(ORIGIN))],
    ['no signature', whole.slice(0, whole.indexOf('— '))],
    ['no round', whole.replace('\n7\n', '\n0\n')],
    ['a hash that is none', whole.replace(/(index 3\n)\S+/, '$1AAAA')],
    ['an entry in two forms', whole.replace(/entry (\S+)\n/, 'entry $1A\n')],
  ])('%s is no receipt', (_, text) => {
    expect(readReceipt(text)).toBeNull();
  });
  it('a key whose id is not its own is none', async () => {
    expect(await readKey(digest, HOUSE.replace('b0400a27', 'b0400a28'))).toBeNull();
    expect(await readKey(digest, 'key')).toBeNull();
  });
});
