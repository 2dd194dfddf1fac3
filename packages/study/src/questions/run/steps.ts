import { NumericallyUndecided, type WorkOptions } from '@sightline/engine/internal';
import { has } from '../../asking/lack.ts';
import { type Lack, type RunOptions, type Work, writtenFields } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';
import type { StudyFiles } from '../../file/study-files.ts';
import { latent } from '../../law/latent.ts';
import { lawKind } from '../../law/law.ts';
import { checkTarget } from '../../law/target-of-law.ts';
import { target, weights } from '../../parts/horizon.ts';
import { type Asking, type OpenStudy, openStudy } from '../../parts/study-parts.ts';
import { Lacking } from '../../problems/lacking.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem, placed } from '../../problems/located-problem.ts';
import { type AnyQuestion, QUESTIONS, type StepName } from '../index.ts';

/** A question that the study leaves out, and what it would take to ask it. */
export interface SkippedStep extends Lack {
  step: StepName;
}

export interface RunRequest extends RunOptions, Omit<Work, 'onProgress'> {
  /** Who watches a step. */
  watch?: ((step: StepName) => WorkOptions['onProgress']) | undefined;
}

/** A step whose input is sound. */
export interface ReadyStep {
  name: StepName;
  plan: unknown;
  inputHash: string;
  compute(): Promise<object> | object;
}

/** A step that a solver left open, and how far it got. */
export interface UndecidedStep {
  step: StepName;
  why: string;
}

/** Which steps a study allows. Looks at what stands in the file, whatever its shape: its problems come with the plans. */
export function stepsOf(parsed: ParsedStudy, gap?: number): { runs: StepName[]; skipped: SkippedStep[] } {
  const runs: StepName[] = [];
  const skipped: SkippedStep[] = [];
  for (const { name: step, lack, askedBy } of QUESTIONS as readonly AnyQuestion[]) {
    if (askedBy !== undefined && !has(parsed, askedBy)) continue;
    const lacking = lack(parsed, gap === undefined ? {} : { gap });
    if (lacking) skipped.push({ step, ...lacking });
    else runs.push(step);
  }
  return { runs, skipped };
}

/** Plans every step before any is computed, so that the problems of all come at once. Throws InvalidStudy. */
export async function plannedSteps(
  path: string,
  files: StudyFiles,
  seed: number,
  request: RunRequest,
): Promise<{ study: OpenStudy; skipped: SkippedStep[]; ready: ReadyStep[]; undecided: UndecidedStep[] }> {
  const study = await openStudy(path, files, 'run');
  const { runs, skipped } = stepsOf(study.parsed, request.gap);
  const { workers, signal, watch, onBound } = request;
  const undecided: UndecidedStep[] = [];
  const problems: LocatedProblem[] = [];
  const ready: ReadyStep[] = [];
  await collect(problems, () => study.plan((asking) => wholeStudy(asking, runs)));
  for (const { name, ...question } of QUESTIONS as readonly AnyQuestion[]) {
    if (!runs.includes(name)) continue;
    signal?.throwIfAborted();
    const asked = question.inRun!(request);
    const work = { ...asked, workers, signal, onProgress: watch?.(name), onBound };
    try {
      await collect(problems, async () => {
        const { plan, origin } = await study.plan((asking) => question.plan(asking, asked, seed));
        const { inputHash } = origin;
        ready.push({
          name,
          plan,
          inputHash,
          compute: () => question.compute(plan, { ...origin, seed }, work),
        });
      });
    } catch (error) {
      if (error instanceof Lacking) skipped.push({ step: name, ...error.lack });
      else if (error instanceof NumericallyUndecided) undecided.push({ step: name, why: error.message });
      else throw error;
    }
  }
  refuse(problems);
  return { study, skipped, ready, undecided };
}

/** Fields that only a study of records has, or every study. */
const OF_RECORDS = new Set(['sightline', 'title', 'records', 'templates', 'words', '$schema']);

/** What is wrong with the study whichever steps it allows; that it allows none is wrong too. */
async function wholeStudy(study: Asking, runs: readonly StepName[]): Promise<true> {
  const { source } = study.parsed;
  const fields = source.value !== null && typeof source.value === 'object' ? Object.keys(source.value) : [];
  if (fields.some((field) => !OF_RECORDS.has(field)) || !fields.includes('records')) {
    if (source.readable) {
      study.part(weights);
      // Otherwise the steps check it, each under its own law.
      if (runs.length === 0) checkTarget(study, lawKind(study.parsed), undefined, study.part(target));
      await study.part(latent);
      study.part(writtenFields);
    }
  }
  if (study.isSound() && runs.length === 0 && source.readable)
    study.tell([
      placed(
        {
          path: [],
          value: fields,
          why: 'this study has nothing to compute',
          accepted:
            '`protocols` and `latent` (what are they worth?), with `realised` (is that known?), `calibration` (can they be ' +
            'told apart?), `catalogue` and `choose` (which is best?), or `records` (what would they have told?)',
        },
        source.file,
      ),
    ]);
  return true;
}

/** Keeps the problems for later. */
export async function collect(problems: LocatedProblem[], make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof InvalidStudy)) throw error;
    problems.push(...error.problems);
  }
}

/** The same problem is found by every step that needs the field: it is told once. */
export function refuse(problems: readonly LocatedProblem[]): void {
  if (problems.length > 0) throw new InvalidStudy(inFileOrder(problems));
}
