// Random design problems, and what is feasible and best by definition.

import type { ComparatorInput } from '../src/design/selection/comparator-kind.ts';
import { type DesignProblem, forwardSelection, searcher } from '../src/design/selection/forward-selection.ts';
import { oneSwap } from '../src/design/selection/one-swap.ts';
import { feasibleFamily, type Rules } from '../src/design/selection/rules.ts';
import { combined, type Objective, type Scenario } from '../src/design/selection/scenarios.ts';
import type { KernelSpec } from '../src/model/latent-kernel.ts';
import { kernelMatrix } from '../src/model/latent-kernel.ts';
import { type Target, type TargetSpec, target } from '../src/model/target.ts';
import { targetUnder } from '../src/model/target-under.ts';
import { targetWeights } from '../src/model/target-weights.ts';
import { timeGrid } from '../src/model/time/time-grid.ts';
import { type Action, action } from '../src/model/value/action.ts';
import { protocolValues } from '../src/model/value/value.ts';
import { integerBelow, randomStream, uniformAt } from '../src/numerics/random/random-stream.ts';

const KERNELS: KernelSpec[] = [
  { ou: { tau: 1 } },
  { matern32: { tau: 2 } },
  { squaredExponential: { tau: 1.5 } },
  { dampedCosine: { decay: 4, period: 3 } },
  { varyingOu: { from: 0.5, to: 3 } },
];
const TARGETS: TargetSpec[] = [
  'mean',
  { above: 0 },
  { above: 1 },
  { outside: 1 },
  { logistic: 2 },
  { hermite: [0, 1, 0.5] },
];
/** In their place in the unit of the data; 'log': the mean of e^(log X), with a hundredth of the scale. */
const IN_UNIT: (TargetSpec | 'log')[] = [
  'mean',
  { above: 150 },
  { above: 250 },
  { between: [90, 180] },
  'log',
  { below: 100 },
];
export const HORIZON = 10;
const POINTS = 24;
export const testGrid = timeGrid(HORIZON, POINTS);

export interface TestProblem {
  problem: DesignProblem;
  rules: Rules;
  catalogue: Action[];
  scenarios: Scenario[];
}

/**
 * Problem number `seed`; undefined where its rules leave nothing to choose. `scaled`: in the unit of the data, with means and
 * standard deviations that differ between times and laws, so that thresholds stand elsewhere at each time.
 */
export function testProblem(
  seed: number,
  actions = 8,
  objective?: Objective,
  scaled = false,
): TestProblem | undefined {
  const stream = randomStream(seed, 'design problem');
  let drawn = 0;
  const below = (bound: number) => integerBelow(stream, bound, drawn++);
  const uniform = () => uniformAt(stream, drawn++);
  const chance = (share: number) => uniform() < share;
  const equal = chance(0.4);
  const catalogue = Array.from({ length: actions }, () =>
    action(
      {
        at: Math.round(100 * (0.5 + 9 * uniform())) / 100,
        width: chance(0.3) ? 1 + 2 * uniform() : 0,
        noise: (0.2 + uniform()) * (scaled ? 2500 : 1),
        repeats: chance(0.2) ? 3 : 1,
        cost: equal ? 1 : 1 + below(4) / 2,
      },
      testGrid,
    ),
  );
  const count = objective && objective.kind !== 'mean' ? 3 : 1;
  const scaleOf = (law: number) => {
    const own = randomStream(seed, 'scale', law);
    return Float64Array.from({ length: POINTS }, (_, j) => 50 * (0.2 + 2 * uniformAt(own, j)));
  };
  const scenarios = Array.from({ length: count }, (_, law) => {
    const model = {
      covariance: kernelMatrix(KERNELS[below(KERNELS.length)]!, chance(0.3) ? 0.2 : 0, testGrid),
      weights: targetWeights(chance(0.3) ? { recency: 4 } : 'uniform', testGrid),
    };
    const kind = below(TARGETS.length);
    if (!scaled) return { model, target: target(TARGETS[kind]!) };
    const own = { ...model, scale: scaleOf(law) };
    return { model: own, target: inUnit(IN_UNIT[kind]!, own.scale, seed + law) };
  });
  const rules: Rules = {
    ...(chance(0.5) ? { exactly: 2 + below(3) } : {}),
    ...(chance(0.3) ? { spacing: 0.3 + uniform() } : {}),
    ...(chance(0.2) ? { oneVariant: true } : {}),
    ...(chance(0.2) ? { required: [below(actions)] } : {}),
    ...(chance(0.2) ? { forbidden: [below(actions)] } : {}),
    ...(chance(0.2)
      ? {
          groups: [
            { members: [0, 1, 2, 3], most: 1 + below(2) },
            { members: [4, 5], budget: 2 },
          ],
        }
      : {}),
  };
  if (rules.exactly === undefined || chance(0.3)) rules.budget = 3 + below(8) / 2;
  try {
    const family = feasibleFamily(catalogue, rules);
    const problem = { scenarios, objective: objective ?? { kind: 'mean' as const }, family };
    return { problem, rules, catalogue, scenarios };
  } catch {
    return undefined;
  }
}

