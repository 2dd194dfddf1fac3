import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KernelSpec, kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { timeGrid } from '../../model/time/time-grid.ts';
import { action } from '../../model/value/action.ts';
import { forwardSelection, searcher } from '../selection/forward-selection.ts';
import { feasibleFamily, type Rules } from '../selection/rules.ts';
import { bestAlongTime } from './along-time.ts';
import { exhaustive } from './exhaustive.ts';
import { timeOrder } from './time-order.ts';

const grid = timeGrid(10, 40);

function problem(
  kernel: KernelSpec,
  trait: number,
  readings: readonly { at: number; width?: number; noise: number; cost?: number }[],
  rules: Rules,
  more: { recency?: number; scale?: Float64Array } = {},
) {
  const catalogue = readings.map((one) => action(one, grid));
  const weights = targetWeights(more.recency ? { recency: more.recency } : 'uniform', grid);
  const model = {
    covariance: kernelMatrix(kernel, trait, grid),
    weights,
    ...(more.scale && { scale: more.scale }),
  };
  return searcher({
    scenarios: [{ model, target: target('mean') }],
    objective: { kind: 'mean' },
    family: feasibleFamily(catalogue, rules),
  });
}

const LAWS: readonly [KernelSpec, number][] = [
  [{ ou: { tau: 1 } }, 0],
  [{ ou: { tau: 4 } }, 0.3],
  [{ matern32: { tau: 2 } }, 0],
  [{ matern32: { tau: 1 } }, 0.2],
  [{ matern52: { tau: 2 } }, 0],
  [{ dampedCosine: { decay: 3, period: 2 } }, 0],
  [
    {
      mixture: [
        { weight: 0.6, ou: { tau: 0.5 } },
        { weight: 0.4, ou: { tau: 5 } },
      ],
    },
    0,
  ],
];

const evenly = (count: number, noise: (i: number) => number = () => 0.4) =>
  Array.from({ length: count }, (_, i) => ({ at: ((i + 0.5) * 10) / count, noise: noise(i) }));

async function compared(search: ReturnType<typeof problem>, most?: number) {
  const order = timeOrder(search);
  if (!order) throw new Error('no order in time');
  const all = exhaustive(search);
  // From a poor protocol, so that the search has to find the best one itself.
  const poor = forwardSelection(search).path;
  const chosen = search.problem.family.required.length > 0 ? poor.chosen : [...poor.chosen];
  const found = await bestAlongTime(
    search,
    order,
    { chosen, objective: poor.objective },
    most === undefined ? {} : { most },
  );
  return { all, found };
}

describe('the best protocol along time', () => {
  it.each(LAWS)('is that of looking at all, under %j with a trait of %s', async (kernel, trait) => {
    for (const exactly of [1, 3, 5]) {
      const { all, found } = await compared(problem(kernel, trait, evenly(14), { exactly }));
      expect(found.certified).toBe(true);
      expect(found.objective).toBeCloseTo(all.objective, 11);
    }
  });

  it('is that of looking at all, for any noise, cost, place, weights and rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LAWS),
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 100 }).map((at) => at / 10),
            noise: fc.constantFrom(0, 0.1, 0.5, 2),
            cost: fc.constantFrom(1, 1.5, 3),
          }),
          { minLength: 4, maxLength: 10 },
        ),
        fc.record({
          exactly: fc.constantFrom(undefined, 2, 3),
          budget: fc.constantFrom(undefined, 4, 6.5),
          spacing: fc.constantFrom(undefined, 1.2),
          oneVariant: fc.constantFrom(undefined, true),
          required: fc.constantFrom(undefined, [1]),
          forbidden: fc.constantFrom(undefined, [0]),
        }),
        fc.constantFrom(undefined, 2),
        fc.boolean(),
        async ([kernel, trait], readings, asked, recency, scaled) => {
          const rules = Object.fromEntries(
            Object.entries(asked).filter(([, value]) => value !== undefined),
          ) as Rules;
          if (rules.exactly === undefined && rules.budget === undefined) rules.budget = 5;
          const scale = scaled ? grid.times.map((t) => 2 + t / 5) : undefined;
          let search: ReturnType<typeof problem>;
          try {
            search = problem(kernel, trait, readings, rules, {
              ...(recency && { recency }),
              ...(scale && { scale }),
            });
          } catch {
            return;
          }
          if (!timeOrder(search)) return;
          const { all, found } = await compared(search);
          expect(found.certified).toBe(true);
          expect(Math.abs(found.objective - all.objective)).toBeLessThan(2e-9);
          expect(search.problem.family.holds(found.chosen)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has a bound that holds, wherever it is ended', async () => {
    for (const [kernel, trait] of LAWS)
      for (const most of [10, 300, 3000]) {
        const { all, found } = await compared(problem(kernel, trait, evenly(14), { exactly: 4 }), most);
        expect(found.upperBound).toBeGreaterThanOrEqual(all.objective - 1e-12);
        expect(found.objective).toBeLessThanOrEqual(all.objective + 1e-12);
      }
  });

  it('is not looked for where the law remembers more, where readings may be missing, or for thresholds', () => {
    expect(timeOrder(problem({ squaredExponential: { tau: 1 } }, 0, evenly(24), { exactly: 3 }))).toBe(
      undefined,
    );
    expect(timeOrder(problem({ varyingOu: { from: 0.5, to: 3 } }, 0, evenly(24), { exactly: 3 }))).toBe(
      undefined,
    );
    const missed = evenly(8).map((one) => ({ ...one, missed: 0.1 }));
    expect(timeOrder(problem({ ou: { tau: 1 } }, 0, missed, { exactly: 3 }))).toBe(undefined);
    const { problem: mean } = problem({ ou: { tau: 1 } }, 0, evenly(8), { exactly: 3 });
    const scenarios = mean.scenarios.map(({ model }) => ({ model, target: target({ above: 0 }) }));
    expect(timeOrder(searcher({ ...mean, scenarios }))).toBe(undefined);
  });

  it('proves what no search over parts of the family does: 8 of 64', async () => {
    const fine = timeGrid(20, 128);
    const catalogue = Array.from({ length: 64 }, (_, i) =>
      action({ at: ((i + 0.5) * 20) / 64, noise: 0.5 }, fine),
    );
    const model = {
      covariance: kernelMatrix({ ou: { tau: 1 } }, 0, fine),
      weights: targetWeights('uniform', fine),
    };
    const search = searcher({
      scenarios: [{ model, target: target('mean') }],
      objective: { kind: 'mean' },
      family: feasibleFamily(catalogue, { exactly: 8 }),
    });
    const found = await bestAlongTime(search, timeOrder(search)!, forwardSelection(search).path);
    expect(found.certified).toBe(true);
    expect(found.chosen).toEqual([6, 13, 21, 28, 35, 43, 50, 57]);
  });
});
