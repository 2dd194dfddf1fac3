// Table 1: design objectives and searches against the exhaustive optimum, in 25 instances of law, actions and target.
import {
  type Action,
  action,
  type Design,
  type DesignProblem,
  design,
  exhaustive,
  feasibleFamily,
  type KernelSpec,
  kernelMatrix,
  type Rules,
  searcher,
  type TargetSpec,
  type TimeGrid,
  target,
  targetWeights,
  timeGrid,
  type WeightsSpec,
} from '@sightline/engine/internal';

interface DesignSetting {
  name: string;
  kernel: KernelSpec;
  weights: WeightsSpec;
  catalogue: readonly Action[];
  rules: Rules;
}

const HORIZON = 10;
const POINTS = 128;
const grid: TimeGrid = timeGrid(HORIZON, POINTS);

const twelvePoints = (noise: number) =>
  Array.from({ length: 12 }, (_, k) => action({ at: 0.5 + (9 / 11) * k, noise }, grid));

export const TARGETS: readonly TargetSpec[] = [
  'mean',
  { above: 0 },
  { above: 1.5 },
  { outside: 1.2 },
  { logistic: 2 },
];

export const SETTINGS: readonly DesignSetting[] = [
  {
    name: 'stationary OU',
    kernel: { ou: { tau: 1 } },
    weights: 'uniform',
    catalogue: twelvePoints(0.4),
    rules: { exactly: 4 },
  },
  {
    name: 'stationary Matérn',
    kernel: { matern32: { tau: 1 } },
    weights: 'uniform',
    catalogue: twelvePoints(0.4),
    rules: { exactly: 4 },
  },
  {
    name: 'horizon-varying',
    kernel: { varyingOu: { from: 0.5, to: 4 } },
    weights: 'uniform',
    catalogue: twelvePoints(0.15),
    rules: { exactly: 4 },
  },
  {
    name: 'recency-weighted',
    kernel: { ou: { tau: 1 } },
    weights: { recency: 6 },
    catalogue: twelvePoints(0.4),
    rules: { exactly: 4 },
  },
  {
    name: 'heterogeneous',
    kernel: { ou: { tau: 0.7 } },
    weights: 'uniform',
    catalogue: Array.from({ length: 6 }, (_, k) => 0.5 + 1.8 * k).flatMap((at) =>
      [0, 1.5, 3.5].map((width) =>
        action({ at, width, noise: { from: 1, to: 3 }, cost: { base: 1, perWidth: 0.15 } }, grid),
      ),
    ),
    rules: { budget: 4 },
  },
];

export function problemOf(
  { kernel, weights, catalogue, rules }: DesignSetting,
  spec: TargetSpec,
): DesignProblem {
  return {
    scenarios: [
      {
        model: { covariance: kernelMatrix(kernel, 0, grid), weights: targetWeights(weights, grid) },
        target: target(spec),
      },
    ],
    objective: { kind: 'mean' },
    family: feasibleFamily(catalogue, rules),
  };
}

export interface DesignInstance {
  setting: string;
  target: TargetSpec;
  design: Design;
  /** Sets that forward selection and swaps had in question, as a share of all. */
  evaluated: number;
}

/** All 25. The paper's swaps: the best of each sweep, three at most. */
export async function designInstances(): Promise<DesignInstance[]> {
  const instances: DesignInstance[] = [];
  for (const setting of SETTINGS)
    for (const spec of TARGETS) {
      const problem = problemOf(setting, spec);
      const found = await design(problem, { method: 'exhaustive', swaps: { take: 'best', most: 3 } });
      // What the optimum itself took is no part of the search that is compared with it.
      const considered = found.best.effort.considered - found.sets;
      instances.push({
        setting: setting.name,
        target: spec,
        design: found,
        evaluated: considered / found.sets,
      });
    }
  return instances;
}

/** The efficiency of each target's best protocol for each other target: row designed for, column judged by. */
export function crossTarget(setting: DesignSetting): number[][] {
  const searches = TARGETS.map((spec) => searcher(problemOf(setting, spec)));
  const best = searches.map((search) => exhaustive(search));
  return best.map(({ chosen }) =>
    searches.map((search, t) => search.evaluate([chosen]).objective[0]! / best[t]!.objective),
  );
}
