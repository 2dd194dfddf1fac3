import { reportPage } from '@sightline/answers';
import { foreignStates } from '@sightline/data';
import { protocolValues } from '@sightline/engine/internal';
import {
  benchmarkInWorlds,
  benchmarkLaw,
  benchmarkTarget,
  type IdentifyPlan,
  type IdentifyResult,
  InvalidStudy,
  loadPlan,
  parseStudy,
  placedCell,
  questionOf,
  runResult,
  type StudyFiles,
  type Question as StudyQuestion,
} from '@sightline/study';
import { isOfRecords } from '../study/is-of-records.ts';
import type {
  Asking,
  Benchmark,
  Found,
  LongCommand,
  Question,
  ReportFrom,
  Results,
  Watch,
} from './question.ts';

/** The answer to what is asked beside the values. */
export function longAnswer(
  question: Exclude<Question, { command: 'value' }>,
  asking: Asking,
  files: StudyFiles,
  watch: Watch,
): Promise<Found> {
  if (question.command === 'check') return dataRead(asking, files);
  if (question.command === 'states') return statesRead(question, files);
  return question.command === 'run'
    ? report(question.from, asking, files, watch)
    : answered(question.command, question.request, asking, files, watch);
}

/** What the plan of `calibrate` reads, or that of `retrospect`, before anything is computed. */
async function dataRead({ study, text, seed }: Asking, files: StudyFiles): Promise<Found> {
  if (isOfRecords(parseStudy(study, text))) return recordsRead(study, files, seed);
  const { plan } = await loadPlan(questionOf('calibrate'), study, files, {}, seed);
  if (!('data' in plan)) throw new Error('the data are sparse readings');
  const { units, trajectories, dropped, interpolated } = plan.data.report;
  return { result: { units, trajectories, dropped: dropped.count, interpolated } };
}

async function recordsRead(study: string, files: StudyFiles, seed: number): Promise<Found> {
  const { plan } = await loadPlan(questionOf('retrospect'), study, files, {}, seed);
  const { set, hours, skipped } = plan;
  const middle = [...hours].sort((a, b) => a - b)[Math.floor(hours.length / 2)] ?? 0;
  return {
    result: {
      units: set.units.length,
      records: set.records.length,
      medianHours: middle,
      skipped: skipped.length,
      why: skipped[0]?.why,
    },
  };
}

/** A table of states as a study reads it; what is wrong with it is told at its own cells. */
async function statesRead(
  { file, said, form }: Extract<Question, { command: 'states' }>,
  files: StudyFiles,
): Promise<Found> {
  const read = await foreignStates(file, await files.read(file), said, form);
  if (read.ok) return { result: read };
  throw new InvalidStudy(read.problems.map((one) => placedCell(one, file, ['records', 'table'])));
}

async function answered(
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

/** The page that `sightline run` writes. */
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
