import { betweenReadings } from '../../model/value/measurement-covariance.ts';
import { canMiss } from '../../model/value/missed.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { Searcher } from '../selection/forward-selection.ts';
import { initialResidual } from '../selection/residual.ts';
import { BUDGET_TOLERANCE } from '../selection/rules.ts';
import { isOver, type SearchLimit, turns } from '../selection/search-limit.ts';
import { type TimeCut, timeCuts } from './time-cuts.ts';

/** With more numbers to remember than this, too many choices are the best of their kind. */
const MOST_REMEMBERED = 4;
const MOST_ACTIONS = 600;

/** Readings in the order of time, and what the law remembers at each cut, from either side. */
export interface TimeOrder {
  readonly sides: readonly [Side, Side];
  readonly between: Matrix;
  /** Covariance of each reading with the target, its noise, and the target's variance. */
  readonly weighted: Float64Array;
  readonly noise: Float64Array;
  readonly variance: number;
}

interface Side {
  readonly sequence: readonly number[];
  readonly cuts: readonly TimeCut[];
}

/**
 * The order in time, where the best protocol can be found along it: one law of short memory, a linear target, rules that look back no
 * further than the reading before. undefined otherwise.
 */
export function timeOrder({ problem, variances }: Searcher): TimeOrder | undefined {
  const { scenarios, objective, family } = problem;
  const [scenario] = scenarios;
  const { catalogue, allowed, rules } = family;
  if (scenarios.length !== 1 || !scenario || objective.kind !== 'mean' || objective.weights) return undefined;
  if (scenario.target.table !== undefined || rules.groups?.length || allowed.length > MOST_ACTIONS)
    return undefined;
  // What may be missing is a mean over many protocols.
  if (canMiss(catalogue)) return undefined;
  const sequence = [...allowed].sort((a, b) => catalogue[a]!.at - catalogue[b]!.at || a - b);
  if (rules.oneVariant && !variantsTogether(sequence.map((a) => catalogue[a]!))) return undefined;
  const residual = initialResidual(scenario, catalogue);
  const between = betweenReadings(residual.vectors, catalogue, residual.scale);
  const sideOf = (own: readonly number[]): Side | undefined => {
    const cuts = timeCuts(between, own, MOST_REMEMBERED);
    return cuts && { sequence: own, cuts };
  };
  const forth = sideOf(sequence);
  const back = forth && sideOf([...sequence].reverse());
  if (!forth || !back) return undefined;
  return {
    sides: [forth, back],
    between,
    weighted: residual.weighted,
    noise: Float64Array.from(catalogue, ({ noise }) => noise),
    variance: variances[0]!,
  };
}

/** Whether readings of one support follow each other. */
function variantsTogether(ordered: readonly { first: number; last: number }[]): boolean {
  const seen = new Set<string>();
  let before = '';
  for (const { first, last } of ordered) {
    const own = `${first} ${last}`;
    if (own !== before && seen.has(own)) return false;
    seen.add(own);
    before = own;
  }
  return true;
}

/** Actions chosen one after the other, the last first. */
interface Chain {
  readonly action: number;
  readonly before: Chain | null;
}

/**
 * Choices on one side of a cut that are one for the rest. `gain` is the matrix of what they explain of the numbers remembered and, last,
 * of the target: residual covariances of readings beyond the cut are M_ff' − u_fᵀAu_f', and with the target k_f − bᵀu_f.
 */
interface TimeState {
  readonly gain: Float64Array;
  readonly count: number;
  readonly cost: number;
  readonly chain: Chain | null;
  /** Choices that it stands for leave at least this share of the variance that it leaves, whatever is chosen beyond the cut. */
  readonly kept: number;
}

export interface AlongTimeOptions extends SearchLimit {
  /** Comparisons of two states before the search ends by itself. */
  most?: number;
  onProgress?: ((state: { parts: number; best: number; upperBound: number }) => void) | undefined;
}

export interface AlongTimeResult {
  chosen: readonly number[];
  objective: number;
  upperBound: number;
  certified: boolean;
  /** States that were looked at. */
  states: number;
}

