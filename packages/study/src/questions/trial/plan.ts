import { dataTargetProblems, type Problem, type TargetSpec, targetName } from '@sightline/engine/internal';
import { type LawKind, lawKind } from '../../law/law.ts';
import { someProtocol } from '../../parts/actions.ts';
import type { Asking } from '../../parts/study-parts.ts';
import { type StudyTrial, trialFields } from '../../parts/trial.ts';
import type { Study } from '../../schema/study.ts';
import { digits } from '../../words/text.ts';
import { type LawPlan, lawPlan } from '../value/plan.ts';

/** What `sightline plan --trial` computes with. */
export interface TrialPlan extends LawPlan {
  trial: StudyTrial;
}

export async function trialPlan(
  study: Asking,
  { power }: { power?: number | undefined },
): Promise<TrialPlan | undefined> {
  const planned = await lawPlan(study);
  study.part(someProtocol);
  const { parts, intended } = study.parsed;
  if ((intended as Partial<Study>).trial === undefined) study.report(NO_TREATMENT);
  const trial = study.part(trialFields);
  if (parts.target) study.report(movedTargetProblems(parts.target, lawKind(study.parsed), parts));
  const level = trial?.rules.level;
  if (power !== undefined && level !== undefined && power <= level) study.report(tooLittle(power, level));
  if (!planned || !trial || !study.isSound()) return undefined;
  return { ...planned, trial: power === undefined ? trial : { ...trial, rules: { ...trial.rules, power } } };
}

const NO_TREATMENT: Problem = {
  path: ['trial'],
  value: undefined,
  why: '`sightline plan --trial` needs a treatment, and `trial` is missing',
  accepted: 'trial: { profile: shift of the mean }, such as trial: { profile: -10, power: 0.9 }',
};

const tooLittle = (power: number, level: number): Problem => ({
  path: ['trial', 'level'],
  value: level,
  why: `a test at this level has the power ${digits(power)} without any effect`,
  accepted: `a level below the power, such as 0.05`,
});

/** Of which targets it is not known how a shift of the trajectory moves their mean. */
function movedTargetProblems(
  spec: TargetSpec,
  { estimand, unit }: LawKind,
  parts: Partial<Study>,
): Problem[] {
  const column = parts.calibration?.target;
  if (estimand === 'linear') {
    if (spec === 'mean' && column === undefined) return [];
    return [
      {
        path: column === undefined ? ['target'] : ['calibration', 'target'],
        value: column ?? targetName(spec),
        why: 'of this target the second moments alone are known, and not how a shift of the trajectory moves its mean',
        accepted: 'target: mean; or, for a threshold, estimand: gaussian',
      },
    ];
  }
  if (unit === 'data') return [];
  return dataTargetProblems(spec).map((problem) => ({
    ...problem,
    path: ['target', ...problem.path],
    why: `where the mean is shifted, ${targetName(spec)} is another target at each time, and its variance is not computed`,
    accepted: 'mean, above, below or between',
  }));
}
