import { type FeasibleFamily, feasibleFamily, type Problem, square, type Target } from '@sightline/engine';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { valueAt } from '../../file/shape-problems.ts';
import { rulesOf } from '../../plan/choice-agreement.ts';
import { plannedLaw } from '../../plan/estimated-law.ts';
import { studyParts } from '../../plan/study-parts.ts';
import {
  type NamedFiles,
  type Plan,
  type Planned,
  type Planner,
  valuePlanner,
} from '../../plan/value-plan.ts';
import { inFileOrder, type LocatedProblem } from '../../problems/located-problem.ts';
import type { Study } from '../../schema/study.ts';
import { type IdentifyPlan, identifyPlanner } from '../identify/plan.ts';

/** What `sightline design` computes with. */
export interface DesignPlan extends Plan {
  family: FeasibleFamily;
  /** What the choice is made for; the weights sum to 1. */
  aims: readonly { target: Target; weight: number }[];
  combine: 'mean' | 'worst';
  /** What identification needs, where compatible worlds are asked for. */
  benchmark: IdentifyPlan | undefined;
}

/** What is asked about laws other than the study's own, as far as the plan depends on it. */
export interface DesignQuestion {
  under?: 'draws' | 'worlds';
  draws?: number;
}

/** Draws unless a number is given. */
export const DEFAULT_DRAWS = 100;
/** Resamples of fewer units are too often all alike. */
const FEWEST_UNITS = 10;
/** Numbers that the covariances of all drawn laws may take together. */
const MOST_NUMBERS = 5e7;
/** Covariances of actions with grid points, under all laws together: each of some copies then takes 160 MB. */
const MOST_CROSS = 2e7;

export function designPlanner(question: DesignQuestion = {}): Planner<DesignPlan> {
  return {
    reads: (parsed) => valuePlanner.reads(question.under === 'draws' ? fromDataAlone(parsed) : parsed),
    plan: (parsed, files) => planDesign(question, parsed, files),
  };
}

function planDesign(question: DesignQuestion, parsed: ParsedStudy, files: NamedFiles): Planned<DesignPlan> {
  const { parts, intended, source } = parsed;
  const { under } = question;
  const needs = { command: 'design', protocols: false, law: 'needed' } as const;
  const built = studyParts(parsed, files.covariance, needs);
  const { problems } = built;
  if (!('time' in built)) return { ok: false, problems };
  const { report, time, weights, target, protocols, catalogue } = built;

  report(missingProblems(intended));
  if (under !== undefined) report(underProblems(question, parsed));
  const law =
    under === 'draws'
      ? plannedLaw(fromDataAlone(parsed), files.calibration, { ...built, latent: undefined }, 'design')
      : plannedLaw(parsed, files.calibration, built, 'design');
  if (under === 'draws' && law?.estimated) report(tooFewUnits(law.estimated.data.report.units));
  if (under === 'draws' && time.pointsKnown)
    problems.push(...tooManyDraws(question, time.grid.points, source.file));

  if (time.pointsKnown)
    report(tooManyActions(catalogue.length, time.grid.points, lawsOf(question, protocols.length)));

  const aims = plannedAims(parts.choose, built.aims, target);
  if (problems.length > 0 || !weights || !target || !law || !aims || !parts.choose)
    return { ok: false, problems: inFileOrder(problems) };
  // Without a problem and without a family, whether anything can be chosen was not decided: this says so.
  const family = built.family ?? feasibleFamily(catalogue, rulesOf(parts.choose));
  const worlds = under === 'worlds' ? identifyPlanner.plan(forWorlds(parsed), files) : undefined;
  if (worlds && !worlds.ok) return worlds;
  return {
    ok: true,
    plan: {
      study: parts as Study, // complete: every field passed its check
      source,
      grid: time.grid,
      weights,
      ...law,
      target,
      protocols,
      catalogue,
      family,
      aims,
      combine: parts.choose.combine ?? 'mean',
      benchmark: worlds?.plan,
    },
  };
}

