import { type Action, action } from '../model/action.ts';
import type { TimeGrid } from '../model/time-grid.ts';
import { type DesignProblem, searcher } from './forward-selection.ts';

/** What moving one action costs, the others staying where they are. */
export interface MovedAction {
  action: number;
  /** The objective with the action at each of these times, and what is lost against where it was. */
  curve: { at: number; objective: number; loss: number }[];
  /** How far it can be moved, back and forth, for a loss of at most a hundredth of the objective. */
  freedom: { from: number; to: number };
}

/** Times tried for each action. */
const MOST_TIMES = 128;
/** A loss that nobody would mind. */
const SMALL_LOSS = 0.01;

/** A curve for each chosen action, over the times of the grid; width, repeats, noise and cost stay with the action. */
export function sensitivity(
  problem: Omit<DesignProblem, 'family'> & { catalogue: readonly Action[] },
  grid: TimeGrid,
  chosen: readonly number[],
): MovedAction[] {
  const { catalogue, ...rest } = problem;
  const stride = Math.max(1, Math.ceil(grid.times.length / MOST_TIMES));
  const times = grid.times.filter((_, j) => j % stride === 0);
  const moved = chosen.map((a) => Array.from(times, (at) => movedTo(catalogue[a]!, at, grid)));
  const all = [...chosen.map((a) => catalogue[a]!), ...moved.flat()];
  const evaluate = evaluatorOf(rest, all);
  const places = chosen.map((_, i) => i);
  const reached = evaluate([places]).objective[0]!;
  return chosen.map((a, i) => {
    const others = places.filter((place) => place !== i);
    const sets = Array.from(times, (_, k) => [...others, chosen.length + i * times.length + k]);
    const { objective } = evaluate(sets);
    const curve = Array.from(times, (at, k) => ({
      at,
      objective: objective[k]!,
      loss: reached - objective[k]!,
    }));
    return {
      action: a,
      curve,
      freedom: freedomAround(curve, catalogue[a]!.at, SMALL_LOSS * Math.abs(reached)),
    };
  });
}

function movedTo({ width, repeats, noise, cost }: Action, at: number, grid: TimeGrid): Action {
  return action({ at, width, repeats, noise: noise * repeats, cost }, grid);
}

function evaluatorOf(problem: Omit<DesignProblem, 'family'>, catalogue: readonly Action[]) {
  return searcher({
    ...problem,
    family: {
      catalogue,
      rules: { exactly: 1 },
      allowed: [],
      required: [],
      equalCosts: true,
      longest: 1,
      conflict: () => false,
      spent: () => ({ size: 0, cost: 0, groupCost: [], groupSize: [] }),
      fits: () => true,
      completable: () => true,
      holds: () => true,
    },
  }).evaluate;
}

/** The stretch of times around where the action stands in which the loss stays small. */
function freedomAround(curve: MovedAction['curve'], at: number, most: number): { from: number; to: number } {
  const here = curve.reduce(
    (best, point, i) => (Math.abs(point.at - at) < Math.abs(curve[best]!.at - at) ? i : best),
    0,
  );
  let from = here;
  let to = here;
  while (from > 0 && curve[from - 1]!.loss <= most) from--;
  while (to < curve.length - 1 && curve[to + 1]!.loss <= most) to++;
  return { from: Math.min(at, curve[from]!.at), to: Math.max(at, curve[to]!.at) };
}
