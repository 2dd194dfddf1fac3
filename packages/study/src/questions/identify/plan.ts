import {
  type BenchmarkSample,
  isLinear,
  type Knowledge,
  knowledgeProblems,
  type Problem,
  RANGE_POINTS,
} from '@sightline/engine';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { valueAt } from '../../file/shape-problems.ts';
import { lawProblems } from '../../law/law-agreement.ts';
import { isEstimated, type Law, plannedLaw } from '../../plan/estimated-law.ts';
import { protocolNames } from '../../plan/field-agreement.ts';
import { type Protocol, studyParts } from '../../plan/study-parts.ts';
import type { NamedFiles, Plan, Planned, Planner } from '../../plan/value-plan.ts';
import { inFileOrder } from '../../problems/located-problem.ts';
import type { Study } from '../../schema/study.ts';
import { benchmarkData } from './benchmark-data.ts';

/** What `sightline identify` computes with. */
export interface IdentifyPlan extends Omit<Plan, 'latent'> {
  realised: Protocol;
  /** The other protocols, in the order of the file. */
  alternatives: Protocol[];
  assume: 'any' | 'stationary';
  knowledge: Knowledge;
  /** The furthest that a time of `know` lies from the grid point that stands for it. */
  knownShift: number;
  /** The law of the benchmark: from the latent law, given or estimated, or from data of the benchmark itself. */
  law: { by: 'latent'; latent: Law } | { by: 'data'; data: BenchmarkSample };
}

export const identifyPlanner: Planner<IdentifyPlan> = {
  reads: (parsed) => [
    'covariance',
    'benchmark',
    ...(isEstimated(parsed) && !hasBenchmark(parsed) ? (['calibration'] as const) : []),
  ],
  plan: planIdentify,
};

function hasBenchmark({ intended }: ParsedStudy): boolean {
  return valueAt(intended, ['benchmark']) !== undefined;
}

function planIdentify(parsed: ParsedStudy, files: NamedFiles): Planned<IdentifyPlan> {
  const { parts, intended, source } = parsed;
  const needs = { command: 'identify', protocols: true, law: 'or-benchmark' } as const;
  const built = studyParts(parsed, files.covariance, needs);
  const { problems } = built;
  if (!('time' in built)) return { ok: false, problems };
  const { report, time, weights, target, known, protocols, catalogue } = built;
  const fromData = hasBenchmark(parsed);
  const assume = parts.assume ?? 'any';
  const { knowledge } = known;

  report(comparisonProblems(parts, intended));
  report(linearProblems(parts, fromData));
  if (fromData && time.pointsKnown && time.grid.points > RANGE_POINTS)
    report([
      {
        path: ['time', 'points'],
        value: time.grid.points,
        why: 'the law nearest to data is a semidefinite programme, and this grid is too fine for one',
        accepted: `at most ${RANGE_POINTS} grid points together with \`benchmark\``,
      },
    ]);
  if (fromData) report(knowledgeProblems(knowledge, assume));
  const clear = problems.length === 0;
  const planned = fromData ? undefined : plannedLaw(parsed, files.calibration, built, 'identify');
  if (clear && planned) {
    const whose = planned.estimated ? 'the law estimated from `calibration`' : 'the law under `latent`';
    report(lawProblems(planned.latent.covariance, assume, knowledge, time.grid, whose));
  }
  const realised = protocols.find(({ name }) => name === parts.realised);
  const mistaken = problems.some(({ path }) => path.startsWith('protocols') || path.startsWith('realised'));
  const table =
    files.benchmark && realised && weights && target && !mistaken
      ? benchmarkData(files.benchmark, {
          realised: realised.actions,
          weights,
          multiple: isLinear(target) ? target.firstCoefficient : 1,
        })
      : undefined;
  if (table && !table.ok) problems.push(...table.problems);

  const law: IdentifyPlan['law'] | undefined = table?.ok
    ? { by: 'data', data: table.data }
    : planned && { by: 'latent', latent: planned.latent };
  if (problems.length > 0 || !weights || !target || !realised || !law)
    return { ok: false, problems: inFileOrder(problems) };
  return {
    ok: true,
    plan: {
      study: parts as Study, // complete: every field passed its check
      source,
      grid: time.grid,
      weights,
      target,
      protocols,
      catalogue,
      realised,
      alternatives: protocols.filter((protocol) => protocol !== realised),
      assume,
      knowledge,
      knownShift: known.largestShift,
      law,
      estimated: planned?.estimated ?? null,
    },
  };
}

/** A realised protocol, and another one to ask about. */
function comparisonProblems({ realised }: Partial<Study>, intended: unknown): Problem[] {
  const names = protocolNames(intended);
  if (valueAt(intended, ['realised']) === undefined)
    return [
      {
        path: ['realised'],
        value: undefined,
        why: '`sightline identify` needs the protocol behind the benchmark, and `realised` is missing',
        accepted:
          names.length > 0 ? `realised: one of ${names.join(', ')}` : 'realised: the name of a protocol',
      },
    ];
  if (names.length !== 1 || realised !== names[0]) return [];
  return [
    {
      path: ['protocols'],
      value: names,
      why: 'there is no protocol beside the realised one whose value could be asked for',
      accepted: 'at least one more protocol',
    },
  ];
}

/** What only the mean allows, because all of it is linear in the trajectory. */
function linearProblems({ target, know }: Partial<Study>, fromData: boolean): Problem[] {
  if (target === undefined || isLinear({ spec: target })) return [];
  const problems: Problem[] = [];
  if (fromData)
    problems.push({
      path: ['target'],
      value: target,
      why:
        'data of the benchmark are used through their second moments, which are the whole law for the mean only; ' +
        'any other target is not Gaussian',
      accepted: 'mean, or a law under `latent` in place of `benchmark`',
    });
  if (know !== undefined)
    problems.push({
      path: ['know'],
      value: know,
      why: 'for a target other than the mean worlds are found by permuting times, which does not keep what is known',
      accepted: 'no `know`, or the target mean',
    });
  return problems;
}
