import { InvalidInput, protocolValues, type Repair } from '@sightline/engine';
import { InvalidStudy } from './located-problem.ts';
import { located } from './parse-study.ts';
import type { Plan } from './plan.ts';
import { protocolWarnings, type Warning } from './protocol-warnings.ts';
import type { Study } from './study-schema.ts';

/** What every result carries. */
export interface ResultHead {
  sightline: 1;
  command: string;
  /** The study file as it was named. */
  study: string;
  inputHash: string;
  seed: number;
}

/** The answer of `sightline value`. */
export interface ValueResult extends ResultHead {
  command: 'value';
  title: string | null;
  warnings: Warning[];
  repairs: Repair[];
  grid: {
    horizon: number;
    points: number;
    unit: string;
    spacing: number;
    /** The furthest that a point action's time lies from the grid point it reads. */
    largestShift: number;
  };
  /** What is predicted; `weights` says how the times count, whether the study says so or not. */
  target: { name: string; weights: string; variance: number };
  protocols: Record<string, ProtocolResult>;
}

export interface ProtocolResult {
  /** I_g: the share of the target's variance that the best predictor explains. */
  value: number;
  /** F_g, the explained variance itself. */
  explained: number;
  /** I_L: the share that the best linear predictor explains. */
  linearValue: number;
  /** Sum of the actions' costs. */
  cost: number;
  /** Their number. */
  actions: number;
}

export function valueResult(plan: Plan, head: Omit<ResultHead, 'sightline' | 'command'>): ValueResult {
  const { study, grid, weights, latent, target, protocols } = plan;
  const { variance, protocols: values } = familyValues(plan);
  return {
    sightline: 1,
    command: 'value',
    ...head,
    title: study.title ?? null,
    warnings: protocols.flatMap((protocol, i) => protocolWarnings(protocol, values[i]!, grid)),
    repairs: latent.repairs,
    grid: {
      horizon: grid.horizon,
      points: weights.length,
      unit: grid.unit,
      spacing: grid.spacing,
      largestShift: Math.max(0, ...protocols.flatMap(({ actions }) => actions.map(({ shift }) => shift))),
    },
    target: { name: target.name, weights: weightsName(study.weights ?? 'uniform', grid.unit), variance },
    protocols: Object.fromEntries(
      protocols.map(({ name, actions }, i) => {
        const { value, explained, linearValue } = values[i]!;
        const cost = actions.reduce((sum, action) => sum + action.cost, 0);
        return [name, { value, explained, linearValue, cost, actions: actions.length }];
      }),
    ),
  };
}

function weightsName(weights: NonNullable<Study['weights']>, unit: string): string {
  if (weights === 'uniform') return 'uniform';
  return 'recency' in weights ? `recency ${weights.recency} ${unit}`.trim() : 'as given';
}

/** One call for all protocols, which share the work. A target that does not vary is a problem of the study. */
function familyValues({ source, latent, weights, target, protocols }: Plan) {
  try {
    return protocolValues(
      { covariance: latent.covariance, weights },
      target,
      protocols.map(({ actions }) => actions),
    );
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidStudy(
      error.problems.map((problem) =>
        located({ ...problem, path: problem.path.length > 0 ? problem.path : ['target'] }, source),
      ),
    );
  }
}
