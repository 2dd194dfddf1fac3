import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { studyJsonSchema } from './json-schema.ts';
import { studySchema } from './study.ts';

it('is committed as study.schema.json (`npm run docs` writes it anew)', () => {
  const committed = new URL('../../study.schema.json', import.meta.url);
  const text = `${JSON.stringify(studyJsonSchema(), null, 2)}\n`;
  if (process.env.SIGHTLINE_WRITE_DOCS === '1') writeFileSync(committed, text);
  else expect(readFileSync(committed, 'utf8')).toBe(text);
});

it('describes every field', () => {
  const undescribed: string[] = [];
  const visit = (node: unknown, path: string) => {
    if (node === null || typeof node !== 'object') return;
    const { properties } = node as { properties?: Record<string, { description?: string; $ref?: string }> };
    for (const [name, field] of Object.entries(properties ?? {}))
      if (!field.description && !field.$ref) undescribed.push(`${path}.${name}`);
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
  };
  visit(studyJsonSchema(), '');
  expect(undescribed).toEqual([]);
});

it('closes every mapping, so that an editor marks unknown fields', () => {
  const open: string[] = [];
  const visit = (node: unknown, path: string) => {
    if (node === null || typeof node !== 'object') return;
    if ('properties' in node && (node as { additionalProperties?: unknown }).additionalProperties !== false)
      open.push(path);
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
  };
  visit(studyJsonSchema(), '');
  expect(open).toEqual([]);
});

