import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests run on the sources; what has to run from the build (threads, the command) is built from them first.
  resolve: { conditions: ['@sightline/source'] },
  ssr: { resolve: { conditions: ['@sightline/source'] } },
  test: {
    setupFiles: ['tests/fixed-seed.ts'],
    globalSetup: ['tests/fresh-build.ts'],
    // Tests of pages wait for a browser half of the time, so that a machine with two cores is busy with three at once.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Only against what never ends: machines differ in speed by a factor of five, and other work may run beside.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: [
            'packages/!(cli|queue)/src/**/*.test.ts',
            'packages/!(cli|queue)/test/**/*.test.ts',
            'experiments/src/**/*.test.ts',
          ],
          // Pure functions leave nothing behind: their modules are loaded once, not once for each file of tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [
            'packages/@(cli|queue)/src/**/*.test.ts',
            'packages/@(cli|queue)/test/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'tests/!(queue)/**/*.test.ts',
            'tests/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['apps/*/e2e/*.test.ts'],
          globalSetup: ['apps/workbench/e2e/build-once.ts'],
        },
      },
    ],
  },
});
