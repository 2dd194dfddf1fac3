import {
  type DrawnValuesInput,
  type FittedOptions,
  type FittedTarget,
  type FittedValues,
  fittedValues,
  InvalidInput,
  type Measurement,
  type TargetSpec,
  type TimeGrid,
  type UncertainLaw,
} from '@sightline/engine';
import { located } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import { InvalidStudy } from '../problems/located-problem.ts';
import type { Warning } from '../problems/warning.ts';
import { fewUnits } from './data-warnings.ts';
import type { FittedFrom, FittedSummary } from './fitted-law.ts';
import type { Law } from './law.ts';

/** A law whose parameters were estimated from sparse readings. */
export type FittedLaw = Law & { fitted: FittedFrom };

export const isFitted = (law: Law): law is FittedLaw => law.fitted !== null;

/** As the engine draws from it. */
export function uncertainLaw({ fitted, mean }: FittedLaw): UncertainLaw {
  const { parameters, covariance, units, kernel, trait, sd, knots } = fitted;
  return { parameters, covariance, units, kernel, trait, sd, knots, mean: mean! };
}

interface Valued {
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  target: TargetSpec;
}

/** What is computed under each law that the readings could as well have led to. */
export function drawnInput(
  { grid, weights, target }: Omit<Valued, 'source'>,
  law: FittedLaw,
  protocols: readonly (readonly Measurement[])[],
): DrawnValuesInput {
  return { law: uncertainLaw(law), grid, transform: law.transform, weights, targets: [target], protocols };
}

/** The values of the study's target with intervals and comparisons, from draws of the law's parameters. */
export async function valuesOfFit(
  study: Valued,
  law: FittedLaw,
  protocols: readonly (readonly Measurement[])[],
  options: FittedOptions,
): Promise<FittedTarget & Omit<FittedValues, 'targets'>> {
  try {
    const { targets, level, draws } = await fittedValues(drawnInput(study, law, protocols), options);
    return { ...targets[0]!, level, draws };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidStudy(
      error.problems.map((problem) =>
        located(
          { ...problem, path: problem.path[0] === 'target' ? ['target'] : ['target', ...problem.path] },
          study.source,
        ),
      ),
    );
  }
}

/** On the parameter's own scale. */
function standardErrorOf({ parameters, covariance: { cols, data } }: FittedFrom, i: number): number {
  const { scale, value } = parameters[i]!;
  const slope = scale === 'log' ? value : scale === 'logit' ? value * (1 - value) : 1;
  return slope * Math.sqrt(data[i * cols + i]!);
}

export function fittedSummary(fitted: FittedFrom): FittedSummary {
  const { units, readings, parameters, undetermined } = fitted;
  return {
    units,
    readings,
    parameters: parameters.map(({ name, value }, i) => ({
      name,
      value,
      standardError: standardErrorOf(fitted, i),
    })),
    undetermined: [...undetermined],
  };
}

/** What to know before values under a fitted law, and their intervals, are used. */
export function fittedWarnings({ units }: FittedFrom): Warning[] {
  return fewUnits({ units, trajectories: units }, 'the fitted law is very uncertain');
}
