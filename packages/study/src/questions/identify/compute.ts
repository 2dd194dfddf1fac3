import {
  type BenchmarkSample,
  type DataIdentification,
  type Identification,
  identifyAll,
  identifyCompletions,
  identifyFromData,
  type Matrix,
  meanAndDeviation,
  type Target,
  type TimeGrid,
  type ValueRange,
  type World,
} from '@sightline/engine/internal';
import { LEVEL } from '../../asking/question.ts';
import { estimatedLawWarnings } from '../../law/data-warnings.ts';
import { familyValues } from '../../law/family-values.ts';
import { lawOn, type MadeLaw } from '../../law/law.ts';
import {
  preparedTarget,
  rmse,
  rmseInterval,
  standardisedMoments,
  type TargetMoments,
  targetMoments,
} from '../../law/target-of-law.ts';
import { gridSummary, weightsName } from '../../parts/horizon.ts';
import { knowInNumbers } from '../../parts/known-correlations.ts';
import { lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { clockOf } from '../../words/text.ts';
import { benchmarkLaw, benchmarkTarget } from './benchmark-law.ts';
import { dataFit } from './data-fit.ts';
import type { IdentifyPlan } from './plan.ts';
import {
  type AlternativeResult,
  type IdentifyRequest,
  type IdentifyResult,
  WORLDS_WRITTEN,
} from './result.ts';
import { identifyWarnings } from './warnings.ts';

export async function identifyResult(
  plan: IdentifyPlan,
  origin: ResultOrigin,
  request: IdentifyRequest = {},
): Promise<IdentifyResult> {
  const { study, grid, protocols, catalogue, assume } = plan;
  const law = await benchmarkLaw(plan, request);
  const target = benchmarkTarget(plan, law);
  const own = law && familyValues(plan, law.latent, target, origin.seed);
  const values = own?.protocols ?? [];
  const moments =
    law && own ? targetMoments(law.latent, target, plan.target, own.variance) : benchmarkMoments(plan);
  const surface = await seenOf(plan, origin.seed);
  const written = (request.worlds ?? false) || grid.points <= WORLDS_WRITTEN;
  const found = law
    ? await answersUnder(plan, law, target, request, origin.seed)
    : await fromData(plan, request, origin.seed);
  return {
    sightline: 1,
    command: 'identify',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lengthWarnings(study, grid, law !== undefined),
      ...protocols.flatMap((protocol, i) =>
        protocolWarnings(protocol, values[i] ?? { rank: protocol.actions.length, atLeast: false }, grid),
      ),
      ...estimatedLawWarnings(law?.estimated ?? null, grid),
      ...(law?.latent.fitted
        ? (await import('../../law/fitted-values.ts')).atEstimateWarnings(plan, law.latent)
        : []),
      ...(law?.latent.warnings ?? []),
      ...identifyWarnings(plan, request),
    ],
    repairs: law?.latent.repairs ?? [],
    grid: gridSummary(grid, [...protocols.flatMap(({ actions }) => actions), ...catalogue], {
      otherShift: plan.knownShift,
      named: protocols.flatMap(({ actions }) => actions),
    }),
    target: { name: target.name, weights: weightsName(study.weights, grid.unit), ...moments },
    realised: plan.law.by === 'surface' ? [] : study.realised!,
    assume,
    know: study.know ? knowInNumbers(study.know, grid) : null,
    ...(surface && { surface: surface.summary }),
    law: law ? law.from : 'data',
    estimand: law?.latent.estimand ?? 'linear',
    data: found.data,
    invisibleDimension: found.answers[0]!.invisibleDimension,
    step: request.step ?? null,
    catalogue: catalogue.length,
    ...(plan.permitted.length < catalogue.length && { forbidden: catalogue.length - plan.permitted.length }),
    alternatives: Object.fromEntries(
      plan.alternatives.map(({ name }, i) => [
        name,
        {
          ...alternativeResult(found.answers[i]!, plan, moments.variance, written),
          ...(surface?.errors[i] !== undefined && { standardError: surface.errors[i] }),
        },
      ]),
    ),
  };
}

/** What is seen of a law without a kernel, and how much values under it vary from sample to sample. */
async function seenOf(plan: IdentifyPlan, seed: number) {
  if (plan.law.by !== 'surface') return undefined;
  const { surface } = plan.law;
  const { surfaceErrorsOf, surfaceSummary } = await import('../../law/surface-law.ts');
  const errors = surfaceErrorsOf(surface, seed, (given) => {
    const latent = lawOn(given, plan.weights);
    const target = preparedTarget(latent, plan.target, plan.source);
    return familyValues(plan, latent, target, seed).protocols.map(({ value }) => value);
  });
  return { summary: surfaceSummary(surface), errors };
}

