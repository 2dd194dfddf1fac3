import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetUnder } from '../../model/target-under.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { type Action, action } from '../../model/value/action.ts';
import { protocolValues } from '../../model/value/value.ts';
import { copyMatrix, type Matrix } from '../../numerics/matrix.ts';
import type { GridPair } from './completion-programme.ts';
import { completionRange } from './completion-range.ts';
import { identifyCompletions } from './identify-completions.ts';
import { valueGradient } from './value-gradient.ts';

const nearest = comparedWith('least values where times were never seen together', 'CSDP');

interface OracleCase {
  points: number;
  covariance: number[];
  weights: number[];
  unseen: GridPair[];
  alternative: [number, number][];
  noise: number;
  low: number;
}
const oracle: OracleCase[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/completion_range.json', import.meta.url), 'utf8'),
);

const measured = (first: number, last: number, noise: number): Action => ({
  first,
  last,
  noise,
  at: 0,
  width: 0,
  repeats: 1,
  cost: 1,
  shift: 0,
  overhangs: false,
});

describe('the least value over all completions is that of one programme by CSDP', () => {
  it.each(oracle.map((one, i) => [i, one] as const))('case %d', (_, one) => {
    const { points: p, noise } = one;
    const inside = { rows: p, cols: p, data: Float64Array.from(one.covariance) };
    const range = completionRange(
      { inside, unseen: one.unseen },
      { weights: Float64Array.from(one.weights) },
      one.alternative.map(([first, last]) => measured(first, last, noise)),
      { starts: 2 },
    );
    if (!range.ok) throw new Error(range.unsolved.why);
    expect(range.low.value).toBeGreaterThan(one.low - 1e-7);
    nearest(Math.abs(range.low.value - one.low), 2e-6);
    expect(range.low.bound).toBeLessThan(one.low + 1e-7);
    expect(range.low.status).toBe('exact');
    expect(range.high.value).toBeGreaterThanOrEqual(range.low.value);
  });
});

const grid = timeGrid(5, 5);
const law = kernelMatrix({ ou: { tau: 2 } }, 0.1, grid);
const weights = new Float64Array(5).fill(0.2);
const point = (j: number, noise = 0.3) => action({ at: grid.times[j]!, noise }, grid);

function withEntries(matrix: Matrix, entries: readonly (readonly [GridPair, number])[]): Matrix {
  const out = copyMatrix(matrix);
  for (const [[j, k], value] of entries) out.data[j * 5 + k] = out.data[k * 5 + j] = value;
  return out;
}

/** The smallest pivot of an elimination: a definition of its own of what is positive definite. */
function isDefinite({ rows: p, data }: Matrix): boolean {
  const a = Array.from({ length: p }, (_, j) => [...data.subarray(j * p, (j + 1) * p)]);
  for (let k = 0; k < p; k++) {
    if (!(a[k]![k]! > 0)) return false;
    for (let i = k + 1; i < p; i++) {
      const share = a[i]![k]! / a[k]![k]!;
      for (let j = k; j < p; j++) a[i]![j]! -= share * a[k]![j]!;
    }
  }
  return true;
}

it('without readings the value is 0, whatever was not seen together', () => {
  for (const prepared of [target('mean'), target({ above: 1 })]) {
    const asked = { covariance: law, weights, target: prepared, unseen: [[4, 0] as const], alternative: [] };
    const { verdict, value, range } = identifyCompletions(asked);
    expect({ verdict, value, range }).toMatchObject({
      verdict: 'identified',
      value: 0,
      range: { low: 0, high: 0 },
    });
  }
});

