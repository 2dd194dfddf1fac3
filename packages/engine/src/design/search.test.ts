import { describe, expect, it } from 'vitest';
import {
  bruteForce,
  comparatorInput,
  inUnit,
  obeys,
  type TestProblem,
  testGrid,
  testProblem,
} from '../../test/problems.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { type TargetSpec, target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { action } from '../model/value/action.ts';
import { protocolValues } from '../model/value/value.ts';
import { branchAndBound } from './bounds/branch-and-bound.ts';
import { exhaustive } from './bounds/exhaustive.ts';
import { COMPARATORS } from './comparators/index.ts';
import { randomProtocol } from './random-protocol.ts';
import { bestAddition, forwardSelection, pathTo, searcher } from './selection/forward-selection.ts';
import { gainBounds } from './selection/gain-bounds.ts';
import { oneSwap } from './selection/one-swap.ts';
import { admissible, feasibleFamily } from './selection/rules.ts';
import type { Objective, Scenario } from './selection/scenarios.ts';

const INSTANCES = 200;
/** Every third one in the unit of the data. */
const problems = Array.from({ length: INSTANCES }, (_, seed) =>
  testProblem(seed, 8, undefined, seed % 3 === 2),
).filter((found): found is TestProblem => found !== undefined);
const OBJECTIVES: Objective[] = [
  { kind: 'worst' },
  { kind: 'quantile', level: 0.3 },
  { kind: 'regret', best: [0.5, 0.4, 0.3] },
];

it('most random problems have something to choose', () => {
  expect(problems.length).toBeGreaterThan(INSTANCES * 0.8);
});

