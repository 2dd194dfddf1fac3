import { NumericallyUndecided, protocolValues } from '@sightline/engine/internal';
import {
  benchmarkInWorlds,
  benchmarkLaw,
  benchmarkTarget,
  type IdentifyPlan,
  type IdentifyResult,
  InvalidStudy,
  type KeptValues,
  keptLaw,
  lawPlan,
  loadPlan,
  openStudy,
  questionOf,
  runResult,
  type StudyFiles,
  type Question as StudyQuestion,
  withLaw,
} from '@sightline/study';
import { lawPicture } from './law-picture.ts';
import type {
  Answer,
  Asking,
  Benchmark,
  LongCommand,
  Progress,
  Question,
  ReportFrom,
  Results,
} from './question.ts';
import { valueInstead } from './value-instead.ts';

/** Of a fitted law, while a mark moves: values need no draws, and the page shows no interval of theirs. */
const FEW_DRAWS = 100;

export interface Watch {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Told a result that is right as far as it goes, before the whole one. */
  onPartial(result: Results[keyof Results]): void;
}

/** Answers a question by what the command of that name runs, and on errors in the same words. */
export const answerQuestion = (
  question: Question,
  asking: Asking,
  files: StudyFiles,
  watch: Watch,
): Promise<Answer<Results[keyof Results]>> =>
  answerOf(watch.signal, () => result(question, asking, withText(asking, files), watch));

/** How work ends, whichever way. */
export async function answerOf<Result>(
  signal: AbortSignal,
  work: () => Promise<{ result: Result; benchmark?: Benchmark }>,
): Promise<Answer<Result>> {
  try {
    return { kind: 'answered', ...(await work()) };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    if (error instanceof InvalidStudy) return { kind: 'problems', problems: error.problems };
    if (error instanceof NumericallyUndecided) return { kind: 'undecided', message: error.message };
    return { kind: 'fault', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The files beside the study, and the study as it is on the page. */
export function withText({ study, text }: Asking, files: StudyFiles): StudyFiles {
  const bytes = new TextEncoder().encode(text);
  return { read: async (path) => (path === study ? bytes : files.read(path)) };
}

type Found = { result: Results[keyof Results]; benchmark?: Benchmark };

function result(question: Question, asking: Asking, files: StudyFiles, watch: Watch): Promise<Found> {
  if (question.command === 'value') return valuesAndLaw(asking, files);
  if (question.command === 'check') return dataRead(asking, files);
  return question.command === 'run'
    ? report(question.from, asking, files, watch)
    : longAnswer(question.command, question.request, asking, files, watch);
}

/** While a mark is dragged, the law and all other protocols' values stay. */
const kept: KeptValues = {};

/** The values, and the law to be drawn beside them. */
async function valuesAndLaw({ study, seed }: Asking, files: StudyFiles): Promise<Found> {
  const opened = await openStudy(study, files, 'value');
  const notAsked = valueInstead(opened.parsed);
  if (notAsked) {
    // Its problems are those of the questions that can be asked.
    for (const name of notAsked.instead) {
      const question: StudyQuestion = questionOf(name);
      await opened.plan((asking) => question.plan(asking, {}, seed));
    }
    return { result: { result: null, law: undefined, notAsked } };
  }
  const { plan, origin } = await opened.plan((asking) => lawPlan(asking, (own) => keptLaw(kept, own)));
  const made = await withLaw(plan);
  // Second moments are not yet a law that could be drawn.
  const law = made.latent.estimand === 'gaussian' ? lawPicture(made, seed) : undefined;
  if (plan.protocols.length === 0) return { result: { result: null, law } };
  const request = made.latent.fitted ? { draws: FEW_DRAWS } : { kept };
  return { result: { result: await questionOf('value').compute(plan, { ...origin, seed }, request), law } };
}

/** What the plan of `calibrate` reads, before anything is computed. */
async function dataRead({ study, seed }: Asking, files: StudyFiles): Promise<Found> {
  const { plan } = await loadPlan(questionOf('calibrate'), study, files, {}, seed);
  if (!('data' in plan)) throw new Error('the data are sparse readings');
  const { units, trajectories, dropped, interpolated } = plan.data.report;
  return { result: { units, trajectories, dropped: dropped.count, interpolated } };
}

async function longAnswer(
  command: LongCommand,
  request: object,
  { study, seed }: Asking,
  files: StudyFiles,
  { signal, onProgress, onPartial }: Watch,
): Promise<Found> {
  const question = questionOf(command) as StudyQuestion<LongCommand, object, unknown, Results[LongCommand]>;
  const { plan, origin: head } = await loadPlan(question, study, files, request, seed);
  const origin = { ...head, seed };
  const first = question.firstLook?.(plan, request);
  if (first) {
    onPartial(await question.compute(plan, origin, { ...first.request, signal }));
    onProgress({ words: first.words });
  }
  const word = question.progress?.(plan);
  const found = await question.compute(plan, origin, {
    ...request,
    signal,
    onProgress: (done, of) =>
      onProgress({
        share: done / of,
        words:
          word === 'alternatives'
            ? `${done} of ${of} protocols looked into`
            : `${word} ${Math.floor((100 * done) / of)} %`,
      }),
    ...boundProgress(onProgress),
  });
  return {
    result: found,
    ...(found.command === 'identify' && { benchmark: await benchmarkOf(found, plan as IdentifyPlan) }),
  };
}

/** The page that `sightline run` writes. Words and pictures of the report are fetched when one is made. */
async function report(
  { version, study: name, command }: ReportFrom,
  { study, seed }: Asking,
  files: StudyFiles,
  { signal, onProgress }: Watch,
): Promise<Found> {
  const run = await runResult(study, files, seed, {
    signal,
    watch: (step) => (done, of) => onProgress({ words: `${step} ${Math.floor((100 * done) / of)} %` }),
  });
  const { reportPage } = await import('@sightline/answers');
  return { result: { html: reportPage({ ...run, study: name }, { version, command, isAlone: true }) } };
}

/** How near a search is to a proof. */
const boundProgress = (onProgress: Watch['onProgress']) => ({
  onBound: ({ parts, best, upperBound }: { parts: number; best: number; upperBound: number }) =>
    onProgress({
      words: `${parts} parts, best ${best.toFixed(4)}, at most ${(upperBound - best).toFixed(4)} better is possible`,
    }),
});

/** The benchmark under the law, and in the worlds that it cannot tell apart. */
async function benchmarkOf(found: IdentifyResult, plan: IdentifyPlan): Promise<Benchmark> {
  const law = await benchmarkLaw(plan);
  const own = law
    ? protocolValues(
        law.latent.model,
        benchmarkTarget(plan, law),
        plan.realised.map(({ actions }) => actions),
      )
    : null;
  const realised = own?.protocols.map(({ value }) => value) ?? null;
  return { realised, worlds: await benchmarkInWorlds(found, plan) };
}