describe('the range is that of a scan', () => {
  const unseen: GridPair[] = [
    [4, 0],
    [3, 0],
  ];
  const alternative = [point(0), point(3)];
  const scale = Float64Array.of(1, 2, 0.5, 1, 1.5);
  it.each([
    ['mean', target('mean'), undefined],
    ['mean in the unit of the data', target('mean'), scale],
    ['above 1', target({ above: 1 }), undefined],
    [
      'above 1 where the mean rises',
      targetUnder({ above: 1 }, { mean: Float64Array.of(0, 0.2, 0.5, 0.6, 1), scale }),
      scale,
    ],
  ] as const)('%s', (_, prepared, own) => {
    const valued = (covariance: Matrix) =>
      protocolValues({ covariance, weights, scale: own }, prepared, [alternative]).protocols[0]!.value;
    let [low, high] = [1, 0];
    const steps = 90;
    for (let a = 0; a <= steps; a++)
      for (let b = 0; b <= steps; b++) {
        const k = withEntries(law, [
          [unseen[0]!, -1 + (2 * a) / steps],
          [unseen[1]!, -1 + (2 * b) / steps],
        ]);
        if (!isDefinite(k)) continue;
        const value = valued(k);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    const answer = identifyCompletions({
      covariance: law,
      weights,
      scale: own,
      target: prepared,
      unseen,
      alternative,
      catalogue: [0, 1, 2, 3, 4].map((j) => point(j)),
    });
    expect(answer.verdict).toBe('not-identified');
    const { range, worlds } = answer;
    // The scan is inside the range, which is no wider than the scan's steps leave open.
    expect(range!.low).toBeLessThan(low + 1e-4);
    expect(range!.high).toBeGreaterThan(high - 1e-4);
    expect(low - range!.low).toBeLessThan(0.02);
    expect(range!.high - high).toBeLessThan(0.02);
    worlds.forEach(({ covariance, value }, i) => {
      expect(value).toBeCloseTo(valued(covariance), 12);
      expect(value).toBe(i === 0 ? range!.low : range!.high);
      for (let j = 0; j < 5; j++)
        for (let k = 0; k < 5; k++)
          if (!unseen.some(([a, b]) => (a === j && b === k) || (a === k && b === j)))
            expect(covariance.data[j * 5 + k]).toBe(law.data[j * 5 + k]);
    });
    // Both pairs have time 0 in them: it takes the three times together.
    expect(answer.augmentation).toMatchObject({ actions: [0, 3, 4], cost: 3, exact: true });
  });
});

it('the gradient is that of differences', () => {
  const scale = Float64Array.of(1, 2, 0.5, 1, 1.5);
  const alternative = [point(1), measured(2, 4, 0.2)];
  const mean = Float64Array.of(0, 0.2, 0.5, 0.6, 1);
  for (const [prepared, own] of [
    [target('mean'), scale],
    [target({ above: 0.5 }), undefined],
    [targetUnder({ between: [-0.5, 1] }, { mean, scale }), scale],
  ] as const) {
    const model = { covariance: law, weights, scale: own };
    const gradient = valueGradient(model, prepared, alternative);
    for (const [j, k] of [
      [1, 0],
      [4, 2],
      [3, 1],
    ] as const) {
      const at = (by: number) =>
        protocolValues(
          { ...model, covariance: withEntries(law, [[[j, k], law.data[j * 5 + k]! + by]]) },
          prepared,
          [alternative],
        ).protocols[0]!.value;
      expect(2 * gradient.data[j * 5 + k]!).toBeCloseTo((at(1e-4) - at(-1e-4)) / 2e-4, 6);
    }
  }
});

describe('what was seen settles a value', () => {
  it('where every pair that it depends on was seen', () => {
    const half = Float64Array.of(0, 0, 0.5, 0.5, 0);
    const input = { covariance: law, weights: half, target: target('mean'), alternative: [point(3)] };
    expect(identifyCompletions({ ...input, unseen: [] })).toMatchObject({
      verdict: 'identified',
      by: 'nothing-invisible',
    });
    expect(identifyCompletions({ ...input, unseen: [[1, 0]] })).toMatchObject({
      verdict: 'identified',
      by: 'every-law',
      sensitivity: 0,
    });
    expect(identifyCompletions({ ...input, unseen: [[3, 2]] }).verdict).toBe('not-identified');
  });

  it('or where windows show the sums that it depends on', () => {
    // Times 0, 1 were never seen with 3, 4; of the four correlations the mean needs their sum, and point 0 its row of it.
    const unseen: GridPair[] = [
      [3, 0],
      [4, 0],
      [3, 1],
      [4, 1],
    ];
    const catalogue = [measured(0, 1, 0), measured(3, 4, 0), ...[0, 1, 2, 3, 4].map((j) => point(j))];
    const answer = identifyCompletions(
      { covariance: law, weights, target: target('mean'), unseen, alternative: [point(2)], catalogue },
      { starts: 1 },
    );
    expect(answer.augmentation?.actions).toEqual([0, 1]);
    const reading = identifyCompletions(
      { covariance: law, weights, target: target('mean'), unseen, alternative: [point(0)], catalogue },
      { starts: 1 },
    );
    expect(reading.augmentation?.actions).toEqual([0, 1, 2]);
    expect(
      identifyCompletions(
        {
          covariance: law,
          weights,
          target: target({ above: 0 }),
          unseen,
          alternative: [point(0)],
          catalogue: catalogue.slice(0, 2),
        },
        { range: false },
      ).augmentation,
    ).toBeNull();
  });
});
