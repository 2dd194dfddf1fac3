import {
  type AugmentationAnswer,
  type BenchmarkFit,
  type DataIdentification,
  type Identification,
  INCOMPATIBLE_BELOW,
  identify,
  identifyFromData,
  type Matrix,
  type TimeGrid,
  type ValueRange,
  type Workers,
  type WorkOptions,
  type World,
} from '@sightline/engine';
import { estimatedLawWarnings } from './estimate-warnings.ts';
import { familyValues } from './family-values.ts';
import type { IdentifyPlan } from './identify-plan.ts';
import { identifyWarnings } from './identify-warnings.ts';
import { lawWarnings } from './law-warnings.ts';
import { protocolWarnings } from './protocol-warnings.ts';
import { type GridResult, gridSummary, type ResultOrigin, weightsName } from './result-head.ts';
import type { Study } from './study-schema.ts';

/** The answer of `sightline identify`. */
export interface IdentifyResult extends GridResult {
  command: 'identify';
  target: { name: string; weights: string };
  /** The protocol behind the benchmark. */
  realised: string;
  /** The correlation matrices considered possible. */
  assume: 'any' | 'stationary';
  /** What is known beside the benchmark, as the study says it; null where nothing is. */
  know: Study['know'] | null;
  /** Where the law of the benchmark comes from. */
  law: 'latent' | 'calibration' | 'data';
  /** How well a compatible law fits the data; null where the law is given. */
  data: DataFit | null;
  /** dim D(A, h) within the class; null where it decides nothing. */
  invisibleDimension: number | null;
  /** The share of the largest admissible step at which the worlds stand; null where they are the ends of the range. */
  step: number | null;
  /** How many actions could be measured in addition. */
  catalogue: number;
  alternatives: Record<string, AlternativeResult>;
}

export interface DataFit extends BenchmarkFit {
  /** Below this share of resamples as far away no correlation matrix is called compatible. */
  incompatibleBelow: number;
  /** Coverage of the intervals. */
  level: number;
}

export interface AlternativeResult
  extends Pick<Identification, 'verdict' | 'by' | 'why' | 'sensitivity' | 'range' | 'permuted' | 'unsolved'> {
  /** Under the law given or estimated; null where it comes from data of the benchmark. */
  value: number | null;
  /** Present where `value` is a lower bound; a warning says why. */
  lowerBound?: true;
  /** For both ends of the range, where the law comes from data. */
  intervals: DataIdentification['intervals'];
  /** `covariance` is null on large grids, unless it was asked for. `lowerBound` is present where the value is one. */
  worlds: { value: number; lowerBound?: true; covariance: number[][] | null }[];
  /** The pair of times whose correlation differs most between the two worlds, and its value in each. */
  worldsDiffer: { times: [number, number]; correlations: [number, number] } | null;
  augmentation: AugmentationResult | null;
}

export interface AugmentationResult extends Omit<AugmentationAnswer, 'surest'> {
  /** The actions' times and widths, in the same order. */
  at: number[];
  width: number[];
  surest: (NonNullable<AugmentationAnswer['surest']> & { at: number[]; width: number[] }) | null;
}

export interface IdentifyRequest {
  /** Where the two worlds stand, as a share of the largest admissible step; undefined for the ends of the range. */
  step?: number;
  range?: boolean;
  /** Bootstrap resamples, where the law comes from data; as many as the grid affords unless given. */
  resamples?: number;
  /** Whether the worlds' covariances are wanted on large grids too. */
  worlds?: boolean;
  /** Who does the resamples, where the law comes from data. */
  workers?: Workers | undefined;
  signal?: WorkOptions['signal'];
  /** Told how many alternatives are done, or how much of the resampling. */
  onProgress?: WorkOptions['onProgress'];
}

/** Grids up to this size have their worlds written out. */
export const WORLDS_WRITTEN = 32;
const LEVEL = 0.95;

export async function identifyResult(
  plan: IdentifyPlan,
  origin: ResultOrigin,
  request: IdentifyRequest = {},
): Promise<IdentifyResult> {
  const { study, grid, target, protocols, catalogue, law, realised, assume } = plan;
  const values = law.by === 'latent' ? familyValues(plan, law.latent).protocols : [];
  const written = (request.worlds ?? false) || grid.points <= WORLDS_WRITTEN;
  const found =
    law.by === 'latent' ? fromLaw(plan, request, origin.seed) : await fromData(plan, request, origin.seed);
  return {
    sightline: 1,
    command: 'identify',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lawWarnings(study, grid, law.by === 'latent'),
      ...protocols.flatMap((protocol, i) =>
        protocolWarnings(protocol, values[i] ?? { rank: protocol.actions.length, atLeast: false }, grid),
      ),
      ...estimatedLawWarnings(plan.estimated),
      ...identifyWarnings(plan, request),
    ],
    repairs: law.by === 'latent' ? law.latent.repairs : [],
    grid: gridSummary(grid, [...protocols.flatMap(({ actions }) => actions), ...catalogue], plan.knownShift),
    target: { name: target.name, weights: weightsName(study.weights, grid.unit) },
    realised: realised.name,
    assume,
    know: study.know ?? null,
    law: plan.estimated ? 'calibration' : law.by,
    data: found.data,
    invisibleDimension: found.answers[0]!.invisibleDimension,
    step: request.step ?? null,
    catalogue: catalogue.length,
    alternatives: Object.fromEntries(
      plan.alternatives.map(({ name }, i) => [name, alternativeResult(found.answers[i]!, plan, written)]),
    ),
  };
}

