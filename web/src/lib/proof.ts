// SPDX-License-Identifier: Apache-2.0
/* The browser's own cryptography for receipts. Where a page is not served safely there is none of it: then SHA-256 comes from a library, and
 * signatures are not checked. */
import type { Digest, Verify } from './receipt';

type Bytes = Uint8Array<ArrayBuffer>;
const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;

export const digest: Digest = async (bytes) =>
  subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as Bytes)) : (await import('@noble/hashes/sha2.js')).sha256(bytes);

const importKey = (key: Uint8Array): Promise<CryptoKey> => (subtle as SubtleCrypto).importKey('raw', key as Bytes, { name: 'Ed25519' }, false, ['verify']);

/* null: this browser does not know Ed25519. */
export async function ed25519(): Promise<Verify> {
  const known = subtle ? await importKey(new Uint8Array(32)).then(() => true, () => false) : false;
  return known ? async (key, signature, message) => (subtle as SubtleCrypto).verify('Ed25519', await importKey(key), signature as Bytes, message as Bytes) : null;
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
