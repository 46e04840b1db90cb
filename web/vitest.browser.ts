// SPDX-License-Identifier: Apache-2.0
/* The tests that drive Chromium against the real server: `tools/web-test browser` (short) and `browser-all`. */
import { defineConfig } from 'vitest/config';

const include = { all: ['tests/browser/*.test.ts'], figures: ['tests/browser/figures.bench.ts'] }[process.env.CROUPIER_BROWSER ?? ''] ?? ['tests/browser/first.test.ts', 'tests/browser/round.test.ts', 'tests/browser/studio.test.ts'];

export default defineConfig({
  test: {
    include,
    environment: 'node',
    fileParallelism: false,
    testTimeout: 240000,
    hookTimeout: 120000,
  },
});
