import {
  type Action,
  type BenchmarkSample,
  canMiss,
  isLinear,
  type Knowledge,
  knowledgeProblems,
  NEAREST_LAW_POINTS,
  type Problem,
  readCompletely,
  target as standardisedTarget,
  type TargetSpec,
} from '@sightline/engine/internal';
import { type GridPlan, gridPlan, writtenFields } from '../../asking/question.ts';
import { valueAt } from '../../file/study-source.ts';
import { latent } from '../../law/latent.ts';
import { type LawKind, type LawSource, lawKind, lawOf } from '../../law/law.ts';
import { lawProblems } from '../../law/law-rules.ts';
import type { SurfaceLaw } from '../../law/surface-law.ts';
import { checkTarget, isLinearUnder } from '../../law/target-of-law.ts';
import {
  catalogue,
  type Protocol,
  protocolNames,
  protocols,
  realised,
  realisedNames,
  someProtocol,
} from '../../parts/actions.ts';
import { permitted } from '../../parts/choice.ts';
import { horizon, target as targetPart, weights } from '../../parts/horizon.ts';
import { known } from '../../parts/known-correlations.ts';
import type { Asking } from '../../parts/study-parts.ts';
import { Lacking } from '../../problems/lacking.ts';
import type { Study } from '../../schema/study.ts';
import { benchmarkData, benchmarkFiles } from './benchmark-data.ts';
import { NOT_REALISED } from './lack.ts';

/** What `sightline identify` computes with. */
export interface IdentifyPlan extends GridPlan {
  /** Whether the target is a linear function of the trajectory. */
  linear: boolean;
  /** Those behind the benchmark, each run on other units. */
  realised: Protocol[];
  /** The other protocols, in the order of the file. */
  alternatives: Protocol[];
  /** Numbered from 0; empty where the study has none. */
  catalogue: Action[];
  /** The numbers of those that `choose.forbidden` leaves: no other one is proposed. */
  permitted: number[];
  assume: 'any' | 'stationary';
  knowledge: Knowledge;
  /** Protocols whose readings may be missing: here they are taken as read completely. */
  missed: string[];
  /** The furthest that a time of `know` lies from the grid point that stands for it. */
  knownShift: number;
  /** The law of the benchmark: from the latent law, given or to be estimated, or from data of the benchmark itself. */
  law:
    | { by: 'latent'; law: LawSource }
    | { by: 'data'; samples: BenchmarkSample[] }
    /** A law of which only the pairs of times are known that were seen; nothing was realised then. */
    | { by: 'surface'; surface: SurfaceLaw };
}

/** `aim`: the target that worlds are asked about; the study's own, unless a choice is made for another. */
export async function identifyPlan(
  study: Asking,
  aim: TargetSpec | undefined = study.part(targetPart),
  useBenchmark = true,
): Promise<IdentifyPlan | undefined> {
  const { parts, intended } = study.parsed;
  const time = study.part(horizon);
  const ownWeights = study.part(weights);
  const fromData = useBenchmark && valueAt(intended, ['benchmark']) !== undefined;
  const assume = parts.assume ?? 'any';
  const kind = fromData ? STANDARDISED : lawKind(study.parsed);
  if (kind.from === 'fit' && parts.fit?.surface) {
    // Fetched when there is one.
    const { openOrUnsound, surfacePlan } = await import('./surface-plan.ts');
    if (await openOrUnsound(study)) return surfacePlan(study, aim);
    if (study.command === 'run' && valueAt(intended, ['realised']) === undefined)
      throw new Lacking(NOT_REALISED);
  }
  if (fromData) await study.part(latent);
  const tables = fromData ? await study.part(benchmarkFiles) : undefined;
  const law = fromData ? undefined : await lawOf(study, { orBenchmark: useBenchmark });
  checkTarget(study, kind, law, aim);
  study.part(writtenFields);
  study.part(someProtocol);
  const { knowledge, largestShift: knownShift } = study.part(known);

  study.report(comparisonProblems(study));
  study.report(linearProblems(aim, kind, parts.know, fromData));
  study.report(recordProblems(aim, kind, parts.calibration));
  if (fromData && time.pointsKnown && time.grid.points > NEAREST_LAW_POINTS)
    study.report({
      path: ['time', 'points'],
      value: time.grid.points,
      why: 'finding the law nearest to the data is a semidefinite programme, and this grid is too fine for one',
      accepted: `at most ${NEAREST_LAW_POINTS} grid points together with \`benchmark\``,
    });
  if (fromData) study.report(knowledgeProblems(knowledge, assume));
  // Whether an estimate is one of the laws that are possible is seen when it is made.
  if (study.isSound() && law && 'given' in law)
    study.report(
      lawProblems(law.given.model.covariance, assume, knowledge, time.grid, 'the law under `latent`'),
    );
  // What is asked is what readings can tell, not how many of them there will be.
  const asWritten = study.part(protocols);
  const all = asWritten.map((protocol) => ({ ...protocol, actions: readCompletely(protocol.actions) }));
  const behind = study.part(realised).flatMap((name) => all.find((protocol) => protocol.name === name) ?? []);
  const samples: BenchmarkSample[] = [];
  if (tables && ownWeights && aim && study.isSound('protocols', 'realised'))
    behind.forEach(({ name, actions }) => {
      const table = tables.get(name);
      if (!table) return;
      const multiple = isLinear({ spec: aim }) ? standardisedTarget(aim).firstCoefficient : 1;
      const read = benchmarkData(
        table.file,
        { realised: actions, weights: ownWeights, multiple },
        table.path,
      );
      if (read.ok) samples.push(read.data);
      else study.tell(read.problems);
    });
  const plan = gridPlan(study);
  if (!plan || !aim || behind.length === 0 || !(law || samples.length > 0)) return undefined;
  return {
    ...plan,
    target: aim,
    linear: isLinearUnder(kind, aim),
    protocols: all,
    catalogue: readCompletely(study.part(catalogue)),
    permitted: study.part(permitted),
    missed: asWritten.filter(({ actions }) => canMiss(actions)).map((protocol) => protocol.name),
    realised: behind,
    alternatives: all.filter((protocol) => !behind.includes(protocol)),
    assume,
    knowledge,
    knownShift,
    law: law ? { by: 'latent', law } : { by: 'data', samples },
  };
}