describe('random problems', () => {
  it('exhaustive search finds what brute force finds, and counts what it counts', () => {
    for (const one of problems) {
      const all = bruteForce(one);
      const best = all.reduce((most, { objective }) => Math.max(most, objective), -1);
      const found = exhaustive(searcher(one.problem));
      expect(found.sets).toBe(all.length);
      expect(found.objective).toBeCloseTo(best, 12);
      expect(obeys(one.rules, one.catalogue, found.chosen)).toBe(true);
      const tied = all.filter(({ objective }) => Math.abs(objective - best) <= 1e-12 * best).length;
      expect(found.tied + 1).toBe(tied);
    }
  });

  it('forward ≤ swap ≤ exact, and all obey the rules', () => {
    for (const one of problems) {
      const search = searcher(one.problem);
      const forward = forwardSelection(search);
      const first = oneSwap(search, forward.path, { take: 'first' });
      const best = oneSwap(search, forward.path, { take: 'best' });
      const exact = exhaustive(search);
      for (const { path } of [forward, first, best]) {
        expect(obeys(one.rules, one.catalogue, path.chosen)).toBe(true);
        expect(one.problem.family.holds(path.chosen)).toBe(true);
        expect(path.objective).toBeLessThanOrEqual(exact.objective + 1e-12);
      }
      expect(first.path.objective).toBeGreaterThanOrEqual(forward.path.objective);
      expect(best.path.objective).toBeGreaterThanOrEqual(forward.path.objective);
      for (const { path } of [first, best])
        expect(oneSwap(search, path).path.chosen, 'no single exchange improves it').toEqual(path.chosen);
    }
  });

  it('forward selection is what taking the best of all additions gives, though most are proved away', () => {
    let considered = 0;
    let evaluations = 0;
    for (const one of problems) {
      const { scenarios, family } = one.problem;
      const search = searcher(one.problem);
      const { path } = forwardSelection(search);
      considered += search.effort.considered;
      evaluations += search.effort.evaluations;
      const valueAt = (set: readonly number[]) =>
        protocolValues(scenarios[0]!.model, scenarios[0]!.target, [set.map((a) => one.catalogue[a]!)])
          .protocols[0]!.value;
      let chosen: number[] = [...family.required];
      let now = chosen.length > 0 ? valueAt(chosen) : 0;
      for (;;) {
        const scores = admissible(family, chosen).map((a) => ({
          a,
          score: (valueAt([...chosen, a]) - now) / (family.equalCosts ? 1 : one.catalogue[a]!.cost),
        }));
        const top = scores.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
        if (scores.length === 0 || (one.rules.exactly === undefined && top < 1e-13)) break;
        chosen = [...chosen, scores.find(({ score }) => score >= top - 1e-11 * Math.abs(top))!.a];
        now = valueAt(chosen);
      }
      expect(path.objective).toBeCloseTo(now, 10);
    }
    expect(evaluations).toBeLessThan(0.9 * considered);
  });

  it('bounds on gains hold', () => {
    for (const one of problems.slice(0, 60)) {
      const search = searcher(one.problem);
      const { path } = forwardSelection(search);
      const [scenario] = one.problem.scenarios;
      for (let length = 0; length < path.chosen.length; length++) {
        const before = pathTo(search, path.chosen.slice(0, length));
        const candidates = one.catalogue.map((_, a) => a).filter((a) => !before.chosen.includes(a));
        const base = before.values[0]! * search.variances[0]!;
        const { values } = search.evaluate(candidates.map((a) => [...before.chosen, a]));
        const { low, high } = gainBounds(
          scenario!.target,
          before.residuals[0]!,
          before.recovered[0]!,
          candidates,
        );
        candidates.forEach((_, i) => {
          const gain = values[i]! * search.variances[0]! - base;
          expect(gain).toBeGreaterThanOrEqual(low[i]! - 1e-13);
          expect(gain).toBeLessThanOrEqual(high[i]! + 1e-13);
        });
      }
    }
  });

  it('gains are differences of values', () => {
    for (const one of problems.slice(0, 60)) {
      const search = searcher(one.problem);
      const { path, gains } = forwardSelection(search);
      const required = one.problem.family.required.length;
      gains.forEach((gain, k) => {
        const [before, after] = [required + k, required + k + 1].map((length) =>
          length === 0
            ? 0
            : protocolValues(one.scenarios[0]!.model, one.scenarios[0]!.target, [
                path.chosen.slice(0, length).map((a) => one.catalogue[a]!),
              ]).protocols[0]!.value,
        );
        expect(Math.abs(gain - (after! - before!))).toBeLessThan(1e-12);
      });
    }
  });

  it('more budget is never worse', () => {
    for (const one of problems) {
      if (one.rules.budget === undefined) continue;
      const best = (budget: number) => {
        const family = feasibleFamily(one.catalogue, { ...one.rules, budget });
        return exhaustive(searcher({ ...one.problem, family })).objective;
      };
      expect(best(one.rules.budget + 0.5)).toBeGreaterThanOrEqual(best(one.rules.budget) - 1e-12);
    }
  });

  it('comparators obey the rules too', () => {
    for (const { problem, rules, catalogue } of problems) {
      const { family } = problem;
      const input = comparatorInput(problem);
      const choices = COMPARATORS.map((kind) => kind.choose(input).chosen);
      for (const chosen of [...choices, randomProtocol(family, 1, 0)])
        expect(obeys(rules, catalogue, chosen), JSON.stringify([rules, chosen])).toBe(true);
    }
  });
});