function missingProblems(intended: unknown): Problem[] {
  const missing = (path: string, what: string, accepted: string): Problem[] =>
    valueAt(intended, [path]) !== undefined
      ? []
      : [
          {
            path: [path],
            value: undefined,
            why: `\`sightline design\` needs ${what}, and \`${path}\` is missing`,
            accepted,
          },
        ];
  return [
    ...missing(
      'catalogue',
      'actions to choose from',
      'catalogue: [{ at: times, noise: variance, cost: cost }]',
    ),
    ...missing(
      'choose',
      'to know how much it may choose',
      'choose: { exactly: number } or choose: { budget: cost }',
    ),
  ];
}

/** What `--under` needs of the study. */
function underProblems({ under }: DesignQuestion, { parts, intended }: ParsedStudy): Problem[] {
  const problems: Problem[] = [];
  const field = under === 'draws' ? 'calibration' : 'realised';
  if (valueAt(intended, [field]) === undefined)
    problems.push({
      path: [field],
      value: undefined,
      why:
        under === 'draws'
          ? '`--under draws` resamples dense data of some units, and `calibration` is missing'
          : '`--under worlds` asks what the benchmark leaves possible, and `realised` is missing',
      accepted:
        under === 'draws'
          ? 'calibration: { data: file.csv, noise: variance }'
          : 'realised: the name of the protocol behind the benchmark',
    });
  if ((parts.choose?.targets?.length ?? 0) > 1)
    problems.push({
      path: ['choose', 'targets'],
      value: parts.choose!.targets,
      why: `\`--under ${under}\` weighs one value under several laws, not several values`,
      accepted: 'one target together with `--under`, or several without it',
    });
  return problems;
}

function tooFewUnits(units: number): Problem[] {
  if (units >= FEWEST_UNITS) return [];
  return [
    {
      path: ['calibration', 'data'],
      value: `${units} units`,
      why: 'so few units cannot be resampled: too many resamples would hold one unit only',
      accepted: `at least ${FEWEST_UNITS} units`,
    },
  ];
}

function tooManyDraws(
  { draws = DEFAULT_DRAWS }: DesignQuestion,
  points: number,
  file: string,
): LocatedProblem[] {
  const most = Math.floor(MOST_NUMBERS / square(points));
  if (draws <= most) return [];
  return [
    {
      file,
      line: null,
      column: null,
      path: '--draws',
      value: draws,
      why: `so many laws on ${points} grid points would not fit into memory`,
      accepted: `at most ${most} draws on this grid, or fewer points`,
    },
  ];
}

/** Laws that a choice is judged under, at most. */
function lawsOf({ under, draws = DEFAULT_DRAWS }: DesignQuestion, protocols: number): number {
  if (under === 'draws') return draws;
  return under === 'worlds' ? 1 + 2 * protocols : 1;
}

function tooManyActions(actions: number, points: number, laws: number): Problem[] {
  const most = Math.floor(MOST_CROSS / (points * laws));
  if (actions <= most) return [];
  return [
    {
      path: ['catalogue'],
      value: `${actions} actions`,
      why: `so many actions on ${points} grid points${laws > 1 ? ` under ${laws} laws` : ''} would not fit into memory`,
      accepted: `at most ${most} actions${laws > 1 ? ' or fewer laws' : ''}, or fewer grid points`,
    },
  ];
}

/** The study as if it gave no law: resamples are of the data. */
function fromDataAlone(parsed: ParsedStudy): ParsedStudy {
  const { intended } = parsed;
  if (valueAt(intended, ['latent']) === undefined || valueAt(intended, ['calibration']) === undefined)
    return parsed;
  const { latent: _, ...rest } = intended as Record<string, unknown>;
  return { ...parsed, intended: rest };
}

/** Worlds are those of the law, for the target that the choice is made for. */
function forWorlds(parsed: ParsedStudy): ParsedStudy {
  const { benchmark: _, ...intended } = parsed.intended as Record<string, unknown>;
  const [aim] = parsed.parts.choose?.targets ?? [];
  return { ...parsed, intended, parts: aim ? { ...parsed.parts, target: aim.target } : parsed.parts };
}

function plannedAims(
  choose: Study['choose'],
  targets: readonly (Target | undefined)[],
  own: Target | undefined,
): DesignPlan['aims'] | undefined {
  if (choose?.targets === undefined) return own && [{ target: own, weight: 1 }];
  const total = choose.targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return choose.targets.flatMap(({ weight = 1 }, i) => {
    const target = targets[i];
    return target ? [{ target, weight: weight / total }] : [];
  });
}
