import { type Expectation, numberAbove, numberFrom, wholeFrom } from '../input/expectation.ts';
import { type Problem, refuse } from '../input/invalid-input.ts';
import { numberProblems, type RuledNumber } from '../input/parameter.ts';
import type { Reason } from '../input/reason.ts';
import { shortNumber } from '../input/short-number.ts';
import { clockText, isLongerThanDay } from '../time/clock.ts';
import { nearestPoint, pointsWithin, type TimeGrid, withinHorizon } from '../time/time-grid.ts';
import { smallerUnit } from '../time/time-units.ts';
import type { Missing } from './missed.ts';

/** What one acquisition does: when, over how long, how often, with which noise, at which cost. */
export interface ActionSpec {
  /** A point in time, or the centre of the window. */
  at: number;
  /** Length of the window; 0 is a point. */
  width?: number;
  /** Independent readings that are averaged. */
  repeats?: number;
  /** Variance of one reading; { from, to } runs linearly over the horizon. */
  noise?: number | { from: number; to: number };
  /** Cost, or base + perWidth·width. */
  cost?: number | { base: number; perWidth: number };
  /** The probability that it is missed, its repeats or its window together. */
  missed?: number;
  /** What reads it, and the probability that this fails; one is nothing without the other. */
  sensor?: string;
  fails?: number;
  /** Rate of dropout per time: the action is gone where the unit leaves before it is complete. */
  dropout?: number;
}

/** All of an action that its value depends on: ℓ_a with equal weights on the grid points first … last, and r_a. */
export interface Measurement {
  readonly first: number;
  readonly last: number;
  /** r_a: the variance of one reading divided by the repeats. */
  readonly noise: number;
  /** How it may come to be missing; absent where it is always read. */
  readonly missing?: Missing;
}

/** The paper's a = (ℓ_a, r_a, c_a), with where it came from. */
export interface Action extends Measurement {
  readonly at: number;
  readonly width: number;
  readonly repeats: number;
  readonly cost: number;
  /** How far the grid point that a point action reads lies from the time asked for; 0 for a window. */
  readonly shift: number;
  /** Whether the window reaches over an end of the horizon and averages only what lies inside. */
  readonly overhangs: boolean;
}

/** Beyond, squares overflow, and nothing that anybody measures is left. */
const LARGEST_NOISE = 1e150;

/** Beyond, the costs of a protocol may have no sum. */
const LARGEST_COST = 1e150;
/** Below, what an action gains for its cost may be no finite number. */
const SMALLEST_COST = 1e-150;

const WIDTH: RuledNumber = {
  ...numberFrom(0),
  name: 'width',
  why: { is: 'not', what: 'a length of time', of: 'the width' },
};
const REPEATS: RuledNumber = { ...wholeFrom(1), name: 'repeats', why: 'the repeats are not a count' };
const NOISE: RuledNumber = {
  ...numberFrom(0),
  name: 'noise',
  why: { is: 'not', what: 'a variance', of: 'the noise' },
};
const probability = (name: string): RuledNumber => ({
  ...numberFrom(0, 1),
  name,
  why: { is: 'not', what: 'a probability', of: `\`${name}\`` },
});
const MISSED = probability('missed');
const FAILS = probability('fails');
const DROPOUT: RuledNumber = {
  ...numberFrom(0),
  name: 'dropout',
  why: { is: 'not', what: 'a rate', of: 'the dropout' },
};
const atMost = (most: number): Expectation => ({ type: 'number', most: { at: most } });

/**
 * Resolves an action on a grid, or refuses it with every problem it has.
 *
 * @example
 * ```ts
 * import { action, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(10, 20, 'h');
 * const window = action({ at: 5, width: 2, noise: 0.5, repeats: 3 }, grid);
 * console.log(window.last - window.first + 1, window.shift); // → 4 0
 * ```
 */