/** The target in the data of the benchmark, on their scale. */
function benchmarkMoments({ law }: IdentifyPlan): TargetMoments {
  if (law.by !== 'data') throw new Error('the law is given');
  const { mean, deviation } = targetsOf(law.samples);
  return standardisedMoments(mean, 'mean', deviation * deviation);
}

/** Of several samples: the mean of all units, and their deviation from the mean of their own sample. */
function targetsOf(samples: readonly BenchmarkSample[]) {
  const each = samples.map(({ targets }) => ({ units: targets.length, ...meanAndDeviation(targets) }));
  if (each.length === 1) return each[0]!;
  const units = each.reduce((sum, one) => sum + one.units, 0);
  const mean = each.reduce((sum, one) => sum + one.units * one.mean, 0) / units;
  const squares = each.reduce((sum, one) => sum + (one.units - 1) * one.deviation * one.deviation, 0);
  return { mean, deviation: Math.sqrt(squares / (units - each.length)) };
}

type Answer = Omit<Identification, 'value'> & {
  value: number | null;
  intervals: DataIdentification['intervals'];
};

async function answersUnder(
  plan: IdentifyPlan,
  { latent: { model } }: MadeLaw,
  target: Target,
  { step, range, workers, signal, onProgress }: IdentifyRequest,
  seed: number,
) {
  const { realised, assume, knowledge, law } = plan;
  const catalogue = plan.permitted.map((a) => plan.catalogue[a]!);
  const alternatives = plan.alternatives.map(({ actions }) => actions);
  const asked = {
    seed,
    ...(step === undefined ? {} : { share: step }),
    ...(range === undefined ? {} : { range }),
  };
  const answers =
    law.by === 'surface'
      ? alternatives.map((alternative, i) => {
          onProgress?.(i, alternatives.length);
          const { unseen } = law.surface.surface;
          return identifyCompletions({ ...model, target, unseen, alternative, catalogue }, asked);
        })
      : await identifyAll(
          {
            ...model,
            target,
            realised: realised.map(({ actions }) => actions),
            alternatives,
            covarianceClass: assume,
            knowledge,
            catalogue,
          },
          { ...asked, workers, signal, onProgress },
        );
  onProgress?.(alternatives.length, alternatives.length);
  return { answers: answers.map((answer): Answer => ({ ...answer, intervals: null })), data: null };
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
      samples: plan.law.samples,
      weights,
      realised: realised.map(({ actions }) => actions),
      alternatives: plan.alternatives.map(({ actions }) => actions),
      covarianceClass: assume,
      knowledge,
    },
    {
      seed,
      ...(resamples !== undefined && { resamples }),
      level: LEVEL.usual,
      signal,
      onProgress,
      ...(range === undefined ? {} : { range }),
      ...(workers && { workers }),
    },
  );
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
    data: dataFit(fit, plan),
  };
}

function alternativeResult(
  answer: Answer,
  { catalogue, permitted, grid, realised, law }: IdentifyPlan,
  variance: number,
  written: boolean,
): AlternativeResult {
  const { verdict, by, why, value, atLeast, sensitivity, range, permuted, intervals, worlds } = answer;
  const { augmentation, unsolved } = answer;
  const left = catalogue.length - permitted.length;
  const leftOut =
    left === 0
      ? ''
      : `; ${left} ${left === 1 ? 'action that choose.forbidden rules out was' : 'actions that choose.forbidden rules out were'} not considered`;
  const placed = <Chosen extends { actions: number[]; with?: number[] }>({ with: on, ...chosen }: Chosen) => {
    const actions = chosen.actions.map((a) => permitted[a]!);
    const at = actions.map((a) => catalogue[a]!.at);
    return {
      ...chosen,
      actions,
      ...(on && { with: on.map((k) => realised[k]!.name) }),
      at,
      ...clockOf(at, grid),
      width: actions.map((a) => catalogue[a]!.width),
    };
  };
  return {
    verdict,
    by,
    why,
    value,
    rmse: value === null ? null : rmse(variance, value),
    ...(atLeast && { lowerBound: true }),
    sensitivity,
    range: range && rangeOf(range),
    // Where the target's variance is open, errors hang on more than the value.
    rmseRange: law.by === 'surface' ? null : range && rmseInterval(variance, range),
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
      why: augmentation.why + leftOut,
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
