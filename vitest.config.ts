import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests run on the sources, so that a stale build can never pass for a fresh one.
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'experiments/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'apps/*/e2e/*.test.ts',
      'tests/**/*.test.ts',
    ],
    setupFiles: ['tests/fixed-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
