import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** What `sightline serve` sends as a header; but for frame-ancestors, which a page cannot say of itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The built page carries its policy, whoever serves it. While one develops, Vite puts styles into the page itself. */
const ownPolicy: Plugin = {
  name: 'own-content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

/** Numbers are computed in the worker, which has the kernels; the page itself names kinds, draws and does without. */
const kernelsInWorker: Plugin = {
  name: 'kernels-in-the-worker-only',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (/kernels-wasm\.generated\.ts$/.test(id) ? "export const wasmBase64 = '';" : undefined),
};

/**
 * Parts of the page that those fetched later use too, and what these need, in one script: as a script each they would take two
 * kilobytes more.
 */
const SHARED =
  /workbench\/src\/(opening\/examples|study\/(study-edit|edit-problems|flow-text)|state\/values|elements\/(number-field|shown-number|save-file))|pictures\/svg|problem-text/;

export default defineConfig({
  // Relative, so that the page works from any server and any folder of it.
  base: './',
  plugins: [ownPolicy, kernelsInWorker],
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: SHARED }] } } },
  },
});
