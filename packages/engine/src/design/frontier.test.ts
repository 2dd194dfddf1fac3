import { describe, expect, it } from 'vitest';
import { bruteForce, obeys, type TestProblem, testProblem } from '../../test/problems.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import type { TargetSpec } from '../model/target.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { type Design, design } from './design.ts';
import { frontier } from './frontier.ts';
import type { DesignProblem } from './selection/forward-selection.ts';
import { feasibleFamily, type Rules } from './selection/rules.ts';

const grid = timeGrid(10, 64);
const model = {
  covariance: kernelMatrix({ ou: { tau: 1 } }, 0, grid),
  weights: targetWeights('uniform', grid),
};
const points = (count: number, noise = 0.4, cost: (k: number) => number = () => 1) =>
  Array.from({ length: count }, (_, k) =>
    action({ at: 0.5 + (9 * k) / (count - 1), noise, cost: cost(k) }, grid),
  );
const problemOf = (
  catalogue: ReturnType<typeof points>,
  rules: Rules,
  spec: TargetSpec = 'mean',
): DesignProblem => ({
  scenarios: [{ model, target: target(spec) }],
  objective: { kind: 'mean' },
  family: feasibleFamily(catalogue, rules),
});
const pointsOf = ({ frontier }: Design) => frontier!.points;

/** The best stands on its frontier, with its own proof, and nothing there is better. */
function agrees(found: Design): void {
  const { best } = found;
  const top = pointsOf(found).at(-1)!;
  expect(top.objective).toBeCloseTo(best.objective, 12);
  expect(top.cost).toBeLessThanOrEqual(best.cost + 1e-9);
  if (Math.abs(top.cost - best.cost) < 1e-9)
    expect(top).toEqual({
      atLeast: best.atLeast,
      chosen: best.chosen,
      objective: best.objective,
      cost: best.cost,
      certified: best.certified,
    });
}

describe('the frontier', () => {
  const problems = Array.from({ length: 40 }, (_, seed) => testProblem(seed, 7)).filter(
    (found): found is TestProblem => found !== undefined,
  );
  it.each([
    ['a budget', (rules: Rules) => rules.exactly === undefined],
    ['a number of actions', (rules: Rules) => rules.exactly !== undefined],
  ])('with %s is the best of every cost within the rules, by brute force', async (_, applies) => {
    const own = problems.filter(({ rules }) => applies(rules));
    expect(own.length).toBeGreaterThan(5);
    let several = 0;
    for (const one of own) {
      const found = await design(one.problem, { frontier: {} });
      agrees(found);
      const all = bruteForce(one);
      const costOf = (set: readonly number[]) => set.reduce((sum, a) => sum + one.catalogue[a]!.cost, 0);
      const listed = pointsOf(found);
      if (listed.length > 1) several++;
      let before = Number.NEGATIVE_INFINITY;
      for (const { cost, objective, chosen, certified } of listed) {
        expect(certified).toBe(true);
        expect(obeys(one.rules, one.catalogue, chosen)).toBe(true);
        expect(cost).toBeCloseTo(costOf(chosen), 12);
        const affordable = all.filter(({ set }) => costOf(set) <= cost + 1e-9);
        expect(objective).toBeCloseTo(Math.max(...affordable.map((other) => other.objective)), 11);
        expect(objective).toBeGreaterThan(before);
        before = objective;
      }
      // Whatever costs less than the first point is none of the family.
      expect(Math.min(...all.map(({ set }) => costOf(set)))).toBeCloseTo(listed[0]!.cost, 9);
    }
    expect(several).toBeGreaterThan(2);
  });

  it('of actions of one price, exactly so many of them, is one point: the best', async () => {
    const found = await design(problemOf(points(10), { exactly: 4 }), { frontier: {} });
    expect(pointsOf(found)).toHaveLength(1);
    agrees(found);
  });

  it('the same where there are too many choices for all of them', async () => {
    const found = await design(problemOf(points(40), { exactly: 6 }), { frontier: {}, most: 3 });
    expect(pointsOf(found)).toHaveLength(1);
    expect(found.best.chosen).toHaveLength(6);
    agrees(found);
  });

  it('with a budget and one price has a point for each number of actions', async () => {
    const found = await design(problemOf(points(10), { budget: 4 }), { frontier: {} });
    expect(pointsOf(found).map(({ chosen, cost }) => [chosen.length, cost])).toEqual(
      [1, 2, 3, 4].map((n) => [n, n]),
    );
  });

  const large = [...points(20, 2), ...points(20, 0.4, () => 3)];
  it.each<[string, Rules]>([
    ['exactly', { exactly: 6 }],
    ['budget', { budget: 14 }],
    ['both', { exactly: 6, budget: 15 }],
  ])(
    '%s: keeps the rules and the headline also where there are too many choices for all of them',
    async (_, rules) => {
      const found = await design(problemOf(large, rules), { frontier: {}, most: 3 });
      agrees(found);
      expect(pointsOf(found).length).toBeGreaterThan(3);
      for (const { chosen } of pointsOf(found)) expect(obeys(rules, large, chosen)).toBe(true);
    },
  );

  it('calls proved what the search proved, where all choices are too many to look at', async () => {
    const catalogue = points(40, 0.5);
    const found = await design(problemOf(catalogue, { budget: 5 }, 'mean'), {
      method: 'branch',
      frontier: {},
    });
    expect(found.best).toMatchObject({ method: 'branch and bound', certified: true });
    agrees(found);
    expect(pointsOf(found).at(-1)!.certified).toBe(true);
  });
});