/** Data of a benchmark know no unit but standard deviations. */
const STANDARDISED: LawKind = { from: 'latent', estimand: 'gaussian', unit: 'sd', transform: 'none' };

/** Realised protocols, and another one to ask about. */
function comparisonProblems({ parsed, command }: Asking): Problem[] {
  const { intended, parts } = parsed;
  const run = realisedNames(parts);
  const names = protocolNames(intended);
  const missing = valueAt(intended, ['realised']) === undefined;
  const problems: Problem[] = [];
  if (missing)
    problems.push({
      path: ['realised'],
      value: undefined,
      why: `\`sightline ${command}\` needs the protocol behind the benchmark, and \`realised\` is missing`,
      accepted:
        names.length > 0 ? `realised: one of ${names.join(', ')}` : 'realised: the name of a protocol',
    });
  if (missing ? names.length === 1 : names.length > 0 && names.every((name) => run.includes(name)))
    problems.push({
      path: ['protocols'],
      value: names,
      why: `there is no protocol beside the realised one${run.length > 1 ? 's' : ''} whose value could be asked for`,
      accepted: 'at least one more protocol',
    });
  return problems;
}

/** The benchmark of a record is about its mean: a target of another kind is no function of the correlations. */
function recordProblems(
  target: Study['target'] | undefined,
  { estimand }: LawKind,
  calibration: Study['calibration'],
): Problem[] {
  if (estimand === 'gaussian' || target === undefined) return [];
  const column = calibration?.target;
  if (target === 'mean' && column === undefined) return [];
  return [
    {
      path: column === undefined ? ['target'] : ['calibration', 'target'],
      value: column ?? target,
      why:
        'with `estimand: linear` nothing is known but second moments, and the benchmark fixes no more of them than those ' +
        'of linear functions of the trajectory; the mean of the record is one, this target is not',
      accepted: 'the target mean and no `target` column, or estimand: gaussian',
    },
  ];
}

/** What only the mean allows, because all of it is linear in the trajectory. */
function linearProblems(
  target: Study['target'] | undefined,
  kind: LawKind,
  know: Study['know'],
  fromData: boolean,
): Problem[] {
  if (target === undefined || isLinearUnder(kind, target)) return [];
  const problems: Problem[] = [];
  if (fromData)
    problems.push({
      path: ['target'],
      value: target,
      why:
        'benchmark data are used through their second moments, which determine the law only for the mean; ' +
        'any other target is not Gaussian',
      accepted: 'mean, or a law under `latent` in place of `benchmark`',
    });
  if (know !== undefined)
    problems.push({
      path: ['know'],
      value: know,
      why: 'for a target that is not linear (the mean is, without a logarithm), worlds are found by permuting times, which may violate what is known',
      accepted: 'no `know`, or the target mean',
    });
  return problems;
}
