import { defineConfig } from 'vitest/config';

// Tests that need a Redis: `npm run check` has them. One file after another, since they measure who dies when.
export default defineConfig({
  resolve: { conditions: ['@sightline/source'] },
  ssr: { resolve: { conditions: ['@sightline/source'] } },
  test: {
    globalSetup: ['tests/fresh-build.ts'],
    include: ['tests/queue/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
