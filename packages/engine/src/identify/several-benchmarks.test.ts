// Several protocols behind the benchmark, each run on other units.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { type Action, action } from '../model/value/action.ts';
import { cheapestAugmentation } from './cheapest-augmentation.ts';
import { identify } from './identify.ts';

const lowest = comparedWith('lower limits of the range that benchmarks leave', 'CSDP');
const highest = comparedWith('upper limits of the range that benchmarks leave', 'CSDP, from many starts');

interface Range {
  low: number;
  high: number;
}

interface Case extends Range {
  covariance: number[][];
  weights: number[];
  stationary: boolean;
  /** First and last point of each action. */
  realised: [number, number][][];
  /** First and last point, and noise. */
  alternative: [number, number, number][];
  alone: Range[];
}

const CASES: Case[] = JSON.parse(
  readFileSync(new URL('../../fixtures/several_benchmarks.json', import.meta.url), 'utf8'),
);

const reading = (first: number, last: number, noise = 0, cost = 1): Action => ({
  ...{ first, last, noise, cost, at: (first + last + 1) / 2, width: 0, repeats: 1, shift: 0 },
  overhangs: false,
});

/** The range of an identification; of what is identified, the value. */
function rangeOf({ value, range }: ReturnType<typeof identify>): Range {
  return { low: range?.low ?? value, high: range?.high ?? value };
}

describe('the range that several benchmarks leave', () => {
  it.each(CASES.map((one, i) => [i, one] as const))('is that of csdp, study %i', (number, one) => {
    const p = one.weights.length;
    const input = {
      covariance: { rows: p, cols: p, data: Float64Array.from(one.covariance.flat()) },
      weights: Float64Array.from(one.weights),
      target: target('mean'),
      alternative: one.alternative.map(([first, last, noise]) => reading(first, last, noise)),
      covarianceClass: one.stationary ? ('stationary' as const) : ('any' as const),
    };
    const realised = one.realised.map((actions) => actions.map(([first, last]) => reading(first, last)));
    const both = identify({ ...input, realised });
    const near = (found: Range, known: Range) => {
      lowest(Math.abs(found.low - known.low), 2e-6);
      highest(Math.abs(found.high - known.high), 2e-5);
    };
    near(rangeOf(both), one);
    // A reading of each, taken together: all that is open is the covariance between them, whose limits prove those of the value.
    if (number % 3 === 0) expect(both.range!.highStatus).toBe('exact');
    if (both.range?.highStatus === 'exact') expect(Math.abs(both.range.high - one.high)).toBeLessThan(2e-6);
    if (both.verdict === 'identified') expect(one.high - one.low).toBeLessThan(2e-6);
    if (both.verdict === 'not-identified') expect(one.high - one.low).toBeGreaterThan(1e-7);
    realised.forEach((alone, k) => {
      const own = rangeOf(identify({ ...input, realised: [alone] }));
      near(own, one.alone[k]!);
      expect(rangeOf(both).low).toBeGreaterThan(own.low - 1e-6);
      expect(rangeOf(both).high).toBeLessThan(own.high + 1e-6);
    });
  });
});

const grid = timeGrid(6, 6);
const weights = targetWeights('uniform', grid);
const anyActions = (most: number) =>
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 5 }),
      width: fc.constantFrom(0, 0, 2),
      noise: fc.constantFrom(0.1, 0.5),
    }),
    { minLength: 1, maxLength: most },
  );
const actionsOf = (specs: readonly { at: number; width: number; noise: number }[]) =>
  specs.map((spec) => action({ ...spec, at: spec.at + 0.5 }, grid));
const anyLaw = fc.constantFrom(
  kernelMatrix({ ou: { tau: 2 } }, 0, grid),
  kernelMatrix({ matern32: { tau: 1 } }, 0.3, grid),
  kernelMatrix({ dampedCosine: { decay: 3, period: 4 } }, 0, grid),
);
const anyClass = fc.constantFrom('any' as const, 'stationary' as const);

