// Choices whose readings may be missing: every search and every bound against all sets and all patterns.
import { describe, expect, it } from 'vitest';
import { bruteForce, obeys, type TestProblem, testProblem } from '../../test/problems.ts';
import type { Action } from '../model/value/action.ts';
import { lowerQuantile, type Missing, patternsOf } from '../model/value/missed.ts';
import { readCompletely } from '../model/value/protocol-family.ts';
import { protocolValues } from '../model/value/value.ts';
import { integerBelow, randomStream, uniformAt } from '../numerics/random/random-stream.ts';
import { branchAndBound } from './bounds/branch-and-bound.ts';
import { exhaustive } from './bounds/exhaustive.ts';
import { design } from './design.ts';
import { forwardSelection, searcher } from './selection/forward-selection.ts';
import { oneSwap } from './selection/one-swap.ts';
import { feasibleFamily } from './selection/rules.ts';
import type { Objective } from './selection/scenarios.ts';

/** The same problem with coins, two sensors or dropout, or all of them. */
function thinned(one: TestProblem, seed: number, quantile?: number): TestProblem {
  const stream = randomStream(seed, 'missing');
  const how = seed % 4;
  const rate = 0.05 + 0.3 * uniformAt(stream, 0);
  const catalogue = one.catalogue.map((action, a): Action => {
    const missing: Missing = {
      ...(how !== 1 && {
        missed: integerBelow(stream, 3, a + 1) === 0 ? 0 : 0.6 * uniformAt(stream, 100 + a),
      }),
      ...(how % 2 === 1 && { sensor: { name: `s${a % 2}`, fails: a % 2 === 0 ? 0.1 : 0.4 } }),
      ...(how >= 2 && { hazard: rate * action.at }),
    };
    return { ...action, missing };
  });
  const missed = { seed: 1, ...(quantile !== undefined && { quantile }) };
  const scenarios = one.scenarios.map((scenario) => ({ ...scenario, missed }));
  const problem = { ...one.problem, scenarios, family: feasibleFamily(catalogue, one.rules) };
  return { ...one, problem, catalogue, scenarios };
}

const problems = (count: number, actions = 7, objective?: Objective, quantile?: number) =>
  Array.from({ length: count }, (_, seed) => {
    const one = testProblem(seed, actions, objective, seed % 3 === 2);
    return one ? [thinned(one, seed, quantile)] : [];
  }).flat();

/** The largest lower quantile over what may be left, pattern by pattern. */
function bestQuantile({ scenarios, catalogue, rules }: TestProblem, level: number): number {
  let best = 0;
  for (let bits = 1; bits < 1 << catalogue.length; bits++) {
    const set = catalogue.flatMap((_, a) => ((bits >> a) & 1 ? [a] : []));
    if (!obeys(rules, catalogue, set)) continue;
    const actions = set.map((a) => catalogue[a]!);
    const { patterns } = patternsOf(actions, 1);
    const { protocols } = protocolValues(
      scenarios[0]!.model,
      scenarios[0]!.target,
      patterns.map(({ kept }) => readCompletely(kept.map((i) => actions[i]!))),
    );
    const spread = {
      values: protocols.map(({ value }) => value),
      probabilities: patterns.map(({ probability }) => probability),
    };
    best = Math.max(best, lowerQuantile(spread, level));
  }
  return best;
}