/** A target under a law with these standard deviations and means about 140. */
export function inUnit(spec: TargetSpec | 'log', scale: Float64Array, seed: number): Target {
  const stream = randomStream(seed, 'mean');
  const mean = scale.map((_, j) => 110 + 60 * uniformAt(stream, j));
  if (spec !== 'log') return targetUnder(spec, { mean, scale });
  const hundredth = (values: Float64Array) => values.map((value) => value / 100);
  return targetUnder('mean', { mean: hundredth(mean), scale: hundredth(scale), transform: 'log' });
}

/** Whether a set obeys the rules, said rule by rule. */
export function obeys(rules: Rules, catalogue: readonly Action[], set: readonly number[]): boolean {
  const cost = (some: readonly number[]) => some.reduce((sum, a) => sum + catalogue[a]!.cost, 0);
  const pairs = set.flatMap((a, i) => set.slice(i + 1).map((b) => [catalogue[a]!, catalogue[b]!] as const));
  return (
    set.length > 0 &&
    (rules.exactly === undefined || set.length === rules.exactly) &&
    (rules.budget === undefined || cost(set) <= rules.budget + 1e-9) &&
    (rules.required ?? []).every((a) => set.includes(a)) &&
    !(rules.forbidden ?? []).some((a) => set.includes(a)) &&
    pairs.every(([one, two]) => Math.abs(one.at - two.at) >= (rules.spacing ?? 0) - 1e-9) &&
    (!rules.oneVariant || pairs.every(([one, two]) => one.first !== two.first || one.last !== two.last)) &&
    (rules.groups ?? []).every(({ members, budget = Infinity, most = Infinity }) => {
      const own = set.filter((a) => members.includes(a));
      return own.length <= most && cost(own) <= budget + 1e-9;
    })
  );
}

/** All feasible sets with their objectives, subset by subset. */
export function bruteForce({
  problem,
  rules,
  catalogue,
  scenarios,
}: TestProblem): { set: number[]; objective: number }[] {
  const found: number[][] = [];
  for (let bits = 1; bits < 1 << catalogue.length; bits++) {
    const set = catalogue.flatMap((_, a) => ((bits >> a) & 1 ? [a] : []));
    if (obeys(rules, catalogue, set)) found.push(set);
  }
  const values = scenarios.map(({ model, target: aim }) =>
    protocolValues(
      model,
      aim,
      found.map((set) => set.map((a) => catalogue[a]!)),
    ).protocols.map(({ value }) => value),
  );
  return found.map((set, i) => ({
    set,
    objective: combined(
      problem.objective,
      values.map((own) => own[i]!),
    ),
  }));
}

/** What comparators are given for a problem. */
export function comparatorInput(problem: DesignProblem): ComparatorInput {
  const search = searcher(problem);
  const forward = forwardSelection(search);
  const swapped = oneSwap(search, forward.path).path;
  return { problem, reference: problem.scenarios[0]!, forward, swapped, swaps: {} };
}
