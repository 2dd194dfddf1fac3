import type { Model, Problem } from '@sightline/engine/internal';
import type { ParsedStudy } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { weights } from '../parts/horizon.ts';
import type { Asking } from '../parts/study-parts.ts';
import type { Warning } from '../problems/warning.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import {
  type CalibrationData,
  calibrationData,
  isOfCells,
  linearPlugIn,
  plugIn,
} from './calibration-data.ts';
import { estimandOf } from './calibration-rules.ts';
import type { FitWork } from './fit-law.ts';
import type { FittedFrom } from './fitted-law.ts';
import { type GivenLaw, latent } from './latent.ts';
import { type LawRepair, lawRepair, liftedRepairs } from './law-repair.ts';
import type { FitPlan } from './sparse-file.ts';

/** What the numbers of a study are about, as its fields say it, before any law is made. */
export interface LawKind {
  /** 'fit': a law with parameters, fitted to sparse readings. */
  from: 'latent' | 'calibration' | 'fit';
  estimand: 'gaussian' | 'linear';
  /** Of thresholds, noise and target: the data's own, or standard deviations of the latent quantity. */
  unit: 'data' | 'sd';
  /** Whether the law is that of the logarithm. */
  transform: 'none' | 'log';
}

/** `from`: the law under `latent` where there is one, or that of the data in any case. */
export function lawKind(
  { intended, parts }: Pick<ParsedStudy, 'intended' | 'parts'>,
  from: 'either' | 'data' = 'either',
): LawKind {
  const has = (...path: string[]) => valueAt(intended, path) !== undefined;
  if (!has('calibration') || (has('latent') && from === 'either'))
    return {
      from: 'latent',
      estimand: 'gaussian',
      unit: has('latent', 'mean') || has('latent', 'sd') ? 'data' : 'sd',
      transform: parts.latent?.transform ?? 'none',
    };
  const { calibration } = parts;
  if (has('fit'))
    return {
      from: 'fit',
      estimand: 'gaussian',
      unit: 'data',
      transform: calibration?.transform ?? 'none',
    };
  const estimand = calibration ? estimandOf(calibration) : 'gaussian';
  return {
    from: 'calibration',
    estimand,
    unit: estimand === 'linear' || calibration?.scale !== 'standardised' ? 'data' : 'sd',
    transform: calibration?.transform ?? 'none',
  };
}

/** Whether the study is about a law that was, or is to be, fitted to sparse readings; dense data go before one under `latent`. */
export function isFittedStudy({ intended }: Pick<ParsedStudy, 'intended'>): boolean {
  const has = (...path: string[]) => valueAt(intended, path) !== undefined;
  // Without a kernel there are no parameters whose uncertainty could be drawn.
  return has('calibration') ? has('fit') && !has('fit', 'surface') : has('latent', 'fitted');
}

/** Where a fitted study's law comes from: from `latent` where that says how uncertain it is, otherwise from the readings. */
export const fittedSource = ({ intended }: Pick<ParsedStudy, 'intended'>): 'either' | 'data' =>
  valueAt(intended, ['latent', 'fitted']) === undefined ? 'data' : 'either';

/** A law without parameters has none to draw: of a surface nobody says how uncertain it is. */
export function nothingToDraw({ parts }: Pick<ParsedStudy, 'parts'>, source: 'either' | 'data'): Problem[] {
  if (source === 'either' || !parts.fit?.surface) return [];
  return [
    {
      path: ['fit', 'surface'],
      value: parts.fit.surface,
      why: 'a surface has no parameters to draw, and how uncertain it is was not estimated',
      accepted: '`kernels` in place of `surface`; `sightline value` takes the surface as it is',
    },
  ];
}

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
  /** Where it is of the means of the readings in cells, and thresholds are too. */
  cellMeans?: true;
  /** Whether mean, scale and readings are those of the logarithm. */
  transform: 'none' | 'log';
  repairs: ResultRepair[];
  /** How uncertain its parameters are, where it was fitted to sparse readings; null for every other law. */
  fitted: FittedFrom | null;
  /** What to know before it is used; absent where there is nothing. */
  warnings?: Warning[];
}

/** What an estimated law was made from, and how. */
export interface EstimatedFrom {
  data: CalibrationData;
  repair: LawRepair;
  /** ŝ in the unit of the data, also where the law was standardised by it; null where the estimand makes no law. */
  scale: Float64Array | null;
}

/** Where the law comes from: it is given, or is to be estimated, or fitted. */
export type LawSource =
  | { given: Law; from?: LawKind['from'] }
  | { data: CalibrationData; weights: Float64Array }
  | { fit: FitPlan; weights: Float64Array };

/** A law, where it comes from, and how it was estimated from dense data, where it was; null for every other law. */
export interface MadeLaw {
  latent: Law;
  from: LawKind['from'];
  estimated: EstimatedFrom | null;
}

/** A plan with its law, which is estimated or fitted here where it has to be; in another turn, since a fit is divided work. */
export async function withLaw<Plan extends { law: LawSource }>(
  plan: Plan,
  work: FitWork = {},
): Promise<Plan & MadeLaw> {
  const { law } = plan;
  if ('given' in law) return { ...plan, latent: law.given, from: law.from ?? 'latent', estimated: null };
  if ('data' in law) return { ...plan, ...estimatedLaw(law) };
  // Fetched when there is something to fit.
  const { fittedLaw } = await import('./fit-law.ts');
  const made = lawOn(await fittedLaw(law.fit, work), law.weights);
  return { ...plan, latent: made, from: 'fit', estimated: null };
}

/** A law with a kernel or a covariance, and the weights of the target. */
export function lawOn({ covariance, repairs, inData, fitted, warnings }: GivenLaw, own: Float64Array): Law {
  return {
    model: { covariance, weights: own, ...(inData && { scale: inData.scale }) },
    estimand: 'gaussian',
    column: undefined,
    mean: inData?.mean ?? null,
    transform: inData?.transform ?? 'none',
    repairs,
    fitted,
    ...(warnings && { warnings }),
  };
}

/** The law that dense data show. */
export function estimatedLaw({ data, weights: own }: Extract<LawSource, { data: unknown }>): MadeLaw {
  const { estimand, column } = data;
  const linear = estimand === 'linear' ? linearPlugIn(data, own) : undefined;
  const gaussian = linear ? undefined : plugIn(data, own);
  const { model, mean } = linear ?? gaussian!;
  const floored = linear?.floored;
  const { sentences, numbers } = lawRepair(data, gaussian?.plugIn);
  return {
    from: 'calibration',
    latent: {
      model,
      estimand,
      column,
      mean,
      ...(isOfCells(data) && { cellMeans: true as const }),
      transform: linear ? 'none' : data.transform,
      repairs: [...sentences, ...liftedRepairs(floored)],
      fitted: null,
    },
    estimated: {
      data,
      repair: floored ? { ...numbers, ...floored } : numbers,
      scale: gaussian?.plugIn.scale ?? null,
    },
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
    if (!has('latent')) study.report(missingLaw(study.command, orBenchmark));
    const given = await study.part(latent);
    if (!given || !own) return undefined;
    return { given: lawOn(given, own) };
  }
  if (lawKind(study.parsed, from).from === 'fit') {
    const { fitPlan } = await import('./sparse-file.ts');
    const fit = await study.part(fitPlan);
    if (fit?.surface) {
      const given = await (await import('./surface-law.ts')).wholeSurface(study);
      return given && own && { given: lawOn(given, own), from: 'fit' };
    }
    return fit && own && { fit, weights: own };
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