describe('branch and bound', () => {
  const SCALED = {
    mean: 'mean',
    above: { above: 180 },
    between: { between: [90, 180] },
    log: 'log',
  } satisfies Record<string, TargetSpec | 'log'>;
  // Larger than what is looked through at once, and small enough to be looked through for the test.
  it.each([0, 1, 2, 3, 4, 5])('is exhaustive search: problem %d', async (seed) => {
    const scaled = seed % 2 === 1;
    const one =
      testProblem(1000 + seed, 16, undefined, scaled) ?? testProblem(2000 + seed, 16, undefined, scaled)!;
    const search = searcher(one.problem);
    const { path } = forwardSelection(search);
    const exact = exhaustive(searcher(one.problem));
    const found = await branchAndBound(searcher(one.problem), path, { small: 10 });
    expect(found.certified).toBe(true);
    if (exact.sets > 100) expect(found.parts).toBeGreaterThan(1);
    expect(found.objective).toBeCloseTo(exact.objective, 9);
    expect(obeys(one.rules, one.catalogue, found.chosen)).toBe(true);
  });

  it.each([
    ['mean', 30, 5, false],
    ['mean', 30, 5, true],
    ['above', 22, 4, false],
    ['above', 22, 4, true],
    ['between', 20, 4, true],
    ['log', 20, 4, true],
    ['outside', 20, 4, false],
  ] as const)(
    '%s: prunes most of %d actions by %d, in the unit of the data %s, and every bound holds',
    async (kind, n, d, scaled) => {
      const { problem } = testProblem(3, n, undefined, scaled)!;
      const family = feasibleFamily(problem.family.catalogue, { exactly: d });
      const [{ model }] = problem.scenarios as [Scenario];
      const aim = scaled
        ? inUnit(SCALED[kind as keyof typeof SCALED], model.scale!, n)
        : target(kind === 'mean' ? 'mean' : kind === 'above' ? { above: 0.5 } : { outside: 1 });
      const own = { ...problem, family, scenarios: [{ model, target: aim }] };
      const search = searcher(own);
      const { path } = oneSwap(search, forwardSelection(search).path);
      const exact = exhaustive(searcher(own));
      const bounds: number[] = [];
      for (const most of [1, 3, 10, 1e5]) {
        const found = await branchAndBound(searcher(own), path, { most, small: 50 });
        expect(found.upperBound).toBeGreaterThanOrEqual(exact.objective * (1 - 1e-9));
        expect(found.objective).toBeLessThanOrEqual(exact.objective * (1 + 1e-9));
        if (found.certified) expect(found.objective).toBeCloseTo(exact.objective, 9);
        bounds.push(found.upperBound);
      }
      expect(bounds.at(-1)).toBeLessThanOrEqual(bounds[0]!);
    },
  );

  it('ends when told to, with the best so far and its gap', async () => {
    // Forty equal actions side by side: ever so many protocols are nearly as good as the best.
    const { problem } = testProblem(3)!;
    const catalogue = Array.from({ length: 40 }, (_, k) =>
      action({ at: 0.2 + 0.24 * k, noise: 0.4 }, testGrid),
    );
    const family = feasibleFamily(catalogue, { exactly: 8 });
    const search = searcher({ ...problem, family });
    const { path } = forwardSelection(search);
    const stopped = await branchAndBound(search, path, { signal: AbortSignal.abort() });
    expect(stopped.parts).toBe(1);
    const found = await branchAndBound(search, path, { signal: AbortSignal.timeout(100) });
    expect(found.certified).toBe(false);
    expect(found.upperBound).toBeLessThanOrEqual(stopped.upperBound);
    expect(found.upperBound).toBeGreaterThan(found.objective);
    expect(found.objective).toBeGreaterThanOrEqual(path.objective);
  });
});

describe('several scenarios', () => {
  it.each(OBJECTIVES)('%j: exhaustive and branch and bound are brute force', async (objective) => {
    for (let seed = 0; seed < 25; seed++) {
      const one = testProblem(seed, 8, objective, seed % 2 === 1);
      if (!one) continue;
      const all = bruteForce(one);
      const best = all.reduce((most, found) => Math.max(most, found.objective), Number.NEGATIVE_INFINITY);
      const search = searcher(one.problem);
      expect(exhaustive(search).objective).toBeCloseTo(best, 11);
      const { path } = oneSwap(search, forwardSelection(search).path);
      expect(obeys(one.rules, one.catalogue, path.chosen)).toBe(true);
      expect(path.objective).toBeLessThanOrEqual(best + 1e-11);
      const found = await branchAndBound(search, path, { small: 3 });
      expect(found.objective).toBeCloseTo(best, 9);
    }
  });
});

describe('ties', () => {
  it('the earlier of mirror images is taken, and the tie is said', async () => {
    const { problem } = testProblem(1)!;
    const catalogue = [2, 3, 7, 8].map((at) => action({ at, noise: 0.5 }, testGrid));
    const scenario = {
      model: {
        covariance: kernelMatrix({ ou: { tau: 1 } }, 0, testGrid),
        weights: targetWeights('uniform', testGrid),
      },
      target: target({ above: 0 }),
    };
    const family = feasibleFamily(catalogue, { exactly: 1 });
    const search = searcher({ ...problem, scenarios: [scenario], family });
    const best = bestAddition(search, search.start, [0, 1, 2, 3])!;
    expect([best.action, best.equals]).toEqual([1, [2]]);
    expect(forwardSelection(search).ties).toEqual([{ step: 0, chosen: 1, equals: [2] }]);
    expect(exhaustive(search)).toMatchObject({ chosen: [1], ties: [[2]], tied: 1 });
  });
});
