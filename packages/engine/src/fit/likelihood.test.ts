import { expect, it } from 'vitest';
import { simulatedReadings } from '../../test/sparse.ts';
import { exp, log } from '../numerics/elementary.ts';
import { fitData } from './fit-data.ts';
import { FITTED_KERNELS, fittedKernel } from './fit-model.ts';
import { eachTrajectory, type FitMethod, likelihoodOf } from './likelihood.ts';
import { inOrder } from './sparse-readings.ts';

/** Some trajectories share their times. */
function readings() {
  const { times, values, starts } = simulatedReadings(3, { units: 30, mean: 0, sd: 1, noise: 0.1, tau: 4 });
  const shared = times.map((t, k) => (k < 60 ? times[k % 6]! : t));
  return inOrder({ times: shared, values, starts });
}
const points = { knots: undefined, smooth: [0, 8, 16, 24] };
const start = (m: number) => Float64Array.from([log(3), log(5)].slice(0, m).concat([0.7, 0.2, 0.15]));

for (const name of FITTED_KERNELS)
  for (const [mean, knots] of Object.entries(points))
    for (const method of ['ml', 'reml'] as FitMethod[])
      it(`has the derivative of its value: ${name}, ${mean}, ${method}`, () => {
        const kernel = fittedKernel(name, 24);
        const at = likelihoodOf(fitData(readings(), knots), kernel, method);
        const point = start(kernel.names.length);
        const { gradient } = at(point)!;
        point.forEach((x, a) => {
          const moved = (h: number) => at(point.with(a, x + h))!.value;
          const slope = (8 * (moved(1e-4) - moved(-1e-4)) - (moved(2e-4) - moved(-2e-4))) / 12e-4;
          expect(gradient[a]).toBeCloseTo(slope, 6);
        });
      });

it('is the sum over trajectories, whose density is that of the normal law', () => {
  const kernel = fittedKernel('ou', 24);
  const data = fitData(readings(), undefined);
  const point = start(1);
  const { value, mean, gradient } = likelihoodOf(data, kernel, 'ml')(point)!;
  const { likelihoods, scores } = eachTrajectory(data, kernel, point, mean);
  expect(likelihoods.reduce((sum, x) => sum + x, 0)).toBeCloseTo(value, 9);
  const totals = new Float64Array(5);
  scores.forEach((x, k) => {
    totals[k % 5]! += x;
  });
  for (let a = 0; a < 4; a++) expect(totals[a]).toBeCloseTo(gradient[a]!, 8);
  // The mean is that of generalised least squares.
  expect(totals[4]).toBeCloseTo(0, 9);
  // Of two readings, written out.
  const pair = inOrder({
    times: Float64Array.of(1, 3),
    values: Float64Array.of(0.4, -0.3),
    starts: Int32Array.of(0, 2),
  });
  const covariance = 0.7 * exp(-2 / 3) + 0.2;
  const determinant = 1.05 * 1.05 - covariance * covariance;
  const form = (1.05 * (0.16 + 0.09) + 2 * covariance * 0.12) / determinant;
  const written = -log(2 * Math.PI) - log(determinant) / 2 - form / 2;
  const { likelihoods: own } = eachTrajectory(fitData(pair, undefined), kernel, point, Float64Array.of(0));
  expect(own[0]).toBeCloseTo(written, 12);
});

it('is the same by loops for few readings and by compiled kernels for many', () => {
  const long = inOrder(simulatedReadings(4, { units: 6, each: 30, mean: 0, sd: 1, noise: 0.1 }));
  const kernel = fittedKernel('matern32', 24);
  const at = likelihoodOf(fitData(long, undefined), kernel, 'ml');
  const point = start(1);
  const { gradient, information } = at(point)!;
  point.forEach((x, a) => {
    const moved = (h: number) => at(point.with(a, x + h))!.value;
    const slope = (8 * (moved(1e-4) - moved(-1e-4)) - (moved(2e-4) - moved(-2e-4))) / 12e-4;
    expect(gradient[a]! / slope).toBeCloseTo(1, 6);
  });
  // Readings that tell nothing, each with a variance of its own: the same likelihood from fewer of them at a time.
  const alone = Float64Array.of(log(3), 1e-12, 0, 1);
  const parts = inOrder({
    ...long,
    starts: Int32Array.from({ length: 37 }, (_, i) => 5 * i),
    clusters: undefined,
  });
  const apart = likelihoodOf(fitData(parts, undefined), kernel, 'ml')(alone)!;
  expect(at(alone)!.value).toBeCloseTo(apart.value, 6);
  expect(information[0]).toBeGreaterThan(0);
});
