import {
  isLinear,
  NumericallyUndecided,
  protocolValues,
  RANGE_POINTS,
  type WorkOptions,
} from '@sightline/engine';
import {
  benchmarkInWorlds,
  calibratePlanner,
  calibrateResult,
  designPlanner,
  designResult,
  type IdentifyPlan,
  type IdentifyResult,
  InvalidStudy,
  identifyPlanner,
  identifyResult,
  lawPlanner,
  loadPlan,
  openStudy,
  type StudyFiles,
  unitsPlanner,
  unitsPlanResult,
  valueResult,
} from '@sightline/study';
import { lawPicture } from './law-picture.ts';
import type { Answer, Asking, Benchmark, Progress, Question, Results } from './question.ts';
import { valueInstead } from './value-instead.ts';

export interface Watch {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Told a result that is right as far as it goes, before the whole one. */
  onPartial(result: Results[keyof Results]): void;
}

/** Answers a question by what the command of that name runs, and on errors in the same words. */
export async function answerQuestion(
  question: Question,
  asking: Asking,
  files: StudyFiles,
  watch: Watch,
): Promise<Answer<Results[keyof Results]>> {
  try {
    return { kind: 'answered', ...(await result(question, asking, files, watch)) };
  } catch (error) {
    if (watch.signal.aborted) return { kind: 'cancelled' };
    if (error instanceof InvalidStudy) return { kind: 'problems', problems: error.problems };
    if (error instanceof NumericallyUndecided) return { kind: 'undecided', message: error.message };
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error) };
  }
}

async function result(
  question: Question,
  { study, text, seed }: Asking,
  studyFiles: StudyFiles,
  { signal, onProgress, onPartial }: Watch,
): Promise<{ result: Results[keyof Results]; benchmark?: Benchmark }> {
  const bytes = new TextEncoder().encode(text);
  const files: StudyFiles = { read: async (path) => (path === study ? bytes : studyFiles.read(path)) };
  const resampling: WorkOptions = {
    signal,
    onProgress: (done, of) =>
      onProgress({ share: done / of, words: `resampling ${Math.floor((100 * done) / of)} %` }),
  };
  switch (question.command) {
    case 'value': {
      const opened = await openStudy(study, files);
      const notAsked = valueInstead(opened.parsed);
      if (notAsked) {
        // Its problems are those of the questions that can be asked.
        if (notAsked.instead.includes('calibrate')) await opened.plan(calibratePlanner);
        if (notAsked.instead.includes('identify')) await opened.plan(identifyPlanner);
        return { result: { result: null, law: undefined, notAsked } };
      }
      const { plan, inputHash } = await opened.plan(lawPlanner);
      const law = lawPicture(plan, seed);
      if (plan.protocols.length === 0) return { result: { result: null, law } };
      return { result: { result: valueResult(plan, { study, inputHash, seed }), law } };
    }
    case 'identify': {
      const { plan, inputHash } = await loadPlan(study, files, identifyPlanner);
      const origin = { study, inputHash, seed };
      const { request } = question;
      // Verdicts come at once, the range of possible values may take its time; only the mean has one of its own.
      const ranged = isLinear(plan.target) && plan.grid.points <= RANGE_POINTS;
      if (request.range !== false && plan.law.by === 'latent' && ranged) {
        onPartial(await identifyResult(plan, origin, { ...request, range: false }));
        onProgress({ words: 'verdicts are there; looking for the range of possible values' });
      }
      const fromData = plan.law.by === 'data';
      const found = await identifyResult(plan, origin, {
        ...request,
        signal,
        onProgress: (done, of) =>
          onProgress({
            share: done / of,
            words: fromData
              ? `resampling ${Math.floor((100 * done) / of)} %`
              : `${done} of ${of} protocols looked into`,
          }),
      });
      return { result: found, benchmark: benchmarkOf(found, plan) };
    }
    case 'calibrate': {
      const { plan, inputHash } = await loadPlan(study, files, calibratePlanner);
      const origin = { study, inputHash, seed };
      const { request } = question;
      // Estimates do not need the draws: a few give a first look.
      if (request.draws > 2 * FIRST_DRAWS) {
        onProgress({ words: `estimating, with the first ${FIRST_DRAWS} draws` });
        onPartial(await calibrateResult(plan, origin, { ...request, signal, draws: FIRST_DRAWS }));
      }
      return { result: await calibrateResult(plan, origin, { ...request, ...resampling }) };
    }
    case 'plan': {
      const { gap, pair } = question.request;
      const asked = { ...(gap !== undefined && { gap }), ...(pair !== undefined && { pair }) };
      const { plan, inputHash } = await loadPlan(study, files, unitsPlanner(asked));
      return {
        result: await unitsPlanResult(
          plan,
          { study, inputHash, seed },
          { ...question.request, ...resampling },
        ),
      };
    }
    case 'design': {
      const { plan, inputHash } = await loadPlan(study, files, designPlanner(question.request));
      const origin = { study, inputHash, seed };
      const { request } = question;
      // What forward selection finds is there at once, and stays if the proof is not waited for.
      if (request.method !== 'heuristic' && request.under === undefined) {
        onPartial(await designResult(plan, origin, { method: 'heuristic' }));
        onProgress({ words: 'a first choice is there; looking for a better one' });
      }
      const result = await designResult(plan, origin, {
        ...request,
        signal,
        onProgress: ({ parts, best, upperBound }) =>
          onProgress({
            words: `${parts} parts, best ${best.toFixed(4)}, at most ${(upperBound - best).toFixed(4)} better is possible`,
          }),
      });
      return { result };
    }
  }
}

const FIRST_DRAWS = 100;

/** The benchmark under the law, and in the worlds that it cannot tell apart. */
function benchmarkOf(found: IdentifyResult, plan: IdentifyPlan): Benchmark {
  const { law, weights, target, realised } = plan;
  const own =
    law.by === 'latent'
      ? protocolValues({ covariance: law.latent.covariance, weights }, target, [realised.actions])
      : null;
  return { realised: own && own.protocols[0]!.value, worlds: benchmarkInWorlds(found, plan) };
}
