import { turns } from '../../numerics/divided-work.ts';
import type { Searcher } from '../selection/forward-selection.ts';
import { payable } from '../selection/rules.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';
import { beyond } from './other-side.ts';
import type { TimeOrder } from './time-order.ts';
import { explained, stepOver, type TimeState } from './time-state.ts';
import { byCount, undominated } from './undominated-states.ts';

interface AlongTimeOptions extends SearchLimit {
  /** Comparisons of two states before the search ends by itself. */
  most?: number;
  onProgress?: ((state: { parts: number; best: number; upperBound: number }) => void) | undefined;
}

interface AlongTimeResult {
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
const USUAL_COMPARISONS = 1e9;

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
  const mostCost = payable(budget);
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
    const ahead =
      opposite && beyond(opposite[room]!, theirs.cuts[room]!, next, order, { exactly, payable: mostCost });
    const goal = worthwhile() * (1 - SLACK);
    const put = (state: TimeState) => {
      effort.states++;
      if (exactly !== Number.POSITIVE_INFINITY && state.count + room < exactly) return;
      if (!ahead || ahead.exceeds(state, goal)) made.push(state);
    };
    const { cost } = catalogue[a]!;
    for (const state of states) {
      if (!needed.has(a)) put({ ...state, gain: reading.passed(state.gain) });
      if (state.count >= exactly || state.cost + cost > mostCost) continue;
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
