import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineDefined } from './engine-defined.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where numbers of a result are made, or drawn: pictures are files that are compared as well. */
const FOLDERS = [
  'packages/engine/src',
  'packages/data/src',
  'packages/queue/src',
  'packages/study/src',
  'packages/answers/src',
  'packages/cli/src',
  'experiments/src',
  'apps/workbench/src',
  'examples',
];

/** What is left open on purpose, of which nothing goes into a result. */
const ON_PURPOSE: { file: string; what: string; why: string }[] = [
  ...['queue-run.ts', 'queue-worker.ts'].map((file) => ({
    file: `packages/queue/src/${file}`,
    what: 'randomUUID',
    why: 'programs on a server need names that no other has',
  })),
  {
    file: 'apps/workbench/src/opening/kept-studies.ts',
    what: 'Date.now',
    why: 'a version that is kept has the moment when it was kept',
  },
  {
    file: 'apps/workbench/src/versions/versions.tsx',
    what: 'Date.now',
    why: 'versions are kept under the moment when they were',
  },
  ...['getFullYear', 'getMonth', 'getDate', 'getHours', 'getMinutes'].map((part) => ({
    file: 'apps/workbench/src/versions/versions.tsx',
    what: `….${part}`,
    why: 'the page says by the reader’s clock when a version was kept',
  })),
];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('the digits of a result', () => {
  it('are left to no engine', () => {
    const files = FOLDERS.flatMap((folder) => sources(join(root, folder)));
    expect(files.length).toBeGreaterThan(400);
    const met = new Set<(typeof ON_PURPOSE)[number]>();
    const found = files.flatMap((path) => {
      const name = relative(root, path).split(sep).join('/');
      return engineDefined(name, readFileSync(path, 'utf8'))
        .filter((place) => {
          const allowed = ON_PURPOSE.find(({ file, what }) => file === name && place.endsWith(`: ${what}`));
          if (allowed) met.add(allowed);
          return !allowed;
        })
        .map((place) => `${name}:${place}`);
    });
    expect(found, 'numerics/elementary.ts has functions that give the same digits everywhere').toEqual([]);
    expect(
      ON_PURPOSE.filter((one) => !met.has(one)),
      'nothing of the kind stands there any more',
    ).toEqual([]);
  });

  it.each([
    'const y = Math.exp(x);',
    "const y = Math['log'](x);",
    'const y = Math[name](x);',
    'const { exp } = Math;',
    'const { exp: e, abs } = Math;',
    'const m = Math;',
    'const y = globalThis.Math.exp(x);',
    'const f = [1, 2].map(Math.cbrt);',
    'const y = x ** 2;',
    'const y = 2 ** 52;',
    'x **= 2;',
    'const t = `$' + '{Math.pow(x, 2)}`;',
    'const t = n.toLocaleString();',
    'names.sort((a, b) => a.localeCompare(b));',
    'const f = new Intl.NumberFormat();',
    'const u = Math.random();',
    'function f(g = Math.tanh) {}',
    'const y = { Math };',
    'const { Math: M } = globalThis;',
    "const { 'Math': M } = globalThis;",
    "const { ['Ma' + 'th']: M } = globalThis;",
    'const { Intl: I } = globalThis;',
    'const { Math } = globalThis;',
    'const { toLocaleString: f } = Number.prototype;',
    'function f({ localeCompare: g }) {}',
    'const y = globalThis[`Math`].exp(x);',
    "const y = globalThis['Ma' + 'th'].exp(x);",
    "const y = globalThis[('Ma' + `t$" + "{'h'}`) as 'Math'].exp(x);",
    'const y = globalThis[name].exp(x);',
    'const y = Math[`exp`](x);',
    "const y = Reflect.get(globalThis, 'Math').exp(x);",
    "const f = new Function('x', 'return x');",
    "const f = Function('return 1');",
    "const y = eval('1');",
    "const y = globalThis.eval('1');",
    'function f(m: typeof Math) { return m.exp(1); }',
    'function f(m: Math) { return m.exp(1); }',
    'type M = typeof Math;',
    'const f = (m: Pick<typeof NativeMath, "exp">) => m;',
    'const h = date.getHours();',
    'const z = date.getTimezoneOffset();',
    'const t = date.toDateString();',
    'const t = date.toLocaleDateString();',
    "const t = Date.parse('2020-01-01 10:00');",
    "const t = new Date('2020-01-01 10:00');",
    "const t = new Date('2020-01-01T10:00');",
    'const t = new Date(`$' + '{day} 10:00`);',
    'const t = new Date(2020, 1, 1);',
    'const t = new Date(...parts);',
    'const t = new Date();',
    'const t = Date.now();',
    'const t = Date();',
    'const D = Date;',
    'const t = new globalThis.Date();',
    'crypto.getRandomValues(bytes);',
    'const id = crypto.randomUUID();',
    "import { randomUUID } from 'node:crypto';",
    "import { randomUUID as name } from 'node:crypto';",
  ])('would be seen in %s', (text) => {
    expect(engineDefined('a.ts', text)).toHaveLength(1);
  });

  it('would be seen in AssemblyScript, and in a page', () => {
    expect(
      engineDefined(
        'kernels/assembly/a.ts',
        '@inline\nfunction f(x: f64): f64 {\n  return NativeMath.exp(x);\n}',
      ),
    ).toEqual(['3: NativeMath.exp']);
    expect(engineDefined('a.tsx', 'const a = <b style={{ left: Math.sin(t) }}>{x}</b>;')).toHaveLength(1);
  });

  it.each(['a.mts', 'a.cts', 'a.js', 'a.mjs', 'a.jsx'])('would be seen in %s', (file) => {
    expect(engineDefined(file, 'const y = Math.exp(x);')).toEqual(['1: Math.exp']);
  });

  it.each([
    'const y = Math.sqrt(Math.abs(x)) * Math.PI;',
    '/** x ** 2 by Math.pow */ const y = x * x; // Math.exp',
    "const t = 'Math.exp(x) ** 2';",
    'const t = `Math.exp $' + '{Math.floor(x)} ** `;',
    'const r = /Math.exp +x+/;',
    'const y = own.Maths.exp(x) + exp(x) + math.log(x);',
    "const y = Math['floor'](x);",
    'const y = Math[`floor`](x);',
    'const y = { Math: 1, eval: 2 };',
    'interface Held { Math: number; getDate(): string }',
    'class Held { getDate() {} }',
    'function f(g: Function, i: Intl.NumberFormat, t: Date): Date {}',
    'const digest = globalThis.crypto.subtle.digest;',
    'const t = new Date(Date.UTC(2020, 0, 1)).getUTCDate();',
    'const t = new Date(milliseconds);',
    "const t = [new Date('2020-01-01'), new Date('2020-01-01T10:00Z')];",
    'const is = cell instanceof Date;',
    "import { readFile } from 'node:fs/promises';",
  ])('are not at stake in %s', (text) => {
    expect(engineDefined('a.ts', text)).toEqual([]);
  });
});
