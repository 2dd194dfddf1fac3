import { timeGrid } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { type Study, studySchema } from '../schema/study.ts';
import { lengthWarnings } from './warnings.ts';

/** Over 10 h with 20 points: half an hour apart. */
function warned(change: object, law = true) {
  const study = studySchema.parse({
    sightline: 1,
    time: { horizon: 10, points: 20, unit: 'h' },
    target: 'mean',
    latent: { kernel: { ou: { tau: 1 } } },
    protocols: { a: { at: 1, noise: 0.4 } },
    ...change,
  }) as Study;
  return lengthWarnings(study, timeGrid(10, 20, 'h'), law);
}
const kinds = (kernel: object) =>
  warned({ latent: { kernel } }).map(({ kind, path }) => `${kind} ${path.replace('latent.kernel.', '')}`);

it('says nothing of two spacings and of the whole horizon', () => {
  expect(warned({})).toEqual([]);
  expect(kinds({ ou: { tau: 10 } })).toEqual([]);
  expect(kinds({ dampedCosine: { decay: 1, period: 4 } })).toEqual([]);
  expect(kinds({ toeplitz: [1, 0.5] })).toEqual([]);
});

it.each([
  [{ ou: { tau: 0.9 } }, ['coarse-grid ou.tau']],
  [{ matern32: { tau: 0.9 } }, ['coarse-grid matern32.tau']],
  [{ squaredExponential: { tau: 0.9 } }, ['coarse-grid squaredExponential.tau']],
  [
    { dampedCosine: { decay: 0.9, period: 3.9 } },
    ['coarse-grid dampedCosine.decay', 'coarse-grid dampedCosine.period'],
  ],
  [{ varyingOu: { from: 0.9, to: 0.8 } }, ['coarse-grid varyingOu.to']],
  [{ varyingOu: { from: 0.9, to: 11 } }, ['coarse-grid varyingOu.from', 'long-memory varyingOu.to']],
  [
    {
      mixture: [
        { weight: 0.5, ou: { tau: 0.9 } },
        { weight: 0.5, matern52: { tau: 60 } },
      ],
    },
    ['coarse-grid mixture[0].ou.tau', 'long-memory mixture[1].matern52.tau'],
  ],
])('%j', (kernel, expected) => {
  expect(kinds(kernel)).toEqual(expected);
});

it('says what to do about it', () => {
  expect(warned({ latent: { kernel: { ou: { tau: 0.9 } } } })[0]!.what).toBe(
    'latent.kernel.ou.tau is 0.9 h, less than 2 grid spacings of 0.5 h; the values are exact for this grid, but a ' +
      'finer one may give different values: double `points` and compare',
  );
  expect(warned({ latent: { kernel: { ou: { tau: 60 } } } })[0]!.what).toBe(
    'latent.kernel.ou.tau is 60 h, longer than the horizon of 10 h; every time is in h (60 min would be 1 h)',
  );
});

it('looks at weights and widths', () => {
  expect(warned({ weights: { recency: 0.5 } }).map(({ kind, path }) => [kind, path])).toEqual([
    ['coarse-grid', 'weights.recency'],
  ]);
  expect(warned({ weights: { recency: 20 } }).map(({ kind, path }) => [kind, path])).toEqual([
    ['long-memory', 'weights.recency'],
  ]);
  const wide = warned({ protocols: { a: [{ at: 1, width: [1, 30], noise: 1 }] } });
  expect(wide.map(({ kind, path }) => [kind, path])).toEqual([['long-memory', 'protocols.a']]);
  expect(wide[0]!.what).toContain('has a width of 30 h, longer than the horizon of 10 h');
});

it('does not speak of a law that is not used', () => {
  expect(warned({ latent: { kernel: { ou: { tau: 0.1 } } } }, false)).toEqual([]);
});

it('names all protocols without noise in one warning', () => {
  const protocols = {
    a: { at: 1 },
    b: { at: 1, noise: 0 },
    c: [
      { at: 1, noise: 0.4 },
      { at: 2, width: 1 },
    ],
  };
  expect(warned({ protocols })).toEqual([
    { kind: 'no-noise', path: 'protocols', what: expect.stringMatching(/^a and c: no `noise` is given/) },
  ]);
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { at: 1 }]));
  expect(warned({ protocols: many })[0]!.what).toContain('p7 and 12 more: no');
});
