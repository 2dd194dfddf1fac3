import { expect, it } from 'vitest';
import { simulatedReadings } from '../../test/sparse.ts';
import type { Workers } from '../numerics/divided-work.ts';
import { compareFits } from './compare-fits.ts';
import { fitLaw } from './fit-law.ts';
import { FITTED_KERNELS, type FitModel } from './fit-model.ts';

const models = FITTED_KERNELS.map(
  (kernel): FitModel => ({ kernel, trait: true, mean: 'constant', noise: 'estimated' }),
);
const options = { method: 'ml', horizon: 24 } as const;

it('chooses the kernel of the law, and fits it as alone', async () => {
  const readings = simulatedReadings(4, { units: 150 });
  const { best, chosen, candidates } = await compareFits(readings, models, options);
  expect(models[chosen]!.kernel).toBe('ou');
  expect(best).toEqual(fitLaw(readings, models[chosen]!, options));
  const ou = candidates[chosen]!;
  const { kernel, trait, mean, sd, noise } = best;
  expect(ou.law).toEqual({ kernel, trait, mean, sd, noise });
  // The law of another kernel is the one that fitting it alone finds.
  const other = models.findIndex(({ kernel: own }) => own === 'matern32');
  expect(fitLaw(readings, models[other]!, options)).toMatchObject({ ...candidates[other]!.law });
  expect(ou.bic).toBeCloseTo(-2 * ou.logLikelihood + 5 * Math.log(150), 9);
  for (const { heldOut, logLikelihood, behind } of candidates) {
    // Units that were not seen are less likely, by about a half for each parameter.
    expect(heldOut).toBeLessThan(logLikelihood);
    expect(heldOut).toBeGreaterThan(logLikelihood - 20);
    expect(behind.difference).toBeGreaterThanOrEqual(0);
  }
  const smooth = candidates.find(({ model }) => model.kernel === 'squaredExponential')!;
  expect(smooth.behind.difference).toBeGreaterThan(2 * smooth.behind.standardError);
});

it('has the likelihood of each held-out unit under the law of the others', async () => {
  const readings = simulatedReadings(5, { units: 8 });
  // As many folds as units: each is left out once, by hand.
  const { candidates } = await compareFits(readings, [models[0]!], { ...options, folds: 8 });
  let sum = 0;
  for (let left = 0; left < 8; left++) {
    const of = (keep: (trajectory: number) => boolean) => (_: number, k: number) => keep(Math.floor(k / 6));
    const others = of((i) => i !== left);
    const law = fitLaw(
      {
        times: readings.times.filter(others),
        values: readings.values.filter(others),
        starts: readings.starts.slice(0, 8),
      },
      models[0]!,
      options,
    );
    sum += logDensity(
      readings.times.filter(of((i) => i === left)),
      readings.values.filter(of((i) => i === left)),
      law,
    );
  }
  expect(candidates[0]!.heldOut).toBeCloseTo(sum, 1);
});

/** Of a multivariate normal law, by elimination. */
function logDensity(times: Float64Array, values: Float64Array, law: ReturnType<typeof fitLaw>): number {
  const { tau } = (law.kernel as { ou: { tau: number } }).ou;
  const d = times.length;
  const rows = Array.from(times, (t, i) => [
    ...Array.from(
      times,
      (s, j) =>
        law.sd ** 2 * (law.trait + (1 - law.trait) * Math.exp(-Math.abs(t - s) / tau)) +
        (i === j ? law.noise : 0),
    ),
    values[i]! - (law.mean as number),
  ]);
  let sum = 0;
  for (let i = 0; i < d; i++) {
    const pivot = rows[i]![i]!;
    sum -= (Math.log(2 * Math.PI * pivot) + rows[i]![d]! ** 2 / pivot) / 2;
    for (let k = i + 1; k < d; k++) {
      const factor = rows[k]![i]! / pivot;
      for (let j = i; j <= d; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return sum;
}

it('has the same bytes however the pieces are divided', async () => {
  const readings = simulatedReadings(6, { units: 30 });
  const backwards: Workers = {
    async run(work, input, pieces) {
      const found = Array.from({ length: pieces }, (_, n) => pieces - 1 - n).map(
        (n) => [n, work.prepare(structuredClone(input))(n)] as const,
      );
      return found.toReversed().map(([, piece]) => piece);
    },
  };
  const some = models.slice(0, 2);
  const there = await compareFits(readings, some, { ...options, workers: backwards });
  expect(there).toEqual(await compareFits(readings, some, options));
});
