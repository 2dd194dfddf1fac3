import { canMiss } from '../../model/value/missed.ts';
import { targetVariance } from '../../model/value/value.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { type GainBounds, gainBounds, recoveredRows } from './gain-bounds.ts';
import { afterChoosing, initialResidual, type Residual } from './residual.ts';
import { admissible, type FeasibleFamily } from './rules.ts';
import { combined, type Objective, type Scenario, type SetEvaluator, setEvaluator } from './scenarios.ts';

/** What a search looks at. */
export interface DesignProblem {
  readonly scenarios: readonly Scenario[];
  readonly objective: Objective;
  readonly family: FeasibleFamily;
  readonly kernels?: Kernels;
}

/** Actions chosen so far, with what the next step needs. */
export interface Path {
  readonly chosen: readonly number[];
  /** The value of the actions chosen under each scenario, and as one number. */
  readonly values: Float64Array;
  readonly objective: number;
  readonly residuals: readonly Residual[];
  /** The rows W of Q_S = WᵀW under each scenario. */
  readonly recovered: readonly Matrix[];
}

/** How much work a search did. */
export interface Effort {
  /** Sets of actions whose value was in question. */
  considered: number;
  /** Those whose value was computed; the others were proved unable to win. */
  evaluations: number;
}

/** An addition that was as good as the one chosen. */
export interface Tie {
  /** After so many actions. */
  step: number;
  chosen: number;
  equals: number[];
}

/** Scores nearer to each other than this share are a tie: the earlier action wins, and the tie is said. */
export const TIE_TOLERANCE = 1e-12;

/** A search that is ready to go: everything that steps share. */
export interface Searcher {
  readonly problem: DesignProblem;
  readonly evaluate: SetEvaluator;
  /** V_g under each scenario. */
  readonly variances: Float64Array;
  /** Nothing chosen; and the required actions, from which searches start. */
  readonly empty: Path;
  readonly start: Path;
  readonly effort: Effort;
}

export function searcher(problem: DesignProblem): Searcher {
  const { scenarios, objective, family, kernels = defaultKernels() } = problem;
  const { catalogue } = family;
  const evaluate = setEvaluator(scenarios, objective, catalogue, kernels);
  const residuals = scenarios.map((scenario) => initialResidual(scenario, catalogue));
  const values = new Float64Array(scenarios.length);
  const empty: Path = {
    chosen: [],
    values,
    objective: combined(objective, values),
    residuals,
    recovered: scenarios.map(({ model }) => zeros(0, model.covariance.rows)),
  };
  const variances = Float64Array.from(scenarios, ({ model, target }) =>
    targetVariance(model, target, kernels),
  );
  const effort: Effort = { considered: 0, evaluations: 0 };
  const self = { problem, evaluate, variances, empty, start: empty, effort };
  return family.required.length === 0 ? self : { ...self, start: pathTo(self, family.required) };
}

/** The path that chooses these actions one after the other. */
export function pathTo(search: Searcher, chosen: readonly number[]): Path {
  const { values, objective } = search.evaluate([chosen]);
  return { ...chosen.reduce(withAction, search.empty), values: values.slice(), objective: objective[0]! };
}

/** One action more; values are the caller's to set. */
export function withAction(path: Path, a: number): Path {
  return {
    ...path,
    chosen: [...path.chosen, a],
    recovered: path.recovered.map((rows, s) => recoveredRows(rows, path.residuals[s]!, a)),
    residuals: path.residuals.map((residual) => afterChoosing(residual, a)),
  };
}

/** The best addition to a path and all that equal it. */
interface Addition {
  action: number;
  values: Float64Array;
  objective: number;
  score: number;
  equals: number[];
}

/** The kernels take so many sets that differ in their last action at a time. */
const CHUNK = 32;
/** The first few are those that look best: what they reach rules out many others. */
const FIRST = 4;

/**
 * The candidate with the best score: gain, or gain per cost where costs differ. Candidates whose bound on the gain lies
 * below what is reached already are left out; nothing else is. `atLeast` is a score that has to be exceeded.
 */
