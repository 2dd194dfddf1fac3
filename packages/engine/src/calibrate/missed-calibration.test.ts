// Estimates where readings may be missing: how they move with units, and how the work is divided.
import { describe, expect, it } from 'vitest';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { type ActionSpec, action } from '../model/value/action.ts';
import type { DividedWork, Workers } from '../numerics/divided-work.ts';
import { randomStream } from '../numerics/random/random-stream.ts';
import { calibrate } from './calibrate.ts';
import { type EstimatorInput, estimator } from './resampling/estimator.ts';
import { simulatedUnits, unitLaw } from './sample/simulated-units.ts';

const grid = timeGrid(10, 12);
const weights = targetWeights('uniform', grid);
const law = unitLaw(kernelMatrix({ ou: { tau: 2 } }, 0.3, grid));
const values = simulatedUnits(law, 60, 0, randomStream(4, 'missed units'));
const protocol = (...specs: ActionSpec[]) => specs.map((spec) => action(spec, grid));
const three = protocol(
  { at: 2, noise: 0.3, missed: 0.2, dropout: 0.05 },
  { at: 5, noise: 0.3, missed: 0.4, dropout: 0.05 },
  { at: 8, noise: 0.3, sensor: 'arm', fails: 0.3, dropout: 0.05 },
);
/** So many that patterns are drawn. */
const many = protocol(
  ...Array.from({ length: 13 }, (_, i) => ({ at: 0.5 + 0.7 * i, noise: 0.5, missed: 0.03 })),
);
const input = (estimand: EstimatorInput['estimand']): EstimatorInput => ({
  sample: { values },
  estimand,
  noise: 0,
  weights,
  targets: [{ above: 0.5 }],
  protocols: [three, protocol({ at: 5, noise: 0.3 })],
});

describe('the best-linear mean', () => {
  it('has the influence of each unit: the derivative of the value by its weight', () => {
    // Each unit a thousand times, and one of them once more.
    const LOTS = 1000;
    const n = LOTS * values.rows;
    const often = () => new Int32Array(values.rows).fill(LOTS);
    const { products } = estimator({ ...input('linear'), studentised: 2 })(often(), 'draw');
    const estimate = estimator(input('linear'));
    const base = estimate(often()).values;
    const influence = Array.from({ length: values.rows }, (_, unit) => {
      const more = often();
      more[unit]! += 1;
      return [0, 1].map((i) => (estimate(more).values[i]! - base[i]!) * n);
    });
    for (const [k, l] of [
      [0, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const sum = influence.reduce((total, one) => total + LOTS * one[k]! * one[l]!, 0) / (n * (n - 1));
      expect(products![k * 2 + l]! / sum).toBeCloseTo(1, 2);
    }
  });
});

describe.each(['gaussian', 'linear'] as const)('%s', (estimand) => {
  it('has the same bytes however the work is divided, with draws of what may be missing too', async () => {
    const own = { ...input(estimand), protocols: [three, many] };
    /** Backwards, and everything prepared anew for every piece. */
    const scattered: Workers = {
      run: async <Input, Piece>(work: DividedWork<Input, Piece>, given: Input, count: number) => {
        const pieces: Piece[] = [];
        for (let piece = count - 1; piece >= 0; piece--)
          pieces[piece] = work.prepare(structuredClone(given))(piece);
        return pieces;
      },
    };
    const options = { draws: 20, seed: 3 };
    const once = await calibrate(own, options);
    expect(await calibrate(own, { ...options, workers: scattered })).toEqual(once);
    const [first, second] = once.targets[0]!.protocols;
    for (const { value, completeValue, low, high, corrected = value } of [first!, second!]) {
      expect(value).toBeLessThan(completeValue!);
      expect(low).toBeLessThanOrEqual(corrected);
      expect(high).toBeGreaterThanOrEqual(corrected);
    }
  });
});