describe('says the same as the definition that validates', () => {
  // zod reads its own JSON Schema back, but for the keywords that it does not understand there.
  const { anyOf: needed, ...schema } = studyJsonSchema() as Record<'anyOf', unknown> & {
    properties: Record<'latent' | 'choose' | 'records', Record<string, unknown>>;
  };
  const { dependentRequired, oneOf, ...latent } = schema.properties.latent;
  const { anyOf, ...choose } = schema.properties.choose;
  const { oneOf: source, ...records } = schema.properties.records;
  const readable = { ...schema, properties: { ...schema.properties, latent, choose, records } };
  const readBack = z.fromJSONSchema(readable as Parameters<typeof z.fromJSONSchema>[0]);
  const GOOD = {
    sightline: 1,
    time: { horizon: 10, points: 128, unit: 'h' },
    target: { above: 1.5 },
    weights: 'uniform',
    latent: { kernel: { ou: { tau: 1 } }, trait: 0.2 },
    protocols: {
      a: [{ at: 1, width: [0, 1] }],
      b: { at: { from: 1, to: 9, count: 3 }, noise: { from: 1, to: 2 } },
    },
    catalogue: [{ at: [1, 2], cost: { base: 1, perWidth: 2 } }],
    choose: { exactly: 2 },
  };

  it.each([
    ['nothing', {}, true],
    ['a mixture', { latent: { kernel: { mixture: [{ weight: 1, ou: { tau: 1 } }] } } }, true],
    ['no protocols', { protocols: null }, true],
    ['a target by name', { target: 'mean' }, true],
    ['another version', { sightline: 2 }, false],
    ['an unknown field', { colour: 'red' }, false],
    ['an unknown target', { target: 'median' }, false],
    ['two targets', { target: { above: 1, outside: 1 } }, false],
    ['two kernels', { latent: { kernel: { ou: { tau: 1 }, matern32: { tau: 1 } } } }, false],
    ['a mixture without weights', { latent: { kernel: { mixture: [{ ou: { tau: 1 } }] } } }, false],
    ['a number in quotes', { protocols: { a: { at: '1' } } }, false],
    ['an empty protocol', { protocols: { a: [] } }, false],
    ['an unknown field of an action', { protocols: { a: { at: 1, nose: 1 } } }, false],
    ['a range without count', { catalogue: [{ at: { from: 1, to: 2 } }] }, false],
    ['a number and a budget', { choose: { exactly: 1, budget: 1 } }, true],
    [
      'rules',
      { choose: { budget: 3, required: [0], spacing: 1, groups: [{ actions: [1], most: 0 }] } },
      true,
    ],
    ['two aims', { choose: { exactly: 1, targets: [{ target: 'mean', weight: 2 }] } }, true],
    ['an unknown aim', { choose: { exactly: 1, targets: [{ target: 'median' }] } }, false],
    ['a group without actions', { choose: { exactly: 1, groups: [{ most: 1 }] } }, false],
    ['knowledge', { know: { nonNegative: true, correlations: [{ times: [1, 2], value: 0.4 }] } }, true],
    ['an unknown kind of knowledge', { know: { positive: true } }, false],
    ['a correlation of three times', { know: { correlations: [{ times: [1, 2, 3], value: 0.4 }] } }, false],
    ['data of a benchmark', { benchmark: { data: 'y.csv' } }, true],
    ['a benchmark without data', { benchmark: {} }, false],
    ['a file name that is none', { latent: { covariance: '' } }, false],
    ['records', { records: { preset: 'ltafdb', cohorts: { some: { above: 0, to: 0.9 } } } }, true],
    ['records of an unknown preset', { records: { preset: 'mitdb' } }, false],
    ['states that look like numbers', { records: { table: 'a.csv', targets: { N3: [3, 4] } } }, true],
    ['a target without states', { records: { table: 'a.csv', targets: { N3: [] } } }, false],
    ['folds from a file', { records: { table: 'a.csv', folds: 'folds.csv' } }, true],
    ['folds by their number', { records: { table: 'a.csv', folds: { outer: 5, inner: 3 } } }, true],
    ['half the numbers of folds', { records: { table: 'a.csv', folds: { outer: 5 } } }, false],
    ['templates', { templates: { layouts: ['aware'], budgets: [4], contrasts: [['aware', 'aware']] } }, true],
    ['an unknown layout', { templates: { layouts: ['random'] } }, false],
    ['a contrast of one', { templates: { contrasts: [['aware']] } }, false],
  ])('on a study with %s', (_what, change, accepted) => {
    const study = { ...GOOD, ...change };
    expect(studySchema.safeParse(study).success).toBe(accepted);
    expect(readBack.safeParse(study).success).toBe(accepted);
  });

  it.each([
    ['half a grid point', { time: { horizon: 10, points: 4.5 } }],
    ['a single grid point', { time: { horizon: 10, points: 1 } }],
    ['too many grid points', { time: { horizon: 10, points: 2049 } }],
    ['no horizon', { time: { horizon: 0, points: 4 } }],
    ['a negative time', { protocols: { a: { at: -1 } } }],
    ['a negative width', { protocols: { a: { at: 1, width: [-1] } } }],
    ['half a repeat', { protocols: { a: { at: 1, repeats: 1.5 } } }],
    ['a negative noise', { protocols: { a: { at: 1, noise: -1 } } }],
    ['no cost', { protocols: { a: { at: 1, cost: 0 } } }],
    ['a tau of 0', { latent: { kernel: { ou: { tau: 0 } } } }],
    ['a trait of 1', { latent: { kernel: { ou: { tau: 1 } }, trait: 1 } }],
    ['a weight of 0', { latent: { kernel: { mixture: [{ weight: 0, ou: { tau: 1 } }] } } }],
    ['a negative weight', { weights: [-1, 1] }],
    ['a recency of 0', { weights: { recency: 0 } }],
    ['an aim that counts nothing', { choose: { exactly: 1, targets: [{ target: 'mean', weight: 0 }] } }],
    ['half an action', { choose: { exactly: 1, required: [0.5] } }],
    ['a slope too steep', { target: { logistic: 21 } }],
    ['half a budget', { templates: { budgets: [1.5] } }],
    ['one fold', { records: { table: 'a.csv', folds: { outer: 1, inner: 3 } } }],
    ['epochs of no length', { records: { table: 'a.csv', epoch: { seconds: 0 } } }],
    ['a correlation above 1', { know: { correlations: [{ times: [1, 2], value: 1.1 }] } }],
  ])('but for bounds: an editor marks %s, which the command leaves to the engine', (_what, change) => {
    const study = { ...GOOD, ...change };
    expect(studySchema.safeParse(study).success).toBe(true);
    expect(readBack.safeParse(study).success).toBe(false);
  });

  it('and knows that a law is given once, and a choice limited', () => {
    expect(oneOf).toEqual([{ required: ['kernel'] }, { required: ['covariance'] }]);
    expect(dependentRequired).toEqual({
      trait: ['kernel'],
      indefinite: ['covariance'],
      sd: ['mean'],
      fitted: ['kernel', 'mean', 'sd'],
    });
    expect(anyOf).toEqual([{ required: ['exactly'] }, { required: ['budget'] }]);
    expect(source).toEqual([{ required: ['preset'] }, { required: ['table'] }]);
    expect(needed).toEqual([{ required: ['time', 'target'] }, { required: ['records'] }]);
  });
});
