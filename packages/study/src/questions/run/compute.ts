import { NumericallyUndecided } from '@sightline/engine/internal';
import {
  commandOf,
  DATA,
  DRAWS,
  GAP,
  LEVEL,
  type QuestionHead,
  SECONDS,
  tooFewDraws,
} from '../../asking/question.ts';
import { inputHash, type StudyFiles } from '../../file/study-files.ts';
import { protocols } from '../../parts/actions.ts';
import type { OpenStudy } from '../../parts/study-parts.ts';
import type { LocatedProblem } from '../../problems/located-problem.ts';
import type { ResultHead } from '../../schema/result-head.ts';
import type { StudyFile } from '../../schema/study.ts';
import type { CalibrateResult } from '../calibrate/plan-and-result.ts';
import type { DesignResult, FrontierResult, SensitivityResult } from '../design/result.ts';
import type { FitAnswer } from '../fit/plan-and-result.ts';
import { type BenchmarkInWorlds, benchmarkInWorlds } from '../identify/benchmark-law.ts';
import type { IdentifyPlan } from '../identify/plan.ts';
import { type IdentifyResult, WORLDS_WRITTEN } from '../identify/result.ts';
import { undecidedAlternatives } from '../identify/unsolved.ts';
import { QUESTIONS, type StepName } from '../index.ts';
import type { UnitsPlanResult } from '../plan/compute.ts';
import type { PredictResult } from '../predict/plan-and-result.ts';
import type { RetrospectResult } from '../retrospect/result.ts';
import type { TrialResult } from '../trial/compute.ts';
import type { ValueResult } from '../value/index.ts';
import type { LinearPredictor } from '../value/predictors.ts';
import {
  collect,
  plannedSteps,
  type ReadyStep,
  type RunRequest,
  refuse,
  type SkippedStep,
  type UndecidedStep,
} from './steps.ts';

/** All that a study allows. */
export const RUN: QuestionHead<'run', RunRequest> = {
  name: 'run',
  description:
    `Runs every analysis that the study allows: ${QUESTIONS.map(commandOf).join(', ')}. For each that is ` +
    'left out it says what the study would need. Writes result.json and report.html, a self-contained page.',
  example: 'sightline run examples/calibration/study.yaml',
  seedFor: 'for the resamples of units',
  shared: 'the work',
  options: [
    DRAWS('bootstrap draws'),
    LEVEL,
    GAP,
    SECONDS('time limit for a search for the best protocol'),
    DATA('maybe splits/'),
  ],
  misuse: tooFewDraws,
};

/** What each question answers. */
export interface RunSteps {
  fit: FitAnswer;
  value: ValueResult;
  identify: IdentifyResult;
  calibrate: CalibrateResult;
  plan: UnitsPlanResult;
  trial: TrialResult;
  design: DesignResult;
  retrospect: RetrospectResult;
}

/** With what is asked alone. */
export interface Answers extends RunSteps {
  predict: PredictResult;
}

/** The answer of `sightline run`: those of all commands that the study allows. */
export interface RunResult extends ResultHead {
  command: 'run';
  title: string | null;
  /** Of all steps, each once. */
  warnings: RunRemark[];
  repairs: RunRemark[];
  /** The study as it was read. */
  given: StudyFile;
  /** What each protocol does, its entries written out; noise is that of the action, after its repeats. */
  protocols: Record<string, PlacedAction[]>;
  steps: Partial<RunSteps>;
  skipped: SkippedStep[];
  /** What `sightline design` adds to its step with --frontier and --sensitivity; null where there is no such step. */
  choice: { frontier: FrontierResult[]; sensitivity: SensitivityResult[] } | null;
  /** What `sightline value` adds with --predictor, of protocols whose predictor is linear in their readings. */
  predictors: Record<string, LinearPredictor>;
  /** What a solver left open. */
  undecided: UndecidedStep[];
  /** What the benchmark sees in the two worlds of each alternative: the same, within rounding. */
  worlds: BenchmarkInWorlds;
}

export interface RunRemark {
  steps: StepName[];
  kind: string;
  what: string;
}

export interface PlacedAction {
  at: number;
  width: number;
  repeats: number;
  noise: number;
  cost: number;
}