export function action(spec: ActionSpec, grid: TimeGrid): Action {
  const { at, width = 0, repeats = 1, noise = 0, cost = 1 } = spec;
  const { horizon } = grid;
  const unit = grid.unit ? ` ${grid.unit}` : '';
  const problems: Problem[] = [];
  const check = (
    good: boolean,
    path: Problem['path'],
    value: unknown,
    why: Reason,
    accepted: Expectation,
  ) => {
    if (!good) problems.push({ path, value, why, accepted });
  };
  const finite = Number.isFinite;
  const within = withinHorizon(grid, at);
  const otherUnit = !within && finite(at) ? likelyUnit(at, horizon, grid.unit) : '';
  check(within, ['at'], at, `the time lies outside the horizon${otherUnit}`, {
    ...numberFrom(0, horizon),
    noun: 'time',
    unit: 'time',
    unitOfTime: grid.unit,
    instead: byTheClock(grid),
  });
  problems.push(...numberProblems(WIDTH, width, ['width']), ...numberProblems(REPEATS, repeats, ['repeats']));
  // A time that rounding put beyond an end is that end; in this form no rounding makes a variance negative.
  const elapsed = Math.min(1, Math.max(0, at / horizon));
  const variance = typeof noise === 'number' ? noise : noise.from * (1 - elapsed) + noise.to * elapsed;
  const checkNoise = (own: number, path: string[]) => {
    problems.push(...numberProblems(NOISE, own, path));
    const tooLarge = finite(own) && own > LARGEST_NOISE;
    check(!tooLarge, path, own, 'the noise is so large that its square overflows', atMost(LARGEST_NOISE));
  };
  if (typeof noise === 'number') checkNoise(noise, ['noise']);
  else for (const end of ['from', 'to'] as const) checkNoise(noise[end], ['noise', end]);
  // A bad width is reported already; the cost that it would give is not a second problem.
  const price =
    typeof cost === 'number' ? cost : cost.base + (width >= 0 && finite(width) ? cost.perWidth * width : 0);
  check(price > 0 && finite(price), ['cost'], cost, 'the cost is not above 0', numberAbove(0));
  const tooCheap = price > 0 && price < SMALLEST_COST;
  const small = 'the cost is so small that gains per cost overflow';
  check(!tooCheap, ['cost'], cost, small, numberFrom(SMALLEST_COST));
  const tooDear = finite(price) && price > LARGEST_COST;
  check(!tooDear, ['cost'], cost, 'the cost is so large that sums of costs overflow', atMost(LARGEST_COST));
  const { missing, problems: ofMissing } = howMissing(spec, grid);
  problems.push(...ofMissing);
  refuse(problems);

  const point = nearestPoint(grid, at);
  const isPoint = width === 0;
  const { first, last } = isPoint
    ? { first: point, last: point }
    : pointsWithin(grid, at - width / 2, at + width / 2);
  check(
    last >= first,
    ['width'],
    width,
    `the window covers none of the ${grid.points} grid points, which are ${shortNumber(grid.spacing)}${unit} apart`,
    `a width of at least ${shortNumber(grid.spacing)}${unit}, 0 for a point, or a finer grid`,
  );
  refuse(problems);
  return {
    ...missing,
    at,
    width,
    repeats,
    first,
    last,
    noise: variance / repeats,
    cost: price,
    shift: isPoint ? Math.abs(grid.times[point]! - at) : 0,
    // Rounding alone must not make a window that ends on the horizon overhang it.
    overhangs: !isPoint && !(withinHorizon(grid, at - width / 2) && withinHorizon(grid, at + width / 2)),
  };
}

/** How the action may come to be missing; nothing where it is always read. */
function howMissing(
  { at, width = 0, missed, sensor, fails, dropout }: ActionSpec,
  { horizon }: TimeGrid,
): { missing: Pick<Action, 'missing'>; problems: Problem[] } {
  const problems = [
    ...numberProblems(MISSED, missed, ['missed']),
    ...numberProblems(FAILS, fails, ['fails']),
    ...numberProblems(DROPOUT, dropout, ['dropout']),
  ];
  if ((sensor === undefined) !== (fails === undefined)) {
    const [given, other] = sensor === undefined ? ['fails', 'sensor'] : ['sensor', 'fails'];
    problems.push({
      path: [other!],
      value: undefined,
      why: `\`${given}\` is given, and \`${other}\` is missing`,
      accepted: 'both: sensor: name, fails: probability',
    });
  }
  const hazard = (dropout ?? 0) * Math.min(horizon, Math.max(0, at + width / 2));
  const missing = {
    ...(missed !== undefined && missed > 0 && { missed }),
    ...(sensor !== undefined && fails !== undefined && fails > 0 && { sensor: { name: sensor, fails } }),
    ...(hazard > 0 && { hazard }),
  };
  return { missing: Object.keys(missing).length > 0 ? { missing } : {}, problems };
}

/** 'by the clock from 08:00 to 18:00', where a clock tells the times of a horizon apart. */
function byTheClock(grid: TimeGrid): string | undefined {
  if (grid.start === undefined || isLongerThanDay(grid)) return undefined;
  return `by the clock from ${clockText(0, grid)} to ${clockText(grid.horizon, grid)}`;
}

/** Σ_j ℓ_aj·x_j for a vector on the grid, the mean of x over the support; with a scale Σ_j ℓ_aj·s_j·x_j. */
export function applyAction(
  { first, last }: Pick<Measurement, 'first' | 'last'>,
  x: ArrayLike<number>,
  offset = 0,
  scale?: Float64Array,
): number {
  if (first === last) return scale ? scale[first]! * x[offset + first]! : x[offset + first]!;
  let sum = 0;
  for (let j = first; j <= last; j++) sum += scale ? scale[j]! * x[offset + j]! : x[offset + j]!;
  return sum / (last - first + 1);
}

/** '; every time is in h (300 min would be 5 h)' where a smaller common unit would bring the time into the horizon. */
function likelyUnit(at: number, horizon: number, unit: string): string {
  const hint = at > horizon ? smallerUnit(at, horizon, unit) : undefined;
  return hint === undefined ? '' : `; every time is in ${unit} (${hint})`;
}
