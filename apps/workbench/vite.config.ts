import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the page works from any server and any folder of it.
  base: './',
  // The packages' sources, as the tests have them: a stale build can never get into the page.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  logLevel: 'warn',
  build: {
    target: 'es2022',
    // The content-security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
