import { type DataScale, type TargetSpec, target } from '../../model/target.ts';
import { targetUnder } from '../../model/target-under.ts';
import type { Action } from '../../model/value/action.ts';
import type { Model } from '../../model/value/model.ts';
import type { DesignProblem } from './forward-selection.ts';
import type { PatternRule } from './patterned-sets.ts';
import { feasibleFamily, type Rules } from './rules.ts';
import type { Objective } from './scenarios.ts';

/** A problem as plain data, which can travel to workers. */
export interface ProblemInput {
  scenarios: {
    model: Model;
    target: TargetSpec;
    under: DataScale | undefined;
    missed: PatternRule | undefined;
  }[];
  objective: Objective;
  catalogue: readonly Action[];
  rules: Rules;
}

/** Nothing where a target is a function of somebody's own, or the kernels are: functions do not travel. */
export function problemInput(problem: DesignProblem): ProblemInput | undefined {
  const { objective, family, kernels } = problem;
  const scenarios = problem.scenarios.flatMap(({ model, target: { spec, under }, missed }) =>
    spec === 'function' ? [] : [{ model, target: spec, under, missed }],
  );
  if (kernels !== undefined || scenarios.length < problem.scenarios.length) return undefined;
  return { scenarios, objective, catalogue: family.catalogue, rules: family.rules };
}

/** The problem that the input was made of. */
export function problemFrom({ scenarios, objective, catalogue, rules }: ProblemInput): DesignProblem {
  return {
    scenarios: scenarios.map(({ model, target: spec, under, missed }) => ({
      model,
      target: under ? targetUnder(spec, under) : target(spec),
      missed,
    })),
    objective,
    family: feasibleFamily(catalogue, rules),
  };
}
