import {
  type Action,
  type FeasibleFamily,
  NumericallyUndecided,
  type Problem,
  square,
  type TargetSpec,
} from '@sightline/engine/internal';
import { gridPlan, writtenFields } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { valueAt } from '../../file/study-source.ts';
import { TO_RESAMPLE, tooFewUnits } from '../../law/calibration-data.ts';
import {
  fittedSource,
  isFittedStudy,
  type LawKind,
  type LawSource,
  lawKind,
  lawOf,
  nothingToDraw,
} from '../../law/law.ts';
import { checkTarget } from '../../law/target-of-law.ts';
import { catalogue, protocolNames } from '../../parts/actions.ts';
import { family } from '../../parts/choice.ts';
import { horizon, target } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
import { type LocatedProblem, placed } from '../../problems/located-problem.ts';
import type { Study } from '../../schema/study.ts';
import { type IdentifyPlan, identifyPlan } from '../identify/plan.ts';
import type { LawPlan } from '../value/plan.ts';
import { type DesignRequest, LAWS_DRAWN } from './request.ts';

/** What `sightline design` computes with. */
export interface DesignPlan extends LawPlan {
  /** Numbered from 0. */
  catalogue: Action[];
  family: FeasibleFamily;
  /** What the choice is made for; the weights sum to 1. */
  aims: readonly { target: TargetSpec; weight: number }[];
  combine: 'mean' | 'worst';
  /** What identification needs, where compatible worlds are asked for. */
  benchmark: IdentifyPlan | undefined;
}

/** What is asked about laws other than the study's own, as far as the plan depends on it. */
type Under = Pick<DesignRequest, 'under' | 'draws'>;

/** Numbers that the covariances of all drawn laws may take together. */
const MOST_NUMBERS = 5e7;
/** Covariances of actions with grid points, under all laws together: each of some copies then takes 160 MB. */
const MOST_CROSS = 2e7;

export async function designPlan(study: Asking, request: Under): Promise<DesignPlan | undefined> {
  const { parts, intended, source } = study.parsed;
  const { under } = request;
  const time = study.part(horizon);
  const ownTarget = study.part(target);
  const fitted = isFittedStudy(study.parsed);
  const from = under !== 'draws' ? 'either' : fitted ? fittedSource(study.parsed) : 'data';
  if (fitted && under === 'draws') study.report(nothingToDraw(study.parsed, from));
  const law = await lawOf(study, { from });
  checkAims(study, lawKind(study.parsed, from), law, ownTarget);
  study.part(writtenFields);
  study.report(missingProblems(intended, study.command));
  if (under !== undefined) study.report(underProblems(under, study.parsed));
  const actions = study.part(catalogue);
  const feasible = study.part(family);
  const aims = aimsOf(parts.choose, ownTarget);
  if (under === 'draws' && law && 'data' in law) study.report(tooFewUnits(law.data, TO_RESAMPLE));
  if (time.pointsKnown) {
    const { points } = time.grid;
    if (under === 'draws') study.tell(tooManyDraws(request, points, source.file));
    const laws = lawsOf(request, protocolNames(intended).length);
    study.report(tooManyActions(actions.length, points, laws));
  }
  const plan = gridPlan(study);
  if (!plan || !law || !aims || !feasible) return undefined;
  if (feasible instanceof NumericallyUndecided) throw feasible;
  const benchmark = under === 'worlds' ? await worldsPlan(study) : undefined;
  if (under === 'worlds' && !benchmark) return undefined;
  return {
    ...plan,
    law,
    catalogue: actions,
    family: feasible,
    aims,
    combine: parts.choose!.combine ?? 'mean',
    benchmark,
  };
}

/** The study's own target, and what the choice is made for where that is another. */
function checkAims(
  study: Asking,
  kind: LawKind,
  law: LawSource | undefined,
  own: TargetSpec | undefined,
): void {
  checkTarget(study, kind, law, own);
  study.parsed.parts.choose?.targets?.forEach(({ target: aim }, i) => {
    const at = ['choose', 'targets', i, 'target'];
    if (kind.estimand === 'gaussian') checkTarget(study, kind, law, aim, at);
    else if (JSON.stringify(aim) !== JSON.stringify(own))
      study.report({
        path: at,
        value: aim,
        why: 'the best-linear value is estimated for one target, that of the study',
        accepted: 'the same as `target`, no `targets`, or estimand: gaussian',
      });
  });
}

/** Worlds are those of the law, for the target that the choice is made for. */
function worldsPlan(study: Asking): Promise<IdentifyPlan | undefined> {
  return identifyPlan(study, study.parsed.parts.choose?.targets?.[0]?.target, false);
}

function missingProblems(intended: unknown, command: string): Problem[] {
  const missing = (path: string, what: string, accepted: string): Problem[] =>
    valueAt(intended, [path]) !== undefined
      ? []
      : [
          {
            path: [path],
            value: undefined,
            why: `\`sightline ${command}\` needs ${what}, and \`${path}\` is missing`,
            accepted,
          },
        ];
  return [
    ...missing(
      'catalogue',
      'actions to choose from',
      'catalogue: [{ at: times, noise: variance, cost: cost }]',
    ),
    ...missing('choose', 'a limit on the choice', 'choose: { exactly: number } or choose: { budget: cost }'),
  ];
}

/** What `--under` needs of the study. */
function underProblems(under: 'draws' | 'worlds', parsed: ParsedStudy): Problem[] {
  const { parts, intended } = parsed;
  const problems: Problem[] = [];
  const field = under === 'draws' ? 'calibration' : 'realised';
  const fitted = under === 'draws' && isFittedStudy(parsed);
  if (!fitted && valueAt(intended, [field]) === undefined)
    problems.push({
      path: [field],
      value: undefined,
      why:
        under === 'draws'
          ? '`--under draws` resamples dense data of units, and `calibration` is missing'
          : '`--under worlds` needs the protocol behind the benchmark, and `realised` is missing',
      accepted:
        under === 'draws'
          ? 'calibration: { data: file.csv, noise: variance }, or a law under `latent` with `fitted`, as `sightline fit --write` writes it'
          : 'realised: the name of the protocol behind the benchmark, or a list of several',
    });
  if ((parts.choose?.targets?.length ?? 0) > 1)
    problems.push({
      path: ['choose', 'targets'],
      value: parts.choose!.targets,
      why: `\`--under ${under}\` takes one target, under several laws`,
      accepted: 'one target together with `--under`, or several without it',
    });
  return problems;
}

function tooManyDraws({ draws = LAWS_DRAWN }: Under, points: number, file: string): LocatedProblem[] {
  const most = Math.floor(MOST_NUMBERS / square(points));
  if (draws <= most) return [];
  return [
    placed(
      {
        path: ['--draws'],
        value: draws,
        why: `so many laws on ${points} grid points would not fit into memory`,
        accepted: `at most ${most} draws on this grid, or fewer points`,
      },
      file,
    ),
  ];
}

/** Laws that a choice is judged under, at most. */
function lawsOf({ under, draws = LAWS_DRAWN }: Under, protocols: number): number {
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

function aimsOf(choose: Study['choose'], own: TargetSpec | undefined): DesignPlan['aims'] | undefined {
  if (choose?.targets === undefined) return own && [{ target: own, weight: 1 }];
  const total = choose.targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return choose.targets.map(({ target: aim, weight = 1 }) => ({ target: aim, weight: weight / total }));
}