describe('two benchmarks', () => {
  it('never leave a wider range than either alone', () => {
    fc.assert(
      fc.property(
        anyLaw,
        anyClass,
        anyActions(2),
        anyActions(2),
        anyActions(2),
        (law, assumed, a, b, other) => {
          const input = {
            ...{ covariance: law, weights, target: target('mean'), covarianceClass: assumed },
            alternative: actionsOf(other),
          };
          const ranges = [[a, b], [a], [b]].map((realised) =>
            identify({ ...input, realised: realised.map(actionsOf) }),
          );
          const [both, ...alone] = ranges;
          for (const one of alone) {
            // What is undecided has no range, and nothing to compare with.
            if (one.verdict === 'undecided' || both!.verdict === 'undecided') continue;
            expect(both!.invisibleDimension).toBeLessThanOrEqual(one.invisibleDimension!);
            expect(rangeOf(both!).low).toBeGreaterThanOrEqual(rangeOf(one).low - 1e-6);
            expect(rangeOf(both!).high).toBeLessThanOrEqual(rangeOf(one).high + 1e-6);
            if (one.verdict === 'identified') expect(both!.verdict).toBe('identified');
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of which the second sees nothing that the first does not leave the range of the first', () => {
    fc.assert(
      fc.property(anyLaw, anyClass, anyActions(3), anyActions(2), (law, assumed, a, other) => {
        const input = {
          ...{ covariance: law, weights, target: target('mean'), covarianceClass: assumed },
          alternative: actionsOf(other),
        };
        const alone = identify({ ...input, realised: [actionsOf(a)] });
        const both = identify({ ...input, realised: [actionsOf(a), actionsOf(a.slice(0, 1))] });
        expect(both.verdict).toBe(alone.verdict);
        expect(both.invisibleDimension).toBe(alone.invisibleDimension);
        expect(rangeOf(both).low).toBeCloseTo(rangeOf(alone).low, 6);
        expect(rangeOf(both).high).toBeCloseTo(rangeOf(alone).high, 5);
      }),
      { numRuns: 20 },
    );
  });

  it('a window of one time that both may read from either end, for a target that is not linear', () => {
    // Each sees (Z_0, Θ) or (Z_5, Θ), which have one law: whether both read the same end or not, neither can tell.
    const law = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
    const [first, last, second] = [0, 5, 4].map((j) => reading(j, j, 0.2));
    const input = {
      covariance: law,
      weights,
      target: target({ above: 0.5 }),
      covarianceClass: 'any' as const,
    };
    const found = identify({ ...input, realised: [[first!], [second!]], alternative: [first!, second!] });
    expect(found).toMatchObject({ verdict: 'not-identified', by: 'permutation' });
    const near = reading(1, 1, 0.2);
    const values = [
      [first!, second!],
      [first!, near],
    ].map((alternative) => identify({ ...input, realised: [alternative], alternative }).value);
    expect(found.range!.low).toBeCloseTo(Math.min(...values), 10);
    expect(found.range!.high).toBeCloseTo(Math.max(...values), 10);
    // Of one protocol on the same units the whole law is known.
    const together = identify({ ...input, realised: [[first!, second!]], alternative: [first!, second!] });
    expect(together.verdict).toBe('identified');
    expect(identify({ ...input, realised: [[first!], [last!]], alternative: [last!] }).verdict).toBe(
      'identified',
    );
  });
});

it('the cheapest measurements are the cheapest of all, on whosever units, by brute force', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 5 }), cost: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2 }),
      (offers, wanted) => {
        const catalogue = offers.map(({ at, cost }) => reading(at, at, 0, cost));
        const realised = [[reading(0, 0)], [reading(4, 4), reading(5, 5)]];
        const alternative = wanted.map((j) => reading(j, j, 0.1));
        const { surest } = cheapestAugmentation(realised, { weights }, alternative, catalogue, undefined);
        // Without the target as a measurement, all that the alternative reads must have been read on the units of one.
        const costs = realised.map((own) => {
          const missing = wanted.filter((j) => !own.some(({ first }) => first === j));
          return missing.map((j) => Math.min(...offers.filter(({ at }) => at === j).map(({ cost }) => cost)));
        });
        if (costs.some((needed) => needed.length === 0)) return;
        const least = Math.min(...costs.map((needed) => needed.reduce((sum, cost) => sum + cost, 0)));
        expect(surest?.cost ?? Number.POSITIVE_INFINITY).toBe(least);
        if (surest) expect(new Set(surest.with).size).toBe(1);
      },
    ),
  );
});
