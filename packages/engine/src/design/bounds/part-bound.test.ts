// Bounds of random parts, against every protocol of the part.
import { describe, expect, it } from 'vitest';
import { bruteForce, type TestProblem, testGrid, testProblem } from '../../../test/problems.ts';
import { kernelMatrix } from '../../model/latent-kernel.ts';
import { target } from '../../model/target.ts';
import { targetWeights } from '../../model/target-weights.ts';
import { action } from '../../model/value/action.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import {
  integerBelow,
  type RandomStream,
  randomStream,
  uniformAt,
} from '../../numerics/random/random-stream.ts';
import type { Counted } from '../selection/feasible-sets.ts';
import { searcher } from '../selection/forward-selection.ts';
import { feasibleFamily } from '../selection/rules.ts';
import type { OpenPart } from './open-part.ts';
import { partBounder } from './part-bound.ts';

const PROBLEMS = 250;
const PARTS_EACH = 48;
const ACTIONS = 8;

/** Every third problem in the unit of the data; of every fourth half of the actions have no noise, and some are there twice. */
function problemOf(seed: number): TestProblem | undefined {
  const one = testProblem(seed, ACTIONS, undefined, seed % 3 === 2);
  if (!one || seed % 4 !== 3) return one;
  const catalogue = one.catalogue.map((own, a) => ({
    ...(a === 5 ? one.catalogue[4]! : own),
    cost: own.cost,
    ...(a % 2 === 0 && { noise: 0 }),
  }));
  try {
    const problem = { ...one.problem, family: feasibleFamily(catalogue, one.rules) };
    return { ...one, catalogue, problem };
  } catch {
    return undefined;
  }
}

/** Some actions taken, some left, and the others in stretches with the numbers that a protocol of the part has. */
function partOf(sets: readonly number[][], stream: RandomStream, part: number) {
  const at = (k: number) => uniformAt(stream, part * 64 + k);
  const held = sets[integerBelow(stream, sets.length, part * 64 + 63)]!;
  const base = held.filter((a) => at(a) < 0.25);
  const open = Array.from({ length: ACTIONS }, (_, a) => a).filter(
    (a) => !base.includes(a) && (held.includes(a) || at(10 + a) < 0.8),
  );
  const cuts = open.filter((_, i) => i > 0 && at(20 + i) < 0.4);
  const stretches = [0, ...cuts.map((a) => open.indexOf(a))].map((from, k, all) =>
    open.slice(from, all[k + 1]),
  );
  const counts = stretches.flatMap((members, k): Counted[] => {
    if (at(40 + k) < 0.3) return [];
    const count = members.filter((a) => held.includes(a)).length;
    return [{ members, least: count, most: at(50 + k) < 0.8 ? count : Math.min(members.length, count + 1) }];
  });
  const counted = at(60) < 0.2 ? undefined : counts;
  const inside = sets.filter(
    (set) =>
      base.every((a) => set.includes(a)) &&
      set.every((a) => base.includes(a) || open.includes(a)) &&
      (counted ?? []).every(({ members, least, most }) => {
        const taken = members.filter((a) => set.includes(a)).length;
        return taken >= least && taken <= most;
      }),
  );
  return { base, open, counts: counted, inside };
}

describe('bounds of parts', () => {
  it('are never below what a protocol of the part attains, and what they settle is settled: 10,000 parts', () => {
    let parts = 0;
    let counted = 0;
    let settled = 0;
    for (let seed = 0; seed < PROBLEMS; seed++) {
      const one = problemOf(seed);
      if (!one) continue;
      const all = bruteForce(one);
      const attainedBy = new Map(all.map(({ set, objective }) => [set, objective]));
      const search = searcher(one.problem);
      const bound = partBounder(search, one.scenarios[0]!, 0, { kernels: defaultKernels(), alone: true });
      const stream = randomStream(seed, 'parts');
      for (let part = 0; part < PARTS_EACH; part++) {
        const { base, open, counts, inside } = partOf(
          all.map(({ set }) => set),
          stream,
          part,
        );
        const values = inside.map((set) => attainedBy.get(set)!);
        const attained = values.reduce((most, value) => Math.max(most, value), 0);
        // A value that is reached elsewhere, above or below what the part can reach.
        const best = attained * (0.7 + 0.4 * uniformAt(stream, part * 64 + 62));
        const node = { base, open, ...(counts && { counts }), bound: 1, shares: [undefined] };
        const { value, never, always } = bound(node, best, {});
        expect(value, `problem ${seed}, part ${part}`).toBeGreaterThanOrEqual(attained * (1 - 1e-9));
        for (const [i, set] of inside.entries()) {
          if (values[i]! <= best * (1 + 1e-9)) continue;
          expect(never.some((a) => set.includes(a))).toBe(false);
          expect(always.every((a) => set.includes(a))).toBe(true);
        }
        parts++;
        if (counts && counts.length > 0) counted++;
        if (never.length + always.length > 0) settled++;
      }
    }
    expect(parts).toBeGreaterThan(10_000);
    expect(counted).toBeGreaterThan(0.5 * parts);
    expect(settled).toBeGreaterThan(0.1 * parts);
  });

  it('with one action in each stretch leave little above the best of them', () => {
    const model = {
      covariance: kernelMatrix({ ou: { tau: 1 } }, 0, testGrid),
      weights: targetWeights('uniform', testGrid),
    };
    const aims = { mean: target('mean'), above: target({ above: 0 }) };
    const catalogue = Array.from({ length: 20 }, (_, k) =>
      action({ at: 0.25 + 0.5 * k, noise: 0.3 }, testGrid),
    );
    const open = [...catalogue.keys()];
    const stretches = [0, 5, 10, 15].map((from) => ({
      members: open.slice(from, from + 5),
      least: 1,
      most: 1,
    }));
    const ones = stretches.reduce<number[][]>(
      (sets, { members }) => sets.flatMap((set) => members.map((a) => [...set, a])),
      [[]],
    );
    for (const [name, aim] of Object.entries(aims)) {
      const scenario = { model, target: aim };
      const family = feasibleFamily(catalogue, { exactly: 4 });
      const search = searcher({ scenarios: [scenario], objective: { kind: 'mean' }, family });
      const bound = partBounder(search, scenario, 0, { kernels: defaultKernels(), alone: true });
      const part = { base: [], open, bound: 1, shares: [undefined] };
      const best = search.evaluate(ones).objective.reduce((most, one) => Math.max(most, one), 0);
      const above = (node: OpenPart) => bound(node, best, {}).value - best;
      const whole = above(part);
      const split = above({ ...part, counts: stretches });
      expect(split, name).toBeGreaterThan(-1e-9);
      expect(split / whole, name).toBeLessThan(0.5);
    }
  });
});
