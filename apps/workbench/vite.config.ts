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

/** The worker is one more script of the page’s own build, so that what both need is fetched once. Vite would build it for itself. */
const workerOfThePage: Plugin = {
  name: 'worker-shares-scripts-with-the-page',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/start-worker.ts')) {
      const worker = this.emitFile({
        type: 'chunk',
        id: id.replace('start-worker', 'worker'),
        name: 'worker',
      });
      return replaced(
        code,
        "new URL('./worker.ts', import.meta.url)",
        `import.meta.ROLLUP_FILE_URL_${worker}`,
      );
    }
    // A worker has no document in which anything could be announced.
    if (id.includes('vite/preload-helper'))
      return replaced(
        code,
        'deps && deps.length > 0',
        "deps && deps.length > 0 && typeof document !== 'undefined'",
      );
    return undefined;
  },
};

function replaced(code: string, old: string, by: string): string {
  if (!code.includes(old)) throw new Error(`the build expects ${old}`);
  return code.replace(old, by);
}

/** A schema of zod carries what writes JSON Schema, 6 kB; the page checks studies and writes none. */
const checksOnly: Plugin = {
  name: 'zod-without-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined;
    const names = code.matchAll(/^export (?:function|const) (\w+)/gm);
    return [...names].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
};

export default defineConfig({
  // Relative, so that the page works from any server and any folder of it.
  base: './',
  plugins: [ownPolicy, workerOfThePage, checksOnly],
  // The packages' sources, as the tests have them: a stale build can never get into the page.
  resolve: { conditions: ['@sightline/source', ...defaultClientConditions] },
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
