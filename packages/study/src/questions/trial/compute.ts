import {
  type Difference,
  MOST_REALISTIC,
  relativeSize,
  type TrialRules,
  type TwoArmSize,
  thousands,
  trial as trialOf,
  twoArmSize,
} from '@sightline/engine/internal';
import { refused } from '../../file/parse-study.ts';
import { estimatedLawWarnings } from '../../law/data-warnings.ts';
import { drawnPatterns, familyValues } from '../../law/family-values.ts';
import type { FitWork } from '../../law/fit-law.ts';
import { type LawKind, withLaw } from '../../law/law.ts';
import { type PredictedTarget, predictedTarget, preparedTarget } from '../../law/target-of-law.ts';
import { gridSummary } from '../../parts/horizon.ts';
import { lengthWarnings, protocolWarnings } from '../../parts/warnings.ts';
import type { Warning } from '../../problems/warning.ts';
import type { GridResult, ResultOrigin } from '../../schema/result-head.ts';
import type { Study } from '../../schema/study.ts';
import { quoted } from '../../words/text.ts';
import type { TrialPlan } from './plan.ts';

/** The answer of `sightline plan --trial`. */
export interface TrialResult extends GridResult {
  command: 'plan';
  /** Where the law comes from. */
  law: LawKind['from'];
  estimand: 'gaussian' | 'linear';
  /** Mean and variance are those without treatment. */
  target: PredictedTarget;
  trial: TrialRules & {
    /** As the study gives it. */
    profile: NonNullable<Study['trial']>['profile'];
    /** What it is in: the unit of the data, standard deviations, or the logarithm of the quantity. */
    unit: 'data' | 'sd' | 'log';
    /** The target itself, known for every unit. */
    complete: ComparedArms;
    /** Its predictions from what each protocol reads, by the predictor of the control arm’s law. */
    protocols: Record<string, TrialProtocolResult>;
  };
}

/** A quantity whose means are compared between two arms. */
export interface ComparedArms {
  /** By how much the treatment moves its mean. */
  shift: number;
  sd: { control: number; treated: number };
  /** The fewest units for the power; null where no number will do. */
  units: TwoArmSize | null;
  /** Why there is none. */
  why?: string;
}

export interface TrialProtocolResult extends ComparedArms {
  value: number;
  lowerBound?: true;
  /** The share of the target’s shift that predictions have; null where that is 0. */
  recovered: number | null;
  /** Units for each one with the target known, where there are many: value/recovered² for a linear target. null where there is none. */
  ratio: number | null;
  /** By the linear combination of the readings that sees this profile best. */
  best: { units: TwoArmSize | null; why?: string };
}