/** Values this near to each other are the same. */
const SAME = 1e-9;
/** Rounding in a bound must not prove what is not so. */
const SLACK = 1e-11;
/** States of one number of actions at a cut: so many in the first pass, and more with every other. */
const FIRST_STATES = 32;
const MORE = 4;
/** A pass is not followed by a larger one where it keeps so many in all: they take memory. */
const MOST_KEPT = 500_000;
/** Of two states, one stands for the other where it leaves at most this share more: at least, and by how much that is raised where states are too many. */
const LEAST_STEP = 1e-14;
const RAISED = 4;
export const USUAL_COMPARISONS = 1e9;

/**
 * Dynamic programming along time, from both ends in turn. What a choice of early readings means for the rest is a matrix of the few
 * numbers that the law remembers and the target (the duality of filtering and control): a choice whose residual covariance is at most
 * 1 + ε times that of another, as matrices, does as well up to that factor, whatever follows, since residual variances are concave in it and
 * scale with it. So one of the two goes on. Each pass bounds what a state can come to by the states that the pass before left on
 * the other side; those that cannot exceed the best protocol known are left out, and of the others more are kept apart, until nothing is left open.
 */
export async function bestAlongTime(
  search: Searcher,
  order: TimeOrder,
  from: { chosen: readonly number[]; objective: number },
  options: AlongTimeOptions = {},
): Promise<AlongTimeResult> {
  const { most = USUAL_COMPARISONS, onProgress } = options;
  const { variance } = order;
  let best = { chosen: [...from.chosen].sort((a, b) => a - b), objective: from.objective };
  let upperBound = 1;
  const enough = () => best.objective + SAME * Math.max(1e-3, Math.abs(best.objective));
  const effort = { states: 0, comparisons: 0, kept: 0 };
  const turn = turns();
  let opposite: TimeState[][] | undefined;
  let direction: 0 | 1 = 1;
  for (let states = FIRST_STATES; upperBound > enough() && effort.kept < MOST_KEPT; states *= MORE) {
    const levels: TimeState[][] = [];
    const pass = passAlong(search, order, direction, states, opposite, () => enough() * variance, effort);
    for (const level of pass) {
      levels.push(level);
      if (isOver(options) || effort.comparisons > most) break;
      if (turn.due()) {
        onProgress?.({ parts: effort.states, best: best.objective, upperBound });
        await turn.give();
      }
    }
    if (levels.length <= order.sides[0].sequence.length) break;
    effort.kept = levels.reduce((sum, level) => sum + level.length, 0);
    const last = levels.at(-1)!;
    let bound = 0;
    for (const state of last) bound = Math.max(bound, variance - (variance - explained(state)) * state.kept);
    // What was left out comes to no more than `enough`.
    upperBound = Math.min(upperBound, Math.max(enough(), (bound / variance) * (1 + SLACK)));
    const winner = last.reduce<TimeState | undefined>(
      (top, state) => (!top || explained(state) > explained(top) ? state : top),
      undefined,
    );
    if (winner) {
      const chosen: number[] = [];
      for (let link = winner.chain; link; link = link.before) chosen.push(link.action);
      chosen.sort((a, b) => a - b);
      search.effort.considered++;
      search.effort.evaluations++;
      const objective = search.evaluate([chosen]).objective[0]!;
      if (objective > best.objective) best = { chosen, objective };
    }
    opposite = levels;
    direction = direction === 1 ? 0 : 1;
  }
  const certified = upperBound <= enough();
  return {
    ...best,
    upperBound: certified ? best.objective : Math.max(best.objective, upperBound),
    certified,
    states: effort.states,
  };
}

const explained = ({ gain }: TimeState) => gain[gain.length - 1]!;

