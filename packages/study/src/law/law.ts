import { parseMatrix } from '@sightline/data';
import {
  InvalidInput,
  type LatentCovariance,
  latentCovariance,
  type Model,
  type Problem,
} from '@sightline/engine';
import { isMapping } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { horizon, weights } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import { placed, placedCell } from '../problems/located-problem.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import { type CalibrationData, calibrationData, linearPlugIn, plugIn } from './calibration-data.ts';
import { lawKind } from './law-kind.ts';
import { type LawRepair, lawRepair, liftedRepairs } from './law-repair.ts';

/** The law that a question computes with. */
export interface Law {
  /**
   * The weights are the target's. Where the target of the best-linear value is not the mean of the record, it is one more
   * point, the last.
   */
  model: Model;
  estimand: 'gaussian' | 'linear';
  /** The column with the measured target. */
  column: string | undefined;
  /** m(t) in the unit of the data, and of the target where that is a point; null where the law is standardised. */
  mean: Float64Array | null;
  repairs: ResultRepair[];
}

/** What an estimated law was made from, and how. */
export interface EstimatedFrom {
  data: CalibrationData;
  repair: LawRepair;
}

/** Where the law comes from: it is given, or is to be estimated. */
export type LawSource = { given: Law } | { data: CalibrationData; weights: Float64Array };

/** A law, and how it was estimated, where it was; null where it is given. */
export interface MadeLaw {
  latent: Law;
  estimated: EstimatedFrom | null;
}

/** A plan with its law, which is estimated here where it has to be. */
export function withLaw<Plan extends { law: LawSource }>(plan: Plan): Plan & MadeLaw {
  const { law } = plan;
  if ('given' in law) return { ...plan, latent: law.given, estimated: null };
  const { data, weights: own } = law;
  const { estimand, column } = data;
  if (estimand === 'linear') {
    const { model, mean, floored } = linearPlugIn(data, own);
    const repair = lawRepair(data, undefined);
    return {
      ...plan,
      latent: {
        model,
        estimand,
        column,
        mean,
        repairs: [...repair.sentences, ...liftedRepairs(floored)],
      },
      estimated: { data, repair: floored ? { ...repair.numbers, ...floored } : repair.numbers },
    };
  }
  const estimate = plugIn(data, own);
  const repair = lawRepair(data, estimate);
  return {
    ...plan,
    latent: {
      model: { covariance: estimate.covariance, weights: own },
      estimand,
      column,
      mean: null,
      repairs: repair.sentences,
    },
    estimated: { data, repair: repair.numbers },
  };
}

/**
 * The law that is given under `latent`, or the data to estimate it from: these in any case where `from` says so and there
 * are some. `orBenchmark`: whether data of a benchmark could stand in for either.
 */
export async function lawOf(
  study: Asking,
  { from = 'either', orBenchmark = false }: { from?: 'either' | 'data'; orBenchmark?: boolean } = {},
): Promise<LawSource | undefined> {
  const has = (field: string) => valueAt(study.parsed.intended, [field]) !== undefined;
  const own = study.part(weights);
  if (lawKind(study.parsed, from).from === 'latent') {
    if (!has('latent')) study.report([missingLaw(study.command, orBenchmark)]);
    const given = await study.part(latent);
    if (!given || !own) return undefined;
    const { covariance, repairs } = given;
    return {
      given: {
        model: { covariance, weights: own },
        estimand: 'gaussian',
        column: undefined,
        mean: null,
        repairs,
      },
    };
  }
  const data = await calibrationData(study);
  return data && own && { data, weights: own };
}

function missingLaw(command: string, orBenchmark: boolean): Problem {
  return {
    path: ['latent'],
    value: undefined,
    why: `\`sightline ${command}\` needs the law of the latent trajectory, and \`latent\` is missing`,
    accepted:
      'latent: { kernel: … } or latent: { covariance: file.csv }, or in its place calibration: { data: file.csv, ' +
      `noise: variance }${orBenchmark ? ' or benchmark: { data: file.csv }' : ''}`,
  };
}

/** The law under `latent`: a kernel, or a covariance in a file. */
export const latent: Part<Promise<LatentCovariance | undefined>> = async (study) => {
  study.report(latentProblems(valueAt(study.parsed.intended, ['latent'])));
  const { grid, pointsKnown } = study.part(horizon);
  const { kernel, covariance, trait, indefinite } = study.parsed.parts.latent ?? {};
  if (kernel !== undefined && covariance === undefined)
    return study.build(
      ['latent'],
      () => latentCovariance(trait === undefined ? { kernel } : { kernel, trait }, grid),
      ({ path }) => pointsKnown || path.at(-1) !== 'toeplitz',
    );
  const found = covariance === undefined ? undefined : await study.text(['latent', 'covariance'], covariance);
  if (!found) return undefined;
  const { file, text } = found;
  const read = parseMatrix(text);
  if (!read.ok) {
    study.tell(read.problems.map((problem) => placedCell(problem, file, ['latent', 'covariance'])));
    return undefined;
  }
  if (!pointsKnown) return undefined;
  try {
    const given = { covariance: read.matrix };
    return latentCovariance(indefinite === undefined ? given : { ...given, indefinite }, grid);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    study.tell(
      error.problems.map((problem) => {
        const [, row, cell] = problem.path;
        const position =
          typeof row === 'number' && typeof cell === 'number'
            ? read.positionOf(row, cell)
            : { line: 1, column: 1 };
        return placed({ ...problem, path: ['latent', ...problem.path] }, file, position);
      }),
    );
    return undefined;
  }
};

/** `latent` is a kernel or a covariance. Looks at what stands in the file, whatever its shape. */
function latentProblems(given: unknown): Problem[] {
  if (!isMapping(given)) return [];
  const has = (name: string) => Object.hasOwn(given, name);
  const stray = (name: string, home: string): Problem => ({
    path: ['latent', name],
    value: given[name],
    why: `\`${name}\` belongs to a \`${home}\`, and there is none here`,
    accepted: `\`${name}\` together with \`${home}\`, or neither`,
  });
  if (has('kernel') && has('covariance'))
    return [
      {
        path: ['latent'],
        value: Object.keys(given),
        why: 'the law is given twice, as a kernel and as a covariance',
        accepted: 'exactly one of kernel and covariance',
      },
    ];
  const problems: Problem[] = [];
  if (!has('kernel') && has('trait')) problems.push(stray('trait', 'kernel'));
  if (!has('covariance') && has('indefinite')) problems.push(stray('indefinite', 'covariance'));
  if (!has('kernel') && !has('covariance') && problems.length === 0)
    problems.push({
      path: ['latent'],
      value: given,
      why: 'neither a kernel nor a covariance is given',
      accepted: 'exactly one of kernel and covariance',
    });
  return problems;
}
