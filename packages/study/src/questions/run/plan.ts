import { NumericallyUndecided, type WorkOptions } from '@sightline/engine';
import type { ParsedStudy } from '../../file/parse-study.ts';
import type { StudyFiles } from '../../file/study-files.ts';
import { estimandOf } from '../../law/calibration-agreement.ts';
import type { OpenStudy } from '../../plan/load-plan.ts';
import type { Needs } from '../../plan/needs.ts';
import { studyParts } from '../../plan/study-parts.ts';
import { type Planner, valuePlanner } from '../../plan/value-plan.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem } from '../../problems/located-problem.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { type CalibrateRequest, calibrateResult } from '../calibrate/compute.ts';
import { calibratePlanner } from '../calibrate/plan.ts';
import { designResult } from '../design/compute.ts';
import { designPlanner } from '../design/plan.ts';
import type { DesignRequest } from '../design/request.ts';
import { identifyResult } from '../identify/compute.ts';
import { type IdentifyPlan, identifyPlanner } from '../identify/plan.ts';
import { unitsPlanResult } from '../plan/compute.ts';
import { unitsPlanner } from '../plan/plan.ts';
import { retrospectResult } from '../retrospect/compute.ts';
import { loadRetrospect } from '../retrospect/load.ts';
import { valueResult } from '../value/compute.ts';
import { STEPS, type StepName } from './steps.ts';

export interface RunRequest extends Pick<CalibrateRequest, 'level' | 'draws' | 'workers' | 'signal'> {
  /** The difference in value that matters, for the number of units. */
  gap?: number | undefined;
  /** Ends a search for the best protocol after so long. */
  seconds?: number | undefined;
  /** The folder of public databases, for records. */
  data?: string | undefined;
  /** Who watches a step. */
  watch?: ((step: StepName) => WorkOptions['onProgress']) | undefined;
  onBound?: DesignRequest['onProgress'];
}

/** A step whose input is sound. */
export interface ReadyStep {
  name: StepName;
  inputHash: string;
  compute(): Promise<object> | object;
  benchmark?: IdentifyPlan;
}

/** A step that a solver left open, and how far it got. */
export interface UndecidedStep {
  step: StepName;
  why: string;
}

interface Asked {
  path: string;
  files: StudyFiles;
  seed: number;
  request: RunRequest;
}

/** Plans every step before any is computed, so that the problems of all come at once. */
export async function plannedSteps(
  study: OpenStudy,
  runs: readonly StepName[],
  { path, files, seed, request }: Asked,
): Promise<{ ready: ReadyStep[]; undecided: UndecidedStep[] }> {
  const undecided: UndecidedStep[] = [];
  const problems = generalProblems(study.parsed, runs);
  const attempt = async (step: StepName, make: () => Promise<ReadyStep>): Promise<ReadyStep | undefined> => {
    try {
      return await make();
    } catch (error) {
      if (error instanceof InvalidStudy) problems.push(...error.problems);
      else if (error instanceof NumericallyUndecided) undecided.push({ step, why: error.message });
      else throw error;
      return undefined;
    }
  };
  const { gap, seconds, data, watch, onBound, signal, ...resampling } = request;
  const origin = (hash: string): ResultOrigin => ({ study: path, inputHash: hash, seed });
  const watched = (step: StepName) => ({ ...resampling, signal, onProgress: watch?.(step) });
  const planned = <Made>(
    name: StepName,
    planner: Planner<Made>,
    compute: (plan: Made, from: ResultOrigin) => Promise<object> | object,
    more: (plan: Made) => Partial<ReadyStep> = () => ({}),
  ) =>
    attempt(name, async () => {
      const { plan, inputHash: hash } = await study.plan(planner);
      return { name, inputHash: hash, compute: () => compute(plan, origin(hash)), ...more(plan) };
    });
  const question = gap === undefined ? {} : { gap };
  const makers: Record<StepName, () => Promise<ReadyStep | undefined>> = {
    value: () => planned('value', valuePlanner, valueResult),
    identify: () =>
      planned(
        'identify',
        identifyPlanner,
        (plan, from) =>
          identifyResult(plan, from, {
            worlds: true,
            workers: resampling.workers,
            signal,
            onProgress: watch?.('identify'),
          }),
        (benchmark) => ({ benchmark }),
      ),
    calibrate: () =>
      planned('calibrate', calibratePlanner, (plan, from) =>
        calibrateResult(plan, from, watched('calibrate')),
      ),
    plan: () =>
      planned('plan', unitsPlanner(question), (plan, from) =>
        unitsPlanResult(plan, from, { ...watched('plan'), ...question }),
      ),
    design: () =>
      planned('design', designPlanner(), (plan, from) =>
        designResult(plan, from, {
          frontier: true,
          sensitivity: true,
          signal,
          onProgress: onBound,
          // As long for the best as `sightline design` has, and as long again for what each cost buys.
          ...(seconds !== undefined && { seconds: 2 * seconds }),
        }),
      ),
    retrospect: () =>
      attempt('retrospect', async () => {
        const { plan, inputHash: hash } = await loadRetrospect(path, files, { data, seed });
        const { draws, workers } = resampling;
        const asked = { ...watched('retrospect'), workers, ...(draws !== undefined && { draws }) };
        return {
          name: 'retrospect' as const,
          inputHash: hash,
          compute: () => retrospectResult(plan, origin(hash), asked),
        };
      }),
  };
  const ready: ReadyStep[] = [];
  for (const step of runs) {
    request.signal?.throwIfAborted();
    const made = await makers[step]();
    if (made) ready.push(made);
  }
  refuse(problems);
  return { ready, undecided };
}

/** Fields that only a study of records has, or every study. */
const OF_RECORDS = new Set(['sightline', 'title', 'records', 'templates', '$schema']);

/** What every step needs of a study. A target for the best-linear value is in the unit of the data, without bounds. */
export function needsOf({ parts: { calibration } }: ParsedStudy): Needs {
  const dataTarget = calibration !== undefined && estimandOf(calibration) === 'linear';
  return { command: 'run', protocols: false, law: 'not-needed', dataTarget };
}

/** What is wrong with the study whichever steps it allows; that it allows none is wrong too. */
function generalProblems(parsed: ParsedStudy, runs: readonly StepName[]): LocatedProblem[] {
  const { value, readable, file } = parsed.source;
  const fields = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  const onGrid = fields.some((field) => !OF_RECORDS.has(field)) || !fields.includes('records');
  const problems = onGrid ? studyParts(parsed, undefined, needsOf(parsed)).problems : parsed.problems;
  if (problems.length > 0 || runs.length > 0 || !readable) return [...problems];
  return [
    {
      file,
      line: null,
      column: null,
      path: '',
      value: fields,
      why: 'there is nothing in this study that could be computed',
      accepted:
        '`protocols` and `latent` (what are they worth?), with `realised` (is that known?), `calibration` (can they be ' +
        'told apart?), `catalogue` and `choose` (which is best?), or `records` (what would they have told?)',
    },
  ];
}

/** The same problem is found by every step that needs the field: it is told once, as one of this command. */
export function refuse(problems: readonly LocatedProblem[]): void {
  if (problems.length === 0) return;
  const step = new RegExp(`\`sightline (${STEPS.join('|')})\``, 'g');
  throw new InvalidStudy(
    inFileOrder(problems.map((one) => ({ ...one, why: one.why.replace(step, '`sightline run`') }))),
  );
}
