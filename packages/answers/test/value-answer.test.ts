import { answerOf, questionOf, type ValueResult } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { documentText, valueDocument } from '../src/index.ts';

const study = (protocols: string, more = '') => `sightline: 1
title: A title
time: { horizon: 10, points: 20, unit: h }
target: mean
weights: uniform
latent: { kernel: { ou: { tau: 1 } } }
protocols:
${protocols}
${more}`;

const valueText = (result: ValueResult) => documentText(valueDocument(result));

async function resultOf(text: string, files: Record<string, string> = {}) {
  const contents: Record<string, string> = { 'study.yaml': text, ...files };
  const read = async (path: string) => new TextEncoder().encode(contents[path]);
  return answerOf(questionOf('value'), 'study.yaml', { read }, { seed: 0 });
}

const warned = async (protocols: string) =>
  (await resultOf(study(protocols))).warnings.map(({ kind, path, what }) => [kind, path, what]);

describe('valueResult', () => {
  it('has the fields of the contract', async () => {
    const { protocols, target, grid, ...head } = await resultOf(
      study('  a: [{ at: 2.25, noise: 0.4, cost: 2 }, { at: [4.3, 6], noise: 0.4 }]'),
    );
    expect(head).toEqual({
      sightline: 1,
      command: 'value',
      law: 'latent',
      estimand: 'gaussian',
      study: 'study.yaml',
      title: 'A title',
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      seed: 0,
      warnings: [],
      repairs: [],
    });
    expect(target).toEqual({
      name: 'mean',
      weights: 'uniform',
      variance: expect.any(Number),
      mean: 0,
      unit: 'sd',
      quantity: 'value',
    });
    expect(protocols.a).toMatchObject({ cost: 4, actions: 3 });
    const { value, explained, linearValue, rmse } = protocols.a!;
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(1);
    expect(value).toBeCloseTo(explained / target.variance, 12);
    expect(rmse * rmse).toBeCloseTo(target.variance - explained, 12);
    // The mean is linear in the trajectory.
    expect(linearValue).toBeCloseTo(value, 12);
    expect(grid).toEqual({
      horizon: 10,
      points: 20,
      unit: 'h',
      spacing: 0.5,
      largestShift: 0.25,
      reads: [{ at: 6, from: 5.5, to: 6 }],
    });
  });

  it('keeps the order of the file', async () => {
    const { protocols } = await resultOf(study('  z: { at: 1 }\n  a: { at: 1 }\n  m: { at: 1 }'));
    expect(Object.keys(protocols)).toEqual(['z', 'a', 'm']);
  });

  it('gives a second reading of the same time less to tell, and of another time more', async () => {
    const { protocols } = await resultOf(
      study(
        '  one: { at: 5, noise: 0.4 }\n  twice: { at: [5, 5], noise: 0.4 }\n  repeated: { at: 5, repeats: 2, noise: 0.4 }\n  spread: { at: [2, 8], noise: 0.4 }',
      ),
    );
    expect(protocols.twice!.value).toBeGreaterThan(protocols.one!.value);
    expect(protocols.twice!.value).toBeCloseTo(protocols.repeated!.value, 12);
    expect(protocols.spread!.value).toBeGreaterThan(protocols.twice!.value);
  });
});

