// SPDX-License-Identifier: Apache-2.0
/* A link that holds the whole book: what is in it comes from no server. */

export interface Shared {
  base: string; /* the text that it is compared with */
  changes: Record<string, string>;
  decks: number;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/* Null for what is no such text. */
export async function unpack(text: string): Promise<Shared | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const shared = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as Partial<Shared>;
    if (typeof shared.base !== 'string' || typeof shared.changes !== 'object' || typeof shared.decks !== 'number') return null;
    return { base: shared.base, changes: { ...shared.changes }, decks: shared.decks };
  } catch {
    return null;
  }
}
