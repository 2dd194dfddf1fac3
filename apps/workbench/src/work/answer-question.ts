import { NumericallyUndecided, type WorkOptions } from '@sightline/engine';
import {
  calibratePlanner,
  calibrateResult,
  designPlanner,
  designResult,
  InvalidStudy,
  identifyPlanner,
  identifyResult,
  lawPlanner,
  loadPlan,
  type StudyFiles,
  unitsPlanner,
  unitsPlanResult,
  valueResult,
} from '@sightline/study';
import { lawPicture } from './law-picture.ts';
import type { Answer, Asking, Progress, Question, Results } from './question.ts';

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
    return { kind: 'answered', result: await result(question, asking, files, watch) };
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
): Promise<Results[keyof Results]> {
  const bytes = new TextEncoder().encode(text);
  const files: StudyFiles = { read: async (path) => (path === study ? bytes : studyFiles.read(path)) };
  const resampling: WorkOptions = {
    signal,
    onProgress: (done, of) =>
      onProgress({ share: done / of, words: `resampling ${Math.floor((100 * done) / of)} %` }),
  };
  switch (question.command) {
    case 'value': {
      const { plan, inputHash } = await loadPlan(study, files, lawPlanner);
      const law = lawPicture(plan, seed);
      if (plan.protocols.length === 0) return { result: null, law };
      return { result: valueResult(plan, { study, inputHash, seed }), law };
    }
    case 'identify': {
      const { plan, inputHash } = await loadPlan(study, files, identifyPlanner);
      const origin = { study, inputHash, seed };
      const { request } = question;
      // Verdicts come at once, the range of possible values may take its time.
      if (request.range !== false && plan.law.by === 'latent') {
        onPartial(identifyResult(plan, origin, { ...request, range: false }));
        onProgress({ words: 'verdicts are there; looking for the range of possible values' });
      }
      return identifyResult(plan, origin, request);
    }
    case 'calibrate': {
      const { plan, inputHash } = await loadPlan(study, files, calibratePlanner);
      return calibrateResult(plan, { study, inputHash, seed }, { ...question.request, ...resampling });
    }
    case 'plan': {
      const { gap, pair } = question.request;
      const asked = { ...(gap !== undefined && { gap }), ...(pair !== undefined && { pair }) };
      const { plan, inputHash } = await loadPlan(study, files, unitsPlanner(asked));
      return unitsPlanResult(plan, { study, inputHash, seed }, { ...question.request, ...resampling });
    }
    case 'design': {
      const { plan, inputHash } = await loadPlan(study, files, designPlanner(question.request));
      return designResult(
        plan,
        { study, inputHash, seed },
        {
          ...question.request,
          signal,
          onProgress: ({ parts, best, upperBound }) =>
            onProgress({
              words: `${parts} parts, best ${best.toFixed(4)}, at most ${(upperBound - best).toFixed(4)} better is possible`,
            }),
        },
      );
    }
  }
}