/** The states at each cut in turn, those at the end last. */
function* passAlong(
  { problem: { family } }: Searcher,
  order: TimeOrder,
  direction: 0 | 1,
  roomFor: number,
  opposite: readonly TimeState[][] | undefined,
  worthwhile: () => number,
  effort: { states: number; comparisons: number },
): Generator<TimeState[]> {
  const { between, noise } = order;
  const { sequence, cuts } = order.sides[direction];
  const theirs = order.sides[direction === 0 ? 1 : 0];
  const { catalogue, required, rules } = family;
  const { exactly = Number.POSITIVE_INFINITY, budget = Number.POSITIVE_INFINITY } = rules;
  const payable = budget + BUDGET_TOLERANCE * Math.max(1, Math.abs(budget));
  const needed = new Set(required);
  const n = sequence.length;
  const all = between.rows;
  // What all readings before a cut would explain with hardly any noise: no choice explains more.
  let everything: Float64Array = new Float64Array(1);
  let states: TimeState[] = [{ gain: new Float64Array(1), count: 0, cost: 0, chain: null, kept: 1 }];
  const steps = new Map<number, number>();
  yield states;
  for (let place = 0; place < n; place++) {
    const a = sequence[place]!;
    const [here, next] = [cuts[place]!, cuts[place + 1]!];
    const reading = stepOver(here, next, place, a, order);
    const own = between.data[a * all + a]!;
    everything = reading.taken(everything, 1e-9 * own, 1e-12 * own);
    const room = n - place - 1;
    const made: TimeState[] = [];
    const ahead = opposite && beyond(opposite[room]!, theirs.cuts[room]!, next, order, { exactly, payable });
    const goal = worthwhile() * (1 - SLACK);
    const put = (state: TimeState) => {
      effort.states++;
      if (exactly !== Number.POSITIVE_INFINITY && state.count + room < exactly) return;
      if (!ahead || ahead.exceeds(state, goal)) made.push(state);
    };
    const { cost } = catalogue[a]!;
    for (const state of states) {
      if (!needed.has(a)) put({ ...state, gain: reading.passed(state.gain) });
      if (state.count >= exactly || state.cost + cost > payable) continue;
      if (state.chain && family.conflict(a, state.chain.action)) continue;
      put({
        gain: reading.taken(state.gain, noise[a]!, 1e-12 * (own + noise[a]!)),
        count: state.count + 1,
        cost: state.cost + cost,
        chain: { action: a, before: state.chain },
        kept: state.kept,
      });
    }
    states = [];
    for (const [count, list] of byCount(made, exactly)) {
      // It takes much the same step from one cut to the next.
      let step = Math.max(LEAST_STEP, (steps.get(count) ?? 0) / (RAISED * RAISED));
      let few: TimeState[] | undefined;
      for (; ; step *= RAISED) {
        few = undominated(list, everything, step, roomFor, effort, (one, other) =>
          replaces(one, other, place),
        );
        if (few) break;
      }
      steps.set(count, step);
      states.push(...few);
    }
    yield states;
  }

  /** Whether all that can be added to the other can be added to the one. */
  function replaces(one: TimeState, other: TimeState, place: number): boolean {
    if (budget !== Number.POSITIVE_INFINITY && one.cost > other.cost) return false;
    const mine = one.chain?.action;
    const its = other.chain?.action;
    if (mine === its || mine === undefined || !(rules.spacing || rules.oneVariant)) return true;
    for (let later = place + 1; later < n; later++) {
      if (!family.conflict(sequence[later]!, mine)) {
        if (!rules.oneVariant) break;
        continue;
      }
      if (its === undefined || !family.conflict(sequence[later]!, its)) return false;
    }
    return true;
  }
}

/** What happens to the matrix of a state where a reading is passed, or taken. */
function stepOver(
  here: TimeCut,
  next: TimeCut,
  place: number,
  a: number,
  { between, weighted }: TimeOrder,
): {
  passed(gain: Float64Array): Float64Array;
  taken(gain: Float64Array, noise: number, nothing: number): Float64Array;
} {
  const all = between.rows;
  const q = here.pivots.length;
  const r = next.pivots.length;
  const d = q + 1;
  const e = r + 1;
  const u = here.loadings.subarray(place * q, (place + 1) * q);
  // u_f before = turn·u_f after, the target stays; and the reading's covariances with the pivots after it.
  const turn = new Float64Array(d * e);
  const own = new Float64Array(e);
  next.pivots.forEach((pivot, k) => {
    own[k] = between.data[a * all + pivot]!;
  });
  own[r] = weighted[a]!;
  next.pivots.forEach((_, k) => {
    const at = next.places[k]!;
    for (let i = 0; i < q; i++) turn[i * e + k] = here.loadings[at * q + i]!;
  });
  turn[q * e + r] = 1;
  const variance = between.data[a * all + a]!;
  const passed = (gain: Float64Array) => {
    const half = new Float64Array(d * e);
    for (let i = 0; i < d; i++)
      for (let k = 0; k < d; k++) {
        const g = gain[i * d + k]!;
        if (g !== 0) for (let j = 0; j < e; j++) half[i * e + j]! += g * turn[k * e + j]!;
      }
    const out = new Float64Array(e * e);
    for (let k = 0; k < d; k++)
      for (let i = 0; i < e; i++) {
        const t = turn[k * e + i]!;
        if (t !== 0) for (let j = 0; j < e; j++) out[i * e + j]! += t * half[k * e + j]!;
      }
    return out;
  };
  const along = new Float64Array(d);
  const left = new Float64Array(e);
  return {
    passed,
    taken(gain, noise, nothing) {
      const out = passed(gain);
      let s = variance + noise;
      for (let i = 0; i < d; i++) {
        let sum = 0;
        for (let k = 0; k < q; k++) sum += gain[i * d + k]! * u[k]!;
        along[i] = sum;
        if (i < q) s -= sum * u[i]!;
      }
      if (!(s > nothing)) return out;
      for (let j = 0; j < e; j++) {
        let sum = own[j]!;
        for (let i = 0; i < d; i++) sum -= turn[i * e + j]! * along[i]!;
        left[j] = sum;
      }
      for (let i = 0; i < e; i++) for (let j = 0; j < e; j++) out[i * e + j]! += (left[i]! * left[j]!) / s;
      return out;
    },
  };
}