describe('warnings', () => {
  it('a window over the end of the horizon', async () => {
    expect(await warned('  a: [{ at: 5, noise: 0 }, { at: 9.5, width: 3, noise: 1 }]')).toEqual([
      [
        'overhang',
        'protocols.a',
        'a, action 1: the window from 8 to 11 h extends beyond the horizon [0, 10] h; it averages the 4 grid points ' +
          'inside, from 8.25 to 9.75 h',
      ],
    ]);
    expect(await warned('  a: { at: 8.5, width: 3, noise: 1 }')).toEqual([]);
  });

  it('identical actions', async () => {
    const [[kind, path, what]] = (await warned('  a: { at: [2, 5, 2], noise: 0.4 }')) as [string[]];
    expect([kind, path]).toEqual(['repeated', 'protocols.a']);
    expect(what).toContain('actions 0 and 2 are identical (at 2 h)');
  });

  it('different times on one grid point', async () => {
    const warnings = await warned('  a: { at: [2.1, 5, 2.3], noise: 0.4 }');
    expect(warnings).toEqual([
      [
        'same-point',
        'protocols.a',
        'a: the times 2.1 and 2.3 h (actions 0 and 2) fall on the same grid point, 2.25 h; a finer grid would tell ' +
          'them apart',
      ],
    ]);
    // Without noise the second one tells nothing new either.
    const kinds = (await warned('  a: { at: [2.1, 2.3], noise: 0 }')).map(([kind]) => kind);
    expect(kinds).toEqual(['same-point', 'nothing-new']);
  });

  it('a law that the grid is too coarse for, and readings without noise, in JSON and in text', async () => {
    const result = await resultOf(study('  a: { at: 5 }').replace('tau: 1', 'tau: 0.1'));
    expect(result.warnings.map(({ kind, path }) => [kind, path])).toEqual([
      ['coarse-grid', 'latent.kernel.ou.tau'],
      ['no-noise', 'protocols'],
    ]);
    const text = valueText(result).replace(/\s+/g, ' ');
    expect(text).toContain('warning latent.kernel.ou.tau is 0.1 h, less than 2 grid spacings of 0.5 h');
    expect(text).toContain('warning a: no `noise` is given');
  });

  it('actions that tell nothing new', async () => {
    const warnings = await warned('  a: { at: [2, 5, 2], noise: 0 }');
    expect(warnings.map(([kind]) => kind)).toEqual(['repeated', 'nothing-new']);
    expect(warnings[1]![2]).toContain('a: only 2 of 3 actions add information');
  });
});

describe('repairs', () => {
  it('are reported, and made only when asked for', async () => {
    const text = study('  a: { at: 1, noise: 1 }')
      .replace('points: 20', 'points: 3')
      .replace('{ kernel: { ou: { tau: 1 } } }', '{ covariance: c.csv, indefinite: floor }');
    const { repairs } = await resultOf(text, { 'c.csv': '4,1.8,-1.8\n1.8,1,.9\n-1.8,.9,1\n' });
    expect(repairs.map(({ kind }) => kind)).toEqual(['rescaled', 'floored']);
    expect(repairs[1]!.what).toMatch(/1 of 3 eigenvalues .* negative, down to -0\.8;/);
  });
});

describe('the text', () => {
  it('stays within 80 columns and never cuts a name', async () => {
    const long = 'a name that is much longer than the column it would have to stand in, really';
    const text = valueText(
      await resultOf(
        study(`  ${long}: { at: [0.1, 9.9], width: 3, noise: 0 }\n  b: { at: [2.1, 2.3], noise: 0 }`),
      ),
    );
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    expect(text).toContain(`\n${long}\n`);
    expect(text.match(/^warning/gm)).toHaveLength(4);
  });

  it('prints costs in full', async () => {
    const text = valueText(
      await resultOf(
        study(
          '  a: { at: 1, noise: 1, cost: 12345 }\n  b: { at: [1, 5, 9], noise: 1, cost: 0.1 }\n  c: { at: 1, noise: 1, cost: 1234567.875 }',
        ),
      ),
    );
    expect(text).toMatch(/^a .* 12345 +1$/m);
    expect(text).toMatch(/^b .* 0\.3 +3$/m);
    expect(text).toMatch(/^c .* 1234567\.875 +1$/m);
  });

  it('takes very many protocols', async () => {
    const { protocols, ...result } = await resultOf(study('  a: { at: 1, noise: 1 }'));
    const many = Array.from({ length: 200_000 }, (_, i) => [`p${i}`, protocols.a!] as const);
    expect(valueText({ ...result, protocols: Object.fromEntries(many) })).toContain('\np199999 ');
  });

  it('shows control characters instead of sending them to the terminal', async () => {
    const text = valueText(await resultOf(study('  "a\\e[31m": { at: 1 }').replace('A title', '"x\\ty\\e"')));
    expect(text).toContain('a\\u001b[31m');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