describe('searches that are ended', () => {
  const choosy = (rules: Rules) =>
    problemOf(
      points(24, 0.3, (k) => 1 + (k % 5) / 8),
      rules,
      { outside: 1 },
    );
  const rules = { budget: 9 };
  it('look at no more than the time allows, and bound what is left', async () => {
    const problem = choosy(rules);
    const whole = await design(problem, { method: 'heuristic' });
    for (const method of ['exhaustive', 'branch'] as const) {
      const start = performance.now();
      const found = await design(problem, {
        method,
        until: start + 300,
        frontier: { until: start + 600 },
      });
      expect(performance.now() - start).toBeLessThan(60_000);
      expect(found.best).toMatchObject({ certified: false, ended: true });
      expect(found.best.upperBound).toBeGreaterThanOrEqual(found.best.objective);
      expect(found.best.upperBound).toBeGreaterThanOrEqual(whole.best.objective);
      expect(found.best.objective).toBeGreaterThanOrEqual(whole.comparators.greedy.objective);
      expect(found.frontier!.ended).toBe(true);
      agrees(found);
    }
  });

  it('bound every protocol, whenever they are ended', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const one = testProblem(seed, 8);
      if (!one) continue;
      const best = Math.max(...bruteForce(one).map(({ objective }) => objective));
      for (const method of ['exhaustive', 'branch', 'heuristic'] as const) {
        const found = await design(one.problem, {
          method,
          until: performance.now(),
          frontier: { until: performance.now() },
        });
        expect(found.best.upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-12));
        expect(found.best.objective).toBeLessThanOrEqual(best * (1 + 1e-12));
        if (found.best.certified) expect(found.best.objective).toBeCloseTo(best, 12);
        expect(one.problem.family.holds(found.best.chosen)).toBe(true);
        agrees(found);
        for (const { certified, cost, objective } of pointsOf(found))
          if (certified && cost >= found.best.cost) expect(objective).toBeCloseTo(best, 12);
      }
    }
  });

  it.each<[string, Rules, boolean]>([
    ['every protocol', { budget: 4 }, true],
    ['some budgets', rules, true],
    ['some budgets, without proof', rules, false],
  ])('leave a frontier of %s that says so', async (_, own, prove) => {
    const problem = choosy(own);
    const { chosen, objective, cost } = (await design(problem, { method: 'heuristic' })).best;
    const best = { chosen, objective, cost, certified: false };
    const found = await frontier(problem, best, { signal: AbortSignal.abort() }, prove);
    expect(found).toMatchObject({ ended: true, complete: false });
    for (const { certified } of found.points) expect(certified).toBe(false);
  });

  it('are the same to the last bit where the time was enough', async () => {
    const problem = problemOf(
      points(9, 0.3, (k) => 1 + (k % 3) / 4),
      { budget: 4 },
      { above: 1 },
    );
    const far = performance.now() + 1e7;
    expect(await design(problem, { until: far, frontier: { until: far } })).toEqual(
      await design(problem, { frontier: {} }),
    );
  });
});
