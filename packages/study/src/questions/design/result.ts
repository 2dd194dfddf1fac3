import type { ComparatorName, RandomComparator, Returns, ReturnsWitness } from '@sightline/engine/internal';
import type { MissedResult } from '../../law/family-values.ts';
import type { LawKind } from '../../law/law.ts';
import type { PredictedTarget, TargetMoments } from '../../law/target-of-law.ts';
import type { GridResult } from '../../schema/result-head.ts';
import type { ChoiceRules } from './choice-rules.ts';
import type { Ending, NamedLaw } from './request.ts';

/** The answer of `sightline design`. */
export interface DesignResult extends GridResult {
  command: 'design';
  /** Where the study's own law comes from. */
  law: LawKind['from'];
  /** Whether values are those under a Gaussian law, or of the best linear predictor. */
  estimand: 'gaussian' | 'linear';
  /** That the law was estimated from; null where it is given. */
  units: number | null;
  trajectories: number | null;
  /** Present where it was fitted to sparse readings: how many there were. */
  readings?: number;
  independent?: 'unit' | 'day';
  /** What the choice is made for; `variance` and `mean` are null where there are several targets. */
  target: Omit<PredictedTarget, 'variance' | 'mean'> & { variance: number | null; mean: number | null };
  /** The same one by one; the weights sum to 1, and are null where the least value counts. */
  targets: ({ name: string; weight: number | null } & TargetMoments)[];
  /** What is maximised: the value itself, or what several values become. */
  objective: 'value' | 'weighted mean' | 'worst' | 'quantile' | 'regret';
  /** Present where actions may be missing: what over that is maximised, the mean or this lower quantile of the value. */
  missed?: { by: 'mean' | 'quantile'; quantile: number | null };
  choose: ChoiceRules;
  /** Actions that there are to choose from, and where they stand. */
  catalogue: number;
  places: Placed[];
  /** Protocols within the rules, and whether that is all of them or as far as was counted. */
  sets: number;
  allCounted: boolean;
  under: DesignUnder | null;
  best: BestResult;
  /** The study's own protocols for the same target under the same law; null where the objective is another than that value. */
  proposed: Record<string, ProposedResult> | null;
  comparators: Record<ComparatorName, ComparatorResult>;
  random: RandomResult;
  frontier: FrontierResult[] | null;
  sensitivity: SensitivityResult[] | null;
  returns: ReturnsResult | null;
}

/** Some actions of the catalogue, in its order. */
export interface ChosenActions {
  actions: number[];
  at: number[];
  /** What the clock shows at these times, where the study has one. */
  clock?: string[];
  widths: number[];
}

export interface ChosenResult extends ChosenActions {
  /** Under the study's own law, the mean over what may be missing; of several targets what their values become. */
  value: number;
  /** Of that value, in the unit of the target; null where there are several targets. */
  rmse: number | null;
  /** What is maximised: the value again, unless other laws are asked for. */
  objective: number;
  /** Present where `value` or `objective` rests on a lower bound; a warning says why. */
  lowerBound?: true;
  cost: number;
}

/** What is said of readings that may be missing is for one target. */
export interface BestResult extends ChosenResult, MissedResult {
  repeats: number[];
  noise: number[];
  costs: number[];
  /** For each target, or under each law; null where there is one. */
  values: number[] | null;
  method: 'exhaustive' | 'branch and bound' | 'dynamic programming' | 'forward selection and swaps';
  /** Why a search ended before it was done; null where it was not. */
  ended: Ending;
  /** Sets whose value was in question, and those whose value was computed. */
  considered: number;
  evaluations: number;
  /** No choice within the rules has a larger objective; `gap` is how far that is above this one. */
  upperBound: number;
  gap: number;
  certified: boolean;
  /** Present where nothing is proved because values that were compared are lower bounds. */
  lowerBoundsMet?: true;
  /** Present where nothing is proved because values that were compared are means over draws of what may be missing. */
  patternsDrawn?: true;
  /** Other choices that are as good, up to ten, and how many there are. */
  ties: number[][];
  tied: number;
}

export interface ComparatorResult extends ChosenResult {
  /** Its objective as a share of the best one's. */
  efficiency: number;
  /** How often its own criterion left the choice open. */
  ties: number;
}

/** A protocol that the study names; it need not be one of the choices. */
export interface ProposedResult extends MissedResult {
  at: number[];
  widths: number[];
  value: number;
  rmse: number;
  /** Present where the value is a lower bound. */
  lowerBound?: true;
  /** Its value as a share of the best one's; null where no choice is worth anything, and this protocol is. */
  efficiency: number | null;
  cost: number;
}

export interface RandomResult extends Omit<RandomComparator, 'atLeast'> {
  /** Present where a value among them is a lower bound. */
  lowerBound?: true;
}

export interface FrontierResult extends ChosenActions {
  cost: number;
  value: number;
  /** null where `value` is that of several targets or laws. */
  rmse: number | null;
  /** Present where the value is a lower bound. */
  lowerBound?: true;
  certified: boolean;
}

export interface SensitivityResult {
  action: number;
  at: number;
  freedom: { from: number; to: number };
  /** `allowed`: whether the rules let the action stand there; `lowerBound`: present where the value is one. */
  curve: { at: number; value: number; lowerBound?: true; loss: number; allowed: boolean }[];
}

export interface ReturnsResult extends Omit<Returns, 'ratio' | 'witness'> {
  /** null where there are no two actions to compare. */
  ratio: number | null;
  witness: ReturnsWitness | null;
}

/** As Hyndman and Fan's sixth definition; numpy calls it 'weibull'. */
export const QUANTILE_RULE = 'linear between the order statistics, which stand at i/(n + 1)';

/** What other laws did to the choice. */
export interface DesignUnder {
  kind: 'draws' | 'worlds';
  /** How many laws the choice was judged under. */
  laws: number;
  quantile: number | null;
  /** How the quantile follows from `best.values`. */
  quantileRule: typeof QUANTILE_RULE | null;
  criterion: 'worst' | 'regret' | null;
  /** The worlds one by one: the value of this choice, and of what is best there by itself where regret counts. */
  worlds: (NamedLaw & { value: number; best: number | null })[] | null;
  /** Whether what is best in each world was proved to be; null without regret. */
  eachCertified: boolean | null;
  /** What is best under the study's own law, judged by the same objective; proved to be, or the best that was found. */
  plain: ChosenResult & { certified: boolean };
}

/** An action as far as a picture of the horizon shows it. */
export interface Placed {
  at: number;
  width: number;
}
