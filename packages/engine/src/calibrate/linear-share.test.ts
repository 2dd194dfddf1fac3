import { expect, it } from 'vitest';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { student } from '../model/transform/student.ts';
import { action } from '../model/value/action.ts';
import { randomStream } from '../numerics/random/random-stream.ts';
import { heldOutFit } from './held-out-fit.ts';
import type { EstimatorInput } from './resampling/estimator.ts';
import { simulatedUnits, unitLaw } from './sample/simulated-units.ts';

const P = 8;
const grid = timeGrid(8, P);
const law = unitLaw(kernelMatrix({ ou: { tau: 3 } }, 0.3, grid));
const protocols = [[4], [0.5, 2.5, 4.5, 5.5, 7.5]].map((at) =>
  at.map((t) => action({ at: t, noise: 0 }, grid)),
);

const shares = (study: number, units: number, distort = (z: number) => z) => {
  const values = simulatedUnits(law, units, 0, randomStream(study, 'linear share'));
  const input: EstimatorInput = {
    sample: { values: { ...values, data: values.data.map(distort) } },
    estimand: 'gaussian',
    scale: 'data',
    noise: 0,
    weights: new Float64Array(P).fill(1 / P),
    targets: [{ above: 0.5 }],
    protocols,
  };
  return heldOutFit(input, study)!.protocols.map((one) => one!.linear!);
};

it('of Gaussian data is called different one time in twenty, whatever the number of readings', () => {
  const studies = 100;
  const found = Array.from({ length: studies }, (_, study) => shares(study, 40));
  protocols.forEach((_, i) => {
    const own = found.map((all) => all[i]!);
    const wrong = own.filter(
      ({ distance, freedom }) => Math.abs(distance) > student(freedom).exceeded(0.025),
    );
    expect(wrong.length / studies).toBeLessThan(0.1);
    const mean = (of: (one: (typeof own)[number]) => number) =>
      own.reduce((sum, one) => sum + of(one), 0) / studies;
    expect(Math.abs(mean(({ difference }) => difference))).toBeLessThan(0.016);
    // Five readings overfit 40 units by some 0.03.
    if (i === 1) expect(mean(({ value, promised }) => value - promised)).toBeGreaterThan(0.016);
  });
});

it('of skewed data is different', () => {
  const [one] = shares(1, 300, (z) => Math.exp(1.2 * z) - 1);
  expect(Math.abs(one!.distance)).toBeGreaterThan(student(one!.freedom).exceeded(0.025));
  expect(one!.freedom).toBe(19);
});
