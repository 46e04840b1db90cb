// SPDX-License-Identifier: Apache-2.0
/* croupier.wasm, compressed and in base64: tools/studio.mjs. */
declare module 'virtual:croupier-wasm' {
  const packed: string;
  export default packed;
}

/* engine.js as the page has it: one function, to be run in a worker. */
declare const croupierEngine: (() => void) | undefined;
