import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Path, removeValue, renameField, setValue } from './study-edit.ts';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const TEXTS = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(`${examples}${name}`, 'utf8'));

/** Every third example: they are alike. The property below draws from all. */
const some = (texts: readonly string[]) => texts.filter((_, i) => i % 3 === 0);

/** Layouts that the examples do not have. */
const ODD = [
  'sightline: 1\nprotocols:\n  a:\n    - at: 1\n      noise: 2\n    # why\n    - at:\n        from: 0\n        to: 4\n        count: 3\n  b: {at: 2}\nrealised: a',
  '{"sightline": 1, "protocols": {"a": [{"at": 1, "noise": 0.4}], "b": {"at": [1, 2]}}, "realised": "a"}\n',
  'sightline: 1\nbase: &reading { at: 1, noise: 0.4 }\nprotocols:\n  a: *reading\n  b: [*reading, { at: 2 }]\n',
  'sightline: 1\r\nprotocols:\r\n  a: { at: 1 }\r\n  b: [ { at: 2 } ] # two\r\n',
  'sightline: 1\nprotocols: {}\n',
  'sightline: 1\nprotocols:\n',
  'protocols:\n- { at: 1 }\n-   { at: 2 }\nlast: "text: with a colon"\n',
  'a: { b: [1, # one\n  2], c: 3 }\n',
];

type Data = Record<string | number, unknown>;
const isObject = (value: unknown): value is Data => value !== null && typeof value === 'object';

function pathsOf(value: unknown, path: Path = []): Path[] {
  const below = isObject(value)
    ? Object.entries(value).flatMap(([key, child]) =>
        pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [];
  return path.length > 0 ? [path, ...below] : below;
}

const at = (value: unknown, path: Path): Data =>
  path.reduce<unknown>((one, key) => (one as Data)[key], value) as Data;

/** A copy in which nothing is shared: an alias stands for a copy. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The same edit on data, written without any regard to text. */
function setIn(data: unknown, path: Path, value: unknown): unknown {
  const copy = plain(data);
  at(copy, path.slice(0, -1))[path.at(-1)!] = plain(value);
  return copy;
}

function removeIn(data: unknown, path: Path): unknown {
  const copy = plain(data);
  const parent = at(copy, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(path.at(-1) as number, 1);
  else delete parent[path.at(-1)!];
  return copy;
}

const VALUES = [
  7.25,
  -1e-9,
  'plain words',
  'yes',
  'a: b # c',
  '',
  [1, 2.5],
  { at: [1, 2], noise: 0.4 },
  {},
  true,
];

describe('edits of a study', () => {
  it('set any value of any example, and mean what they should', () => {
    const cases = [...some(TEXTS), ...ODD].flatMap((text) =>
      pathsOf(parse(text)).map((path) => ({ text, path })),
    );
    expect(cases.length).toBeGreaterThan(150);
    cases.forEach(({ text, path }, i) => {
      const value = VALUES[i % VALUES.length];
      expect(parse(setValue(text, path, value)), `${path.join('.')} in\n${text}`).toEqual(
        setIn(parse(text), path, value),
      );
    });
  });

  it('take any value of any example out', () => {
    for (const text of [...some(TEXTS), ...ODD])
      for (const path of pathsOf(parse(text)))
        expect(parse(removeValue(text, path)), `${path.join('.')} in\n${text}`).toEqual(
          removeIn(parse(text), path),
        );
  });

  it('change one line where a number changes, and no other character of it', () => {
    let numbers = 0;
    for (const text of some(TEXTS))
      for (const path of pathsOf(parse(text))) {
        const before = at(parse(text), path) as unknown;
        if (typeof before !== 'number') continue;
        numbers++;
        const after = setValue(text, path, 98765.5);
        const changed = after.split('\n').filter((line, i) => line !== text.split('\n')[i]);
        expect(changed).toHaveLength(1);
        expect(after.replace('98765.5', String(before)).length).toBe(text.length);
      }
    expect(numbers).toBeGreaterThan(50);
  });

  it('keep every comment when something is added or replaced', () => {
    const comments = (text: string) => text.match(/#.*/g) ?? [];
    for (const text of TEXTS) {
      const added = setValue(text, ['protocols', 'a new one'], [{ at: 1, noise: 0.4 }]);
      expect(comments(added)).toEqual(comments(text));
      expect(added.replace(/\n.*a new one.*/, '').replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
    }
  });

  it('add below a line, and leave the comment at its end where it is', () => {
    expect(setValue('p:\n  a: 1 # one\n\nq: 2\n', ['p', 'b'], 2)).toBe('p:\n  a: 1 # one\n  b: 2\n\nq: 2\n');
    expect(setValue('p:\n  - 1 # one\nq: 2', ['p', 1], 2)).toBe('p:\n  - 1 # one\n  - 2\nq: 2');
    expect(setValue('p: { a: 1 } # one', ['p', 'b'], [2, 3])).toBe('p: { a: 1, b: [2, 3] } # one');
  });

  it('take a comment out with what it explains, and no other', () => {
    const text = 'a: 1\n# about b\n# more\nb: 2 # two\n\n# about c\nc: 3\n';
    expect(removeValue(text, ['b'])).toBe('a: 1\n\n# about c\nc: 3\n');
    expect(removeValue(text, ['c'])).toBe('a: 1\n# about b\n# more\nb: 2 # two\n\n');
  });

  it('leave what an anchor names alone when its alias is edited', () => {
    const text = 'base: &reading { at: 1, noise: 0.4 }\nprotocols: { a: *reading, b: *reading }\n';
    expect(parse(setValue(text, ['protocols', 'a', 'at'], 5))).toEqual({
      base: { at: 1, noise: 0.4 },
      protocols: { a: { at: 5, noise: 0.4 }, b: { at: 1, noise: 0.4 } },
    });
  });

  it('rename a field where it stands', () => {
    expect(renameField('p:\n  # one\n  a: { at: 1 } # x\n  b: 2\n', ['p', 'a'], 'on: a')).toBe(
      'p:\n  # one\n  "on: a": { at: 1 } # x\n  b: 2\n',
    );
    expect(renameField('{"p": {"a": 1}}', ['p', 'a'], 'b')).toBe('{"p": {"b": 1}}');
  });

  it('write JSON into JSON', () => {
    for (const value of VALUES)
      expect(JSON.parse(setValue(ODD[1]!, ['protocols', 'c'], value))).toEqual(
        setIn(JSON.parse(ODD[1]!), ['protocols', 'c'], value),
      );
  });

  it('mean the same in any order of edits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEXTS, ...ODD),
        fc.array(fc.record({ which: fc.nat(), value: fc.constantFrom(...VALUES), remove: fc.boolean() }), {
          maxLength: 6,
        }),
        (start, steps) => {
          let text = start;
          let data: unknown = parse(start);
          for (const { which, value, remove } of steps) {
            const paths = pathsOf(data);
            if (paths.length === 0) break;
            const path = paths[which % paths.length]!;
            text = remove ? removeValue(text, path) : setValue(text, path, value);
            data = remove ? removeIn(data, path) : setIn(data, path, value);
            expect(parse(text)).toEqual(data);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('refuse a text that cannot be read', () => {
    expect(() => setValue('a: [1', ['a'], 2)).toThrow(/cannot be read/);
  });
});