/**
 * Whether a state, with one of those from the other side, may explain more than `goal`. With E, d and e for the other side in the
 * coordinates of this one, both together explain c + e − 2bᵀd + bᵀEb + (d − Eb)ᵀ(I − AE)⁻¹A(d − Eb).
 */
function beyond(
  states: readonly TimeState[],
  theirs: TimeCut,
  mine: TimeCut,
  { between, variance }: TimeOrder,
  { exactly, payable }: { exactly: number; payable: number },
): { exceeds(state: TimeState, goal: number): boolean } | undefined {
  const q = mine.pivots.length;
  if (theirs.pivots.length !== q) return undefined;
  const all = between.rows;
  const d = q + 1;
  // v = Xu, where v are a reading's covariances with their pivots and u is its loading here.
  const x = new Float64Array(q * q);
  theirs.pivots.forEach((a, k) => {
    mine.pivots.forEach((b, l) => {
      x[k * q + l] = between.data[a * all + b]!;
    });
  });
  const inverse = inverseOf(x, q);
  if (!inverse) return undefined;
  const byCount = new Map<number, { gain: Float64Array; cost: number; kept: number }[]>();
  for (const { gain, count, cost, kept } of states) {
    const turned = new Float64Array(d * d);
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) {
        let sum = 0;
        for (let k = 0; k < d; k++)
          for (let l = 0; l < d; l++) sum += entry(i, k) * gain[k * d + l]! * entry(j, l);
        turned[i * d + j] = sum;
      }
    const key = exactly === Number.POSITIVE_INFINITY ? 0 : count;
    const list = byCount.get(key) ?? [];
    byCount.set(key, list);
    list.push({ gain: turned, cost, kept });
  }
  const a = new Float64Array(q * q);
  const y = new Float64Array(q);
  const right = new Float64Array(q);
  return {
    exceeds({ gain, count, cost, kept }, goal) {
      const others = byCount.get(exactly === Number.POSITIVE_INFINITY ? 0 : exactly - count) ?? [];
      for (const other of others) {
        if (cost + other.cost > payable) continue;
        const left = (variance - together(gain, other.gain)) * kept * other.kept;
        if (variance - left > goal) return true;
      }
      return false;
    },
  };

  function entry(i: number, k: number): number {
    return i < q && k < q ? inverse![i * q + k]! : i === k ? 1 : 0;
  }

  function together(gain: Float64Array, other: Float64Array): number {
    let sum = gain[d * d - 1]! + other[d * d - 1]!;
    if (q === 1) {
      const b = gain[1]!;
      const open = other[1]! - other[0]! * b;
      return (
        sum - b * (other[1]! + open) + (open * open * gain[0]!) / Math.max(1 - gain[0]! * other[0]!, 1e-300)
      );
    }
    for (let i = 0; i < q; i++) {
      let eb = 0;
      for (let k = 0; k < q; k++) eb += other[i * d + k]! * gain[k * d + q]!;
      y[i] = other[i * d + q]! - eb;
      sum -= gain[i * d + q]! * (other[i * d + q]! + y[i]!);
    }
    for (let i = 0; i < q; i++) {
      right[i] = 0;
      for (let k = 0; k < q; k++) {
        right[i]! += gain[i * d + k]! * y[k]!;
        let ae = 0;
        for (let l = 0; l < q; l++) ae += gain[i * d + l]! * other[l * d + k]!;
        a[i * q + k] = (i === k ? 1 : 0) - ae;
      }
    }
    if (!solveInPlace(a, right, q)) return variance;
    for (let i = 0; i < q; i++) sum += y[i]! * right[i]!;
    return sum;
  }
}

