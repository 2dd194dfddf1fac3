import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStudy } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { completionsAt } from './completions.ts';
import { fieldWords } from './field-schema.ts';
import { fieldAt, placeAt } from './text-place.ts';

const examples = new URL('../../../../examples/', import.meta.url).pathname;
const STUDIES = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, text: readFileSync(join(examples, name), 'utf8') }))
  .filter(({ text }) => text.includes('sightline: 1'));

/** At the bar in a text. */
const at = (text: string) => {
  const offset = text.indexOf('|');
  const whole = text.replace('|', '');
  return completionsAt(whole, offset, parseStudy('study.yaml', whole).parts);
};
const labels = (text: string) => at(text)?.options.map(({ label }) => label) ?? [];

describe('what can be written', () => {
  // YAML's own positions say where names stand; half of each is taken away, and it has to be offered again.
  it.each(STUDIES)('has every field of $name, where it stands', ({ text }) => {
    const missing: string[] = [];
    let fields = 0;
    const visit = (node: unknown, isFree: boolean): void => {
      if (isSeq(node)) for (const item of node.items) visit(item, false);
      if (!isMap(node)) return;
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const [from, to] = key.range!;
        if (!isFree) {
          fields++;
          const half = from + Math.ceil((to - from) / 2);
          const cut = text.slice(0, half) + text.slice(to);
          const found = completionsAt(cut, half, {});
          if (!found?.options.some(({ label }) => label === name)) missing.push(name);
          if (found && found.from !== from) missing.push(`${name} begins elsewhere`);
        }
        // Names of protocols, of their data, of targets and cohorts of records are the study's own.
        visit(value, ['protocols', 'data', 'targets', 'cohorts'].includes(name));
      }
    };
    visit(parseDocument(text).contents, false);
    expect(missing).toEqual([]);
    expect(fields).toBeGreaterThan(4);
  });

  it('leaves out what is there already', () => {
    expect(labels('time: { horizon: 1, | }')).toEqual(['points', 'unit', 'start']);
    expect(labels('latent: { kernel: { ou: { tau: 1 }, | } }')).toEqual([]);
    expect(labels('latent:\n  kernel: { ou: { tau: 1 } }\n  |')).not.toContain('kernel');
  });

  it('knows the names of a mapping that is not begun', () => {
    expect(labels('time:\n  |')).toEqual(['horizon', 'points', 'unit', 'start']);
    expect(labels('|')).toContain('protocols');
    expect(labels('catalogue:\n  - |')).toEqual(expect.arrayContaining(['at', 'noise', 'cost']));
  });

  it('fills in what a kind needs', () => {
    expect(labels('target: |')).toEqual(expect.arrayContaining(['mean', 'above', 'between']));
    expect(at('target: |')!.options.find(({ label }) => label === 'between')!.template).toBe(
      '{ between: [#{}] }',
    );
    expect(at('latent: { kernel: | }')!.options.find(({ label }) => label === 'dampedCosine')!.template).toBe(
      '{ dampedCosine: { decay: #{}, period: #{} } }',
    );
    expect(labels('assume: st|')).toEqual(['any', 'stationary']);
    expect(labels('templates:\n  layouts:\n    - |')).toContain('aware');
    expect(labels('know: { nonNegative: | }')).toEqual(['true', 'false']);
  });

  it('has the protocols by name where they are used', () => {
    const study = 'protocols:\n  a: { at: 1 }\n  "1 h": { at: 2 }\nrealised: [|]';
    expect(at(study)!.options.map(({ template }) => template)).toEqual(['"1 h"', 'a'].reverse());
  });

  it('goes on where a field is one of fields', () => {
    const of = (text: string, name: string) =>
      at(text)!.options.find(({ label }) => label === name)!.template;
    expect(of('|', 'time')).toBe('time:\n  #{}');
    expect(of('catalogue:\n  - co|', 'cost')).toBe('cost: #{}');
    expect(of('la|: 1', 'latent')).toBe('latent');
    expect(of('{ la| }', 'latent')).toBe('latent: { #{} }');
  });

  it('says nothing in comments, quotes and free text', () => {
    for (const text of ['# ta|', 'title: "ta|"', 'title: some ta|', 'time: 1 # ho|'])
      expect(labels(text)).toEqual([]);
    expect(placeAt('time:x', 6)).toBeUndefined();
  });
});

describe('what a field means', () => {
  it.each(STUDIES)('is said of every field of $name but those that the study names itself', ({ text }) => {
    const silent: string[] = [];
    for (let offset = 0; offset < text.length; offset++) {
      const field = fieldAt(text, offset);
      if (field && !fieldWords(field.path)) silent.push(field.path.join('.'));
    }
    expect(
      [...new Set(silent)].filter((path) => !/^(protocols|benchmark\.data|records)\./.test(path)),
    ).toEqual([]);
  });

  it('is of the innermost field under the pointer', () => {
    const text = 'latent: { kernel: { ou: { tau: 1 } } }';
    const field = fieldAt(text, text.indexOf('1'))!;
    expect(field.path).toEqual(['latent', 'kernel', 'ou', 'tau']);
    expect(text.slice(field.from, field.to)).toBe('1');
    expect(fieldWords(field.path)).toContain('Memory');
  });
});