describe('the mean over what may be missing', () => {
  it('is maximised by exhaustive search, and forward ≤ swap ≤ exact', () => {
    for (const one of problems(60)) {
      const best = bruteForce(one).reduce((most, { objective }) => Math.max(most, objective), -1);
      const search = searcher(one.problem);
      const exact = exhaustive(search);
      expect(exact.objective).toBeCloseTo(best, 12);
      const forward = forwardSelection(search);
      const swapped = oneSwap(search, forward.path);
      expect(forward.path.objective).toBeLessThanOrEqual(swapped.path.objective + 1e-14);
      expect(swapped.path.objective).toBeLessThanOrEqual(best + 1e-12);
      expect(obeys(one.rules, one.catalogue, swapped.path.chosen)).toBe(true);
    }
  });

  it('has bounds that hold, wherever branch and bound is ended', async () => {
    let tighter = 0;
    let ended = 0;
    for (const one of problems(40)) {
      const exact = exhaustive(searcher(one.problem)).objective;
      const whole = { ...one.problem, family: feasibleFamily(readCompletely(one.catalogue), one.rules) };
      const { path } = forwardSelection(searcher(one.problem));
      for (const most of [1, 2, 4, 1e4]) {
        const found = await branchAndBound(searcher(one.problem), path, { most, small: 1 });
        expect(found.upperBound).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        expect(found.objective).toBeLessThanOrEqual(exact * (1 + 1e-9));
        if (found.certified) expect(found.objective).toBeCloseTo(exact, 9);
        if (most > 1) continue;
        const complete = await branchAndBound(searcher(whole), forwardSelection(searcher(whole)).path, {
          most,
          small: 1,
        });
        ended++;
        if (found.upperBound < complete.upperBound - 1e-6) tighter++;
      }
    }
    // What may be missing is worth less, and the bound says so.
    expect(tighter).toBeGreaterThan(0.7 * ended);
  });

  it('of several laws: the worst of the means', async () => {
    for (const one of problems(12, 6, { kind: 'worst' })) {
      const best = bruteForce(one).reduce((most, { objective }) => Math.max(most, objective), -1);
      const search = searcher(one.problem);
      expect(exhaustive(search).objective).toBeCloseTo(best, 12);
      const found = await branchAndBound(search, forwardSelection(search).path, { small: 2 });
      expect(found.upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-9));
    }
  });
});

describe('a lower quantile over what may be missing', () => {
  it.each([0.05, 0.3, 0.5])(
    '%d: exhaustive search is brute force over sets and patterns, and bounds hold',
    async (level) => {
      for (const one of problems(16, 6, undefined, level)) {
        const best = bestQuantile(one, level);
        const search = searcher(one.problem);
        expect(exhaustive(search).objective).toBeCloseTo(best, 12);
        const { path } = oneSwap(search, forwardSelection(search).path);
        expect(path.objective).toBeLessThanOrEqual(best + 1e-12);
        for (const most of [1, 1e4]) {
          const found = await branchAndBound(search, path, { most, small: 2 });
          expect(found.upperBound).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        }
      }
    },
  );
});

describe('design', () => {
  it('judges every comparator by the mean, and prefers what is read more often', async () => {
    const one = problems(3)[0]!;
    const { best, comparators } = await design(one.problem);
    for (const { chosen, objective } of [best, ...Object.values(comparators)]) {
      const { value } = protocolValues(one.scenarios[0]!.model, one.scenarios[0]!.target, [
        chosen.map((a) => one.catalogue[a]!),
      ]).protocols[0]!;
      expect(objective).toBeCloseTo(value, 12);
    }
    // Two of each action, of which one is mostly missing: nobody chooses that.
    const twice = Array.from({ length: 9 }, (_, seed) => testProblem(seed, 6)).find((found) => found)!;
    const doubled = twice.catalogue.flatMap((action) => [{ ...action, missing: { missed: 0.9 } }, action]);
    const { best: sure, comparators: others } = await design({
      ...twice.problem,
      family: feasibleFamily(doubled, { exactly: 3, oneVariant: true }),
    });
    expect(sure.certified).toBe(true);
    for (const name of ['swap', 'greedy', 'linearTarget', 'mutualInformation', 'posteriorVariance'] as const)
      expect(others[name].chosen.every((a) => a % 2 === 1)).toBe(true);
    expect(sure.chosen.every((a) => a % 2 === 1)).toBe(true);
  });

  it('proves nothing where patterns had to be drawn', async () => {
    const one = testProblem(5, 13)!;
    const catalogue = one.catalogue.map((action) => ({ ...action, missing: { missed: 0.2 } }));
    const family = feasibleFamily(catalogue, { exactly: 13 });
    const { best } = await design({ ...one.problem, family });
    expect(best).toMatchObject({ drawn: true, certified: false, upperBound: 1 });
  });
});