export async function trialResult(
  plan: TrialPlan,
  origin: ResultOrigin,
  work: FitWork = {},
): Promise<TrialResult> {
  const { study, grid, latent, from, estimated, protocols, source, trial } = await withLaw(plan, work);
  const { rules, profile } = trial;
  const target = preparedTarget(latent, plan.target, source);
  const { variance, protocols: values } = familyValues({ source, protocols }, latent, target, origin.seed);
  const { complete, protocols: arms } = underTreatment(plan, () =>
    trialOf(
      { ...latent.model, mean: latent.mean ?? undefined, transform: latent.transform },
      latent.estimand === 'linear' ? 'mean' : plan.target,
      profile,
      protocols.map(({ actions }) => actions),
      { seed: origin.seed },
    ),
  );
  const known = comparedArms(complete, rules, complete.shift);
  const compared = protocols.map(({ name }, i): [string, TrialProtocolResult] => {
    const own = arms[i]!;
    const result = comparedArms(own, rules, complete.shift);
    const ratio = relativeSize(own, rules.allocation) / relativeSize(complete, rules.allocation);
    return [
      name,
      {
        value: own.value,
        ...(own.atLeast && { lowerBound: true as const }),
        ...result,
        recovered: complete.shift === 0 ? null : own.shift / complete.shift,
        ratio: result.units === null || known.units === null ? null : ratio,
        best: sizeOf(own.best, rules, 'the treatment does not move what is read'),
      },
    ];
  });
  return {
    sightline: 1,
    command: 'plan',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...lengthWarnings(study, grid, true),
      ...estimatedLawWarnings(estimated, grid),
      ...(latent.warnings ?? []),
      ...(latent.fitted ? [FITTED] : []),
      ...protocols.flatMap((protocol, i) => protocolWarnings(protocol, values[i]!, grid)),
      ...protocols.flatMap(({ name }, i) => drawnPatterns(name, values[i]!)),
      ...compared.flatMap(([name, own]) => shiftWarnings(name, own, complete.shift)),
    ],
    repairs: latent.repairs,
    grid: gridSummary(
      grid,
      protocols.flatMap(({ actions }) => actions),
    ),
    law: from,
    estimand: latent.estimand,
    target: predictedTarget(plan, latent, target, variance),
    trial: {
      profile: study.trial!.profile,
      unit: latent.transform === 'log' ? 'log' : latent.mean === null ? 'sd' : 'data',
      ...rules,
      complete: known,
      protocols: Object.fromEntries(compared),
    },
  };
}

/** What the law has without treatment was asked for before: what is refused here is the treatment’s. */
function underTreatment<Made>({ source, study }: TrialPlan, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    return refused(error, source, ({ why }) => ({
      path: ['trial', 'profile'],
      value: study.trial!.profile,
      why: typeof why === 'string' ? `with this shift ${why}` : why,
      accepted: 'a smaller shift, in the unit of the law',
    }));
  }
}

const FITTED: Warning = {
  kind: 'estimated-law',
  path: 'latent',
  what: 'the law was fitted to readings, and these numbers of units are those of the fitted parameters: `sightline value` says how uncertain values are',
};

/** `wanted`: the target’s own shift, which a comparison must not show the wrong way round. */
function comparedArms(own: Difference, rules: TrialRules, wanted: number): ComparedArms {
  const { shift, variance } = own;
  const sd = { control: Math.sqrt(variance.control), treated: Math.sqrt(variance.treated) };
  if (shift * wanted < 0)
    return {
      shift,
      sd,
      units: null,
      why: 'predictions move against the target: a difference would have the wrong sign',
    };
  const nothing = wanted === 0 ? 'the treatment does not move the target’s mean' : 'predictions do not move';
  return { shift, sd, ...sizeOf(wanted === 0 ? { ...own, shift: 0 } : own, rules, nothing) };
}

/** Of a shift this small in standard deviations, all is rounding. */
const NO_SHIFT = 1e-12;

function sizeOf(own: Difference, rules: TrialRules, nothing: string): Pick<ComparedArms, 'units' | 'why'> {
  if (!(Math.abs(own.shift) > NO_SHIFT * Math.sqrt(own.variance.control)))
    return { units: null, why: nothing };
  const units = twoArmSize(own, rules);
  return units
    ? { units }
    : {
        units: null,
        why: `it would take more than ${thousands(MOST_REALISTIC)} units: no realistic number is enough`,
      };
}

function shiftWarnings(name: string, { shift, recovered }: TrialProtocolResult, wanted: number): Warning[] {
  const path = `protocols.${name}`;
  if (recovered === null || shift * wanted > 0) return [];
  return shift === 0
    ? [
        {
          kind: 'shift-unseen',
          path,
          what: `${quoted(name)} reads nothing that this treatment moves: no trial finds the effect by its readings`,
        },
      ]
    : [
        {
          kind: 'shift-opposite',
          path,
          what:
            `under this treatment predictions from ${quoted(name)} move against the target: readings move the other way than the ` +
            'mean over the horizon, and a trial that compares predictions would find the opposite of the effect',
        },
      ];
}