export function bestAddition(
  search: Searcher,
  path: Path,
  candidates: readonly number[],
  atLeast = Number.NEGATIVE_INFINITY,
): Addition | undefined {
  const { problem, evaluate, effort, variances } = search;
  const { scenarios, family, kernels = defaultKernels() } = problem;
  effort.considered += candidates.length;
  const costOf = (a: number) => (family.equalCosts ? 1 : family.catalogue[a]!.cost);
  const scoreOf = (a: number, objective: number) => (objective - path.objective) / costOf(a);

  const bounds = scenarios.map(({ target }, s) =>
    canMiss(family.catalogue)
      ? anyGain(candidates.length, (1 - path.values[s]!) * variances[s]!)
      : gainBounds(target, path.residuals[s]!, path.recovered[s]!, candidates, kernels),
  );
  const bound = (i: number, end: keyof GainBounds) => {
    const values = bounds.map((gains, s) => path.values[s]! + gains[end][i]! / variances[s]!);
    return scoreOf(candidates[i]!, combined(problem.objective, values));
  };
  let open = candidates.map((action, i) => ({ action, low: bound(i, 'low'), high: bound(i, 'high') }));
  let best = atLeast;
  const found: Omit<Addition, 'equals'>[] = [];
  const evaluateSome = (some: readonly number[]) => {
    const sets = [...some].sort((a, b) => a - b).map((a) => [...path.chosen, a]);
    const { values, objective } = evaluate(sets);
    effort.evaluations += sets.length;
    sets.forEach((set, i) => {
      const action = set.at(-1)!;
      const score = scoreOf(action, objective[i]!);
      const n = scenarios.length;
      found.push({ action, values: values.slice(i * n, (i + 1) * n), objective: objective[i]!, score });
      if (score > best) best = score;
    });
  };
  const reach = (score: number) => score - TIE_TOLERANCE * Math.abs(score);
  const prune = () => {
    open = open.filter(({ high }) => high >= reach(best));
  };
  const takeBest = (count: number) => {
    open.sort((one, other) => other.high - one.high || one.action - other.action);
    evaluateSome(open.splice(0, count).map(({ action }) => action));
    prune();
  };
  // A proof that some candidate reaches a score is as good as having computed one.
  for (const { low } of open) if (low > best) best = low;
  prune();
  if (open.length > CHUNK) takeBest(FIRST);
  while (open.length > 0) takeBest(CHUNK);
  return winnerOf(found, atLeast);
}

/** An action that may be missing, beside others that may be: it takes nothing away. */
function anyGain(count: number, most: number): GainBounds {
  return { low: new Float64Array(count), high: new Float64Array(count).fill(most) };
}

function winnerOf(found: readonly Omit<Addition, 'equals'>[], atLeast: number): Addition | undefined {
  const best = found.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  if (!(best > atLeast)) return undefined;
  const tied = found
    .filter(({ score }) => score >= best - TIE_TOLERANCE * Math.abs(best))
    .sort((one, other) => one.action - other.action);
  const [first, ...rest] = tied;
  return { ...first!, equals: rest.map(({ action }) => action) };
}

/** An addition that helps by no more than this is rounding. */
const LEAST_GAIN = 1e-14;

interface ForwardSelection {
  path: Path;
  /** The gain of each addition as it was made. */
  gains: number[];
  ties: Tie[];
}

/**
 * The paper's forward selection: from the required actions on, always the admissible addition with the best score. With
 * `exactly` it goes on to that many actions; with a budget it ends when nothing that fits helps.
 */
export function forwardSelection(search: Searcher, from: Path = search.start): ForwardSelection {
  const { problem } = search;
  const exact = problem.family.rules.exactly !== undefined;
  let path = from;
  const gains: number[] = [];
  const ties: Tie[] = [];
  for (;;) {
    const candidates = admissible(problem.family, path.chosen);
    const best =
      candidates.length === 0
        ? undefined
        : bestAddition(search, path, candidates, exact ? undefined : LEAST_GAIN);
    if (!best) return { path, gains, ties };
    if (best.equals.length > 0)
      ties.push({ step: path.chosen.length, chosen: best.action, equals: best.equals });
    gains.push(best.objective - path.objective);
    path = { ...withAction(path, best.action), values: best.values, objective: best.objective };
  }
}