type Answer = Omit<Identification, 'value'> & {
  value: number | null;
  intervals: DataIdentification['intervals'];
};

function fromLaw(plan: IdentifyPlan, { step, range, onProgress }: IdentifyRequest, seed: number) {
  if (plan.law.by !== 'latent') throw new Error('the law comes from data');
  const { covariance } = plan.law.latent;
  const { weights, target, realised, assume, knowledge, catalogue } = plan;
  const { length } = plan.alternatives;
  const answers = plan.alternatives.map(({ actions: alternative }, i): Answer => {
    onProgress?.(i, length);
    return {
      ...identify(
        {
          covariance,
          weights,
          target,
          realised: realised.actions,
          alternative,
          covarianceClass: assume,
          knowledge,
          catalogue,
        },
        { seed, ...(step === undefined ? {} : { share: step }), ...(range === undefined ? {} : { range }) },
      ),
      intervals: null,
    };
  });
  onProgress?.(length, length);
  return { answers, data: null };
}

async function fromData(
  plan: IdentifyPlan,
  { resamples, range, workers, signal, onProgress }: IdentifyRequest,
  seed: number,
) {
  if (plan.law.by !== 'data') throw new Error('the law is given');
  const { weights, realised, assume, knowledge } = plan;
  const { fit, answers } = await identifyFromData(
    {
      ...plan.law.data,
      weights,
      realised: realised.actions,
      alternatives: plan.alternatives.map(({ actions }) => actions),
      covarianceClass: assume,
      knowledge,
    },
    {
      seed,
      ...(resamples !== undefined && { resamples }),
      level: LEVEL,
      signal,
      onProgress,
      ...(range === undefined ? {} : { range }),
      ...(workers && { workers }),
    },
  );
  const data: DataFit = { ...fit, incompatibleBelow: INCOMPATIBLE_BELOW, level: LEVEL };
  return {
    answers: answers.map(
      (one): Answer => ({
        ...one,
        value: null,
        atLeast: false,
        sensitivity: null,
        augmentation: null,
        permuted: null,
      }),
    ),
    data,
  };
}

function alternativeResult(
  answer: Answer,
  { catalogue, grid }: IdentifyPlan,
  written: boolean,
): AlternativeResult {
  const { verdict, by, why, value, atLeast, sensitivity, range, permuted, intervals, worlds } = answer;
  const { augmentation, unsolved } = answer;
  const placed = <Chosen extends { actions: number[] }>(chosen: Chosen) => ({
    ...chosen,
    at: chosen.actions.map((a) => catalogue[a]!.at),
    width: chosen.actions.map((a) => catalogue[a]!.width),
  });
  return {
    verdict,
    by,
    why,
    value,
    ...(atLeast && { lowerBound: true }),
    sensitivity,
    range: range && rangeOf(range),
    permuted,
    intervals,
    worlds: worlds.map((world) => ({
      value: world.value,
      ...(world.atLeast && { lowerBound: true }),
      covariance: written ? asRows(world.covariance) : null,
    })),
    worldsDiffer: furthestApart(worlds, grid),
    augmentation: augmentation && {
      ...placed(augmentation),
      surest: augmentation.surest && placed(augmentation.surest),
    },
    unsolved,
  };
}

function furthestApart(
  worlds: readonly World[],
  { times, points }: TimeGrid,
): AlternativeResult['worldsDiffer'] {
  const [low, high] = worlds.map(({ covariance }) => covariance.data);
  if (!low || !high) return null;
  let most = 0;
  // Differences that rounding alone makes unequal must not move the pair: a stationary world has many.
  low.forEach((value, n) => {
    if (Math.abs(value - high[n]!) > Math.abs(low[most]! - high[most]!) + 1e-9) most = n;
  });
  return {
    times: [times[Math.floor(most / points)]!, times[most % points]!],
    correlations: [low[most]!, high[most]!],
  };
}

const rangeOf = ({ low, high, lowStatus, highStatus }: ValueRange): ValueRange => ({
  low,
  high,
  lowStatus,
  highStatus,
});

const asRows = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, j) => [...data.subarray(j * cols, (j + 1) * cols)]);