/** With a number of actions to choose, only states of equal numbers stand for each other. */
function byCount(states: TimeState[], exactly: number): Iterable<[number, TimeState[]]> {
  if (exactly === Number.POSITIVE_INFINITY) return [[0, states]];
  const lists = new Map<number, TimeState[]>();
  for (const state of states) {
    const list = lists.get(state.count);
    if (list) list.push(state);
    else lists.set(state.count, [state]);
  }
  return lists;
}

/** States that none of the others stands for, and those that each stands for; undefined where they are too many. */
function undominated(
  states: TimeState[],
  everything: Float64Array,
  step: number,
  most: number,
  effort: { comparisons: number },
  replaces: (one: TimeState, other: TimeState) => boolean,
): TimeState[] | undefined {
  const size = everything.length;
  const d = Math.round(Math.sqrt(size));
  const rank = states.map(({ gain }) => {
    let sum = 0;
    for (let i = 0; i < d; i++) {
      const whole = everything[i * d + i]!;
      if (whole > 0) sum += gain[i * d + i]! / whole;
    }
    return sum;
  });
  const order = [...states.keys()].sort((i, k) => rank[k]! - rank[i]! || i - k);
  const kept: TimeState[] = [];
  const share: number[] = [];
  const work = new Float64Array(size);
  next: for (const i of order) {
    const other = states[i]!;
    for (let k = kept.length - 1; k >= 0; k--) {
      const one = kept[k]!;
      effort.comparisons++;
      if (!covers(one.gain, other.gain) || !replaces(one, other)) continue;
      share[k] = Math.min(share[k]!, other.kept / (1 + step));
      continue next;
    }
    if (kept.length === most) return undefined;
    kept.push(other);
    share.push(other.kept);
  }
  return kept.map((state, k) => ({ ...state, kept: share[k]! }));

  /** Whether N − G_one ⪯ (1 + ε)(N − G_other): εN + G_one − (1 + ε)G_other is positive semidefinite. */
  function covers(one: Float64Array, other: Float64Array): boolean {
    for (let i = 0; i < size; i += d + 1) {
      work[i] = step * everything[i]! + one[i]! - (1 + step) * other[i]!;
      if (work[i]! < 0) return false;
    }
    if (d === 1) return true;
    for (let i = 0; i < d; i++)
      for (let k = 0; k < i; k++) {
        const at = i * d + k;
        work[at] = step * everything[at]! + one[at]! - (1 + step) * other[at]!;
      }
    for (let k = 0; k < d; k++) {
      const pivot = work[k * d + k]!;
      if (pivot < 0) return false;
      for (let i = k + 1; i < d; i++) {
        const own = work[i * d + k]!;
        if (own === 0) continue;
        if (pivot === 0) return false;
        const share = own / pivot;
        for (let l = k + 1; l <= i; l++) work[i * d + l]! -= share * work[l * d + k]!;
      }
    }
    return true;
  }
}

/** Gaussian elimination with row exchanges; whether there is a solution, which then stands in `right`. */
function solveInPlace(a: Float64Array, right: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let at = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]!) > Math.abs(a[at * n + k]!)) at = i;
    if (a[at * n + k] === 0) return false;
    if (at !== k) {
      for (let l = 0; l < n; l++) {
        const own = a[k * n + l]!;
        a[k * n + l] = a[at * n + l]!;
        a[at * n + l] = own;
      }
      const own = right[k]!;
      right[k] = right[at]!;
      right[at] = own;
    }
    for (let i = k + 1; i < n; i++) {
      const share = a[i * n + k]! / a[k * n + k]!;
      for (let l = k; l < n; l++) a[i * n + l]! -= share * a[k * n + l]!;
      right[i]! -= share * right[k]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let l = i + 1; l < n; l++) right[i]! -= a[i * n + l]! * right[l]!;
    right[i]! /= a[i * n + i]!;
  }
  return true;
}

function inverseOf(a: Float64Array, n: number): Float64Array | undefined {
  const out = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    column.fill(0);
    column[k] = 1;
    if (!solveInPlace(a.slice(), column, n)) return undefined;
    for (let i = 0; i < n; i++) out[i * n + k] = column[i]!;
  }
  return out;
}
