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
  'packages/study/src',
  'packages/answers/src',
  'packages/cli/src',
  'experiments/src',
  'apps/workbench/src',
  'examples',
];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

describe('the digits of a result', () => {
  it('are left to no engine', () => {
    const files = FOLDERS.flatMap((folder) => sources(join(root, folder)));
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((path) => {
      const name = relative(root, path).split(sep).join('/');
      return engineDefined(name, readFileSync(path, 'utf8')).map((place) => `${name}:${place}`);
    });
    expect(found, 'numerics/elementary.ts has functions that give the same digits everywhere').toEqual([]);
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

  it.each([
    'const y = Math.sqrt(Math.abs(x)) * Math.PI;',
    '/** x ** 2 by Math.pow */ const y = x * x; // Math.exp',
    "const t = 'Math.exp(x) ** 2';",
    'const t = `Math.exp $' + '{Math.floor(x)} ** `;',
    'const r = /Math.exp +x+/;',
    'const y = own.Maths.exp(x) + exp(x) + math.log(x);',
    "const y = Math['floor'](x);",
  ])('are not at stake in %s', (text) => {
    expect(engineDefined('a.ts', text)).toEqual([]);
  });
});
