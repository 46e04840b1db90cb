// SPDX-License-Identifier: Apache-2.0
/* The tests that drive Chromium against the real server: `tools/web-test browser` (short) and `browser-all`. */
import { defineConfig } from 'vitest/config';

const all = process.env.CROUPIER_BROWSER === 'all';

export default defineConfig({
  test: {
    include: all ? ['tests/browser/*.test.ts'] : ['tests/browser/round.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 240000,
    hookTimeout: 120000,
  },
});