/** Does all that a study allows. Throws InvalidStudy with the problems of all steps; then nothing was computed. */
export async function runResult(
  path: string,
  files: StudyFiles,
  seed: number,
  request: RunRequest = {},
): Promise<RunResult> {
  const { study, skipped, ready, undecided } = await plannedSteps(path, files, seed, request);
  const steps: Partial<RunSteps> = {};
  const problems: LocatedProblem[] = [];
  for (const step of ready) {
    // A moment for whoever wants to stop it: some steps never wait for anything.
    await new Promise((resolve) => setTimeout(resolve));
    request.signal?.throwIfAborted();
    try {
      await collect(problems, async () => {
        Object.assign(steps, { [step.name]: await step.compute() });
      });
    } catch (error) {
      if (!(error instanceof NumericallyUndecided)) throw error;
      undecided.push({ step: step.name, why: error.message });
    }
  }
  request.signal?.throwIfAborted();
  refuse(problems);
  if (steps.identify)
    undecided.push(
      ...undecidedAlternatives(steps.identify).map(({ name, why }) => ({
        step: 'identify' as const,
        why: `${name}: ${why}`,
      })),
    );
  const { design } = steps;
  const choice = design ? { frontier: design.frontier ?? [], sensitivity: design.sensitivity ?? [] } : null;
  // Each step is what its command says when it is asked for nothing more.
  if (design) steps.design = { ...design, frontier: null, sensitivity: null };
  const { predictors, ...valued } = withoutPredictors(steps);
  Object.assign(steps, valued);
  const identified = ready.find(({ name }) => name === 'identify')?.plan as IdentifyPlan | undefined;
  return {
    sightline: 1,
    command: 'run',
    study: path,
    inputHash: await hashOf(ready),
    seed,
    ...(study.parsed.parts.words && { words: study.parsed.parts.words }),
    title: study.parsed.parts.title ?? null,
    warnings: remarksOf(steps, 'warnings'),
    repairs: remarksOf(steps, 'repairs'),
    given: study.parsed.parts as StudyFile, // complete: every plan passed
    protocols: await placedProtocols(study),
    steps,
    skipped,
    choice,
    predictors,
    undecided,
    worlds: steps.identify && identified ? await benchmarkInWorlds(steps.identify, identified) : {},
  };
}

function withoutPredictors({ value }: Partial<RunSteps>): {
  predictors: RunResult['predictors'];
  value?: ValueResult;
} {
  if (!value) return { predictors: {} };
  const predictors: RunResult['predictors'] = {};
  const protocols = Object.entries(value.protocols).map(([name, { predictor, ...own }]) => {
    if (predictor && 'coefficients' in predictor) predictors[name] = predictor;
    return [name, own] as const;
  });
  return { predictors, value: { ...value, protocols: Object.fromEntries(protocols) } };
}

/** As it is written to a file: worlds on large grids are left out, as by `sightline identify`. */
export function writtenRun(result: RunResult): RunResult {
  const { identify } = result.steps;
  if (!identify || identify.grid.points <= WORLDS_WRITTEN) return result;
  const alternatives = Object.fromEntries(
    Object.entries(identify.alternatives).map(([name, one]) => [
      name,
      { ...one, worlds: one.worlds.map((world) => ({ ...world, covariance: null })) },
    ]),
  );
  return { ...result, steps: { ...result.steps, identify: { ...identify, alternatives } } };
}

/** That of the steps where they read the same files, else one over all of theirs. */
async function hashOf(steps: readonly ReadyStep[]): Promise<string> {
  const [first] = steps;
  if (first && steps.every((step) => step.inputHash === first.inputHash)) return first.inputHash;
  const encoder = new TextEncoder();
  return inputHash(steps.map(({ name, inputHash: hash }) => ({ name, bytes: encoder.encode(hash) })));
}

function remarksOf(steps: Partial<RunSteps>, which: 'warnings' | 'repairs'): RunRemark[] {
  const found = new Map<string, RunRemark>();
  for (const { name: step } of QUESTIONS)
    for (const { kind, what } of steps[step]?.[which] ?? []) {
      const before = found.get(what);
      if (!before) found.set(what, { steps: [step], kind, what });
      else if (!before.steps.includes(step)) before.steps.push(step);
    }
  return [...found.values()];
}

async function placedProtocols({ parsed, plan }: OpenStudy): Promise<RunResult['protocols']> {
  if (parsed.parts.time === undefined) return {};
  const { plan: placed } = await plan((study) => study.part(protocols));
  return Object.fromEntries(
    placed.map(({ name, actions }) => [
      name,
      actions.map(({ at, width, repeats, noise, cost }) => ({ at, width, repeats, noise, cost })),
    ]),
  );
}
