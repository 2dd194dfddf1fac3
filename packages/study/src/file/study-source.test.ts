import { describe, expect, it } from 'vitest';
import { readSource } from './study-source.ts';

describe('readSource', () => {
  it('finds names, values and what stands nearest to something missing', () => {
    const { locate } = readSource('a.yaml', 'a: 1\nb:\n  - { c: 2,\n      d: [3, 4] }\ne:\n');
    expect(locate(['a'])).toEqual({ line: 1, column: 4 });
    expect(locate(['a'], 'name')).toEqual({ line: 1, column: 1 });
    expect(locate(['b', 0, 'd', 1])).toEqual({ line: 4, column: 14 });
    expect(locate(['b', 0, 'x'])).toEqual({ line: 3, column: 5 });
    expect(locate(['e'])).toEqual({ line: 5, column: 1 });
    expect(locate(['f', 'g'])).toEqual({ line: 1, column: 1 });
  });

  it('reads JSON, also indented with tabs', () => {
    const value = { a: [1, { b: 'x' }], c: null, d: -1.5e-3 };
    expect(readSource('a.json', JSON.stringify(value, null, '\t'))).toMatchObject({ value, problems: [] });
  });

  it('follows aliases', () => {
    const { value, locate } = readSource('a.yaml', 'a: &n 0.4\nb: *n\nc: &m { d: 1 }\ne: *m\n');
    expect(value).toEqual({ a: 0.4, b: 0.4, c: { d: 1 }, e: { d: 1 } });
    expect(locate(['b'])).toEqual({ line: 2, column: 4 });
    expect(locate(['e', 'd'])).toEqual({ line: 3, column: 12 });
  });

  it('takes the last anchor before an alias, whatever was read through other aliases between', () => {
    const { value } = readSource('a.yaml', 'a: &x { b: &y 1, c: *y }\nd: &y 2\ne: *x\nf: *y\n');
    expect(value).toEqual({ a: { b: 1, c: 1 }, d: 2, e: { b: 1, c: 1 }, f: 2 });
  });

  it('reads no dates, octals of old or truths of old: YAML 1.2 has none', () => {
    const { value } = readSource('a.yaml', 'a: 2020-01-01\nb: yes\nc: 010\n');
    expect(value).toEqual({ a: '2020-01-01', b: 'yes', c: 10 });
  });

  it('takes names as they are written, also where YAML reads a number or a truth', () => {
    const names = [
      ...['12345678901234567890', '12345678901234567891', '.inf', '-.INF', '.nan', '007', '7', '1e3', '1000'],
      ...['1.0', '1', '0x10', '0o17', '+4', '4', 'True', 'true', '1.50', '-0', '1_000'],
    ];
    const block = names.map((name) => `  ${name}: x\n`).join('');
    const flow = names.map((name) => `${name}: x`).join(', ');
    for (const text of [`a:\n${block}`, `a: { ${flow} }\n`]) {
      const { value, problems, locate } = readSource('a.yaml', text);
      expect(problems).toEqual([]);
      expect(Object.keys((value as { a: object }).a).sort()).toEqual([...names].sort());
      expect(locate(['a', '1.50'], 'name')).not.toEqual(locate(['a', '1'], 'name'));
    }
  });

  it('takes names in quotation marks, with tags and anchors as what they are', () => {
    const { value, problems } = readSource(
      'a.yaml',
      '"007": 1\n\'1.0\': 2\n&k 08: 3\n!!str 09: 4\n? 010\n: 5\n',
    );
    expect(problems).toEqual([]);
    expect(value).toEqual({ '007': 1, '1.0': 2, '08': 3, '09': 4, '010': 5 });
    expect(readSource('a.json', '{ "007": 1, "1e3": 2 }').value).toEqual({ '007': 1, '1e3': 2 });
  });

  it.each([
    ['a number that stands twice', 'a:\n  007: x\n  "007": y\n', 'stands twice', 3],
    ['nothing as a name', 'a:\n  ~: x\n', 'this is not a name', 2],
    ['null as a name', 'a:\n  null: x\n', 'this is not a name', 2],
    ['names that differ only in their type', 'a:\n  1: x\n  "1": y\n', 'stands twice', 3],
    ['an alias within itself', 'a: &x\n  - *x\n', 'multiply without end', 2],
    ['a merge of the prototype', 'a: 1\n__proto__: { b: 2 }\n', 'cannot be used', 2],
    ['quotes left open', 'a: "x\nb: 1\n', 'the quote " that is opened here, in line 1, is not closed', 1],
    ['depth', `a: 1\nb: ${'{ c: '.repeat(40)}1${' }'.repeat(40)}\n`, 'nested too deeply', 2],
    ['depth of lists', `a: 1\n${'- '.repeat(30_000)}`, 'nested too deeply', 2],
  ])('refuses %s', (_what, text, why, line) => {
    const { problems } = readSource('a.yaml', text);
    expect(problems[0]).toMatchObject({ why: expect.stringContaining(why), line });
  });

  it('is not blown up by aliases of aliases', () => {
    const levels = Array.from(
      { length: 20 },
      (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]`,
    );
    const { problems } = readSource('a.yaml', `a0: &a0 x\n${levels.join('\n')}\n`);
    expect(problems[0]!.why).toContain('multiply without end');
  });
});
