import type { TimeGrid } from '../model/time/time-grid.ts';
import { type Action, action } from '../model/value/action.ts';
import { openRounds, type RoundsWork, roundsHere, type Workers } from '../numerics/divided-work.ts';
import type { DesignProblem } from './selection/forward-selection.ts';
import { type ProblemInput, problemFrom, problemInput } from './selection/problem-input.ts';
import { clash, type FeasibleFamily, inClosed } from './selection/rules.ts';
import { setEvaluator } from './selection/scenarios.ts';

/** What moving one action costs, the others staying where they are. */
interface MovedAction {
  action: number;
  /** The objective with the action at each of these times, what is lost against where it was, and whether the rules allow it. */
  curve: { at: number; objective: number; loss: number; allowed: boolean; atLeast: boolean }[];
  /** How far it can be moved within the rules, back and forth, for a loss of at most a hundredth of the objective. */
  freedom: { from: number; to: number };
}

/** Times tried for each action. */
const MOST_TIMES = 128;
/** A loss that nobody would mind. */
const SMALL_LOSS = 0.01;

interface MovingInput {
  problem: ProblemInput;
  grid: TimeGrid;
  chosen: readonly number[];
}

/** Moving one of the chosen actions after the other, by their places. */
export const movedActions: RoundsWork<MovingInput, number, MovedAction> = {
  name: 'moved actions',
  prepare: ({ problem, grid, chosen }) => mover(problemFrom(problem), grid, chosen),
};

/** A curve for each chosen action, over the times of the grid; width, repeats, noise, cost and how it may be missing stay with the action. */
export async function sensitivity(
  problem: DesignProblem,
  grid: TimeGrid,
  chosen: readonly number[],
  workers?: Workers,
): Promise<MovedAction[]> {
  const input = problemInput(problem);
  const prepared = mover(problem, grid, chosen);
  const rounds = input
    ? openRounds(workers, movedActions, { problem: input, grid, chosen }, { prepared })
    : roundsHere(prepared);
  try {
    return await rounds.make([...chosen.keys()]);
  } finally {
    await rounds.close();
  }
}

function mover(
  { scenarios, objective, family, kernels }: DesignProblem,
  grid: TimeGrid,
  chosen: readonly number[],
): (place: number) => MovedAction {
  const { catalogue } = family;
  const stride = Math.max(1, Math.ceil(grid.times.length / MOST_TIMES));
  const tried = Array.from(grid.times.keys()).filter((j) => j % stride === 0);
  const moved = chosen.map((a) => Array.from(grid.times, (at) => movedTo(catalogue[a]!, at, grid)));
  const mayStand = chosen.map((a, i) => {
    const others = chosen.filter((b) => b !== a).map((b) => catalogue[b]!);
    const isForbidden = forbiddenPlaces(family);
    return moved[i]!.map(
      (there) =>
        !inClosed(family.rules, there) &&
        !isForbidden(there) &&
        !others.some((other) => clash(family.rules, there, other)),
    );
  });
  const all = [...chosen.map((a) => catalogue[a]!), ...moved.flatMap((own) => tried.map((j) => own[j]!))];
  const evaluate = setEvaluator(scenarios, objective, all, kernels);
  const places = chosen.map((_, i) => i);
  const reached = evaluate([places]).objective[0]!;
  return (i) => {
    const a = chosen[i]!;
    const others = places.filter((place) => place !== i);
    const sets = tried.map((_, k) => [...others, chosen.length + i * tried.length + k]);
    const { objective: values, atLeast } = evaluate(sets);
    const curve = tried.map((j, k) => ({
      at: grid.times[j]!,
      objective: values[k]!,
      loss: reached - values[k]!,
      allowed: mayStand[i]![j]!,
      atLeast: atLeast[k] === 1,
    }));
    const barred = Array.from(grid.times).filter((_, j) => !mayStand[i]![j]);
    return {
      action: a,
      curve,
      freedom: freedomAround(curve, barred, catalogue[a]!.at, SMALL_LOSS * Math.abs(reached)),
    };
  };
}

function movedTo(
  { width, repeats, noise, cost, missing, ...from }: Action,
  at: number,
  grid: TimeGrid,
): Action {
  const { missed, sensor, hazard } = missing ?? {};
  const until = Math.min(grid.horizon, from.at + width / 2);
  const how = {
    ...(missed !== undefined && { missed }),
    ...(sensor && { sensor: sensor.name, fails: sensor.fails }),
    ...(hazard !== undefined && { dropout: hazard / until }),
  };
  return action({ at, width, repeats, noise: noise * repeats, cost, ...how }, grid);
}

/**
 * Whether an action would read what is forbidden to read: the grid points of a forbidden action, as often as that does or
 * where no other action reads them.
 */
function forbiddenPlaces({ catalogue, rules, allowed }: FeasibleFamily): (there: Action) => boolean {
  const key = ({ first, last }: Action) => `${first} ${last}`;
  const open = new Set(allowed.map((a) => key(catalogue[a]!)));
  const repeatsAt = new Map<string, Set<number>>();
  for (const a of rules.forbidden ?? []) {
    const own = catalogue[a]!;
    repeatsAt.set(key(own), (repeatsAt.get(key(own)) ?? new Set()).add(own.repeats));
  }
  return (there) => {
    const repeats = repeatsAt.get(key(there));
    return repeats !== undefined && (repeats.has(there.repeats) || !open.has(key(there)));
  };
}

/** The stretch of times around where the action stands in which the loss stays small and nothing is barred. */
function freedomAround(
  curve: MovedAction['curve'],
  barred: readonly number[],
  at: number,
  most: number,
): { from: number; to: number } {
  const reach = (inOrder: MovedAction['curve']) => {
    let last = at;
    for (const point of inOrder) {
      const [low, high] = point.at < last ? [point.at, last] : [last, point.at];
      // Where it stands now it may stand.
      if (barred.some((time) => time >= low && time <= high && time !== at)) break;
      if (!(point.loss <= most)) break;
      last = point.at;
    }
    return last;
  };
  return {
    from: reach(curve.filter((point) => point.at <= at).reverse()),
    to: reach(curve.filter((point) => point.at >= at)),
  };
}
