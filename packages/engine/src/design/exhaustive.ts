import { eachFeasibleSet, type Part, wholeFamily } from './feasible-sets.ts';
import { type DesignProblem, type Searcher, TIE_TOLERANCE } from './forward-selection.ts';

export interface Exhaustive {
  chosen: number[];
  values: Float64Array;
  objective: number;
  /** Other protocols that are as good, up to a few, and how many there are. */
  ties: number[][];
  tied: number;
  sets: number;
}

/** Sets evaluated at a time: those that begin alike share their work. */
const CHUNK = 8192;
const MOST_TIES_LISTED = 10;

/** The best protocol of a part of the family, by looking at every one; the first of equals. */
export function exhaustive(search: Searcher, part: Part = wholeFamily(search.problem.family)): Exhaustive {
  const { problem, evaluate, effort } = search;
  const scenarios = problem.scenarios.length;
  let best: Exhaustive | undefined;
  const close = (a: number, b: number) =>
    Math.abs(a - b) <= TIE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
  const sets = eachFeasibleSet(problem.family, part, CHUNK, (family) => {
    const { values, objective } = evaluate.family(family);
    const setAt = (i: number) => [...family.members.subarray(family.starts[i]!, family.starts[i + 1]!)];
    objective.forEach((value, i) => {
      if (best !== undefined && (value < best.objective || close(value, best.objective))) {
        if (!close(value, best.objective)) return;
        best.tied++;
        if (best.ties.length < MOST_TIES_LISTED) best.ties.push(setAt(i));
        return;
      }
      best = {
        chosen: setAt(i),
        values: values.slice(i * scenarios, (i + 1) * scenarios),
        objective: value,
        ties: [],
        tied: 0,
        sets: 0,
      };
    });
  });
  effort.considered += sets;
  effort.evaluations += sets;
  if (best === undefined) throw new RangeError('no protocol of this part of the family is feasible');
  return { ...best, sets };
}

/**
 * As many sets as are looked through in a few seconds, by what sets of the longest size take: O(d²) to O(d³) a set for the
 * mean, and otherwise pairs of times, more of them beyond rounding the longer the set, and moments of three rows.
 */
export function exhaustiveLimit({ scenarios, family }: Pick<DesignProblem, 'scenarios' | 'family'>): number {
  const d = Math.max(4, family.longest);
  let cost = 0;
  for (const { model, target } of scenarios) {
    const p = model.covariance.rows;
    cost += target.table === undefined ? 0.4e-6 * (d / 4) ** 2 : 1e-9 * ((p * p * d) / 4 + (p * d ** 3) / 3);
  }
  return Math.ceil(5 / cost);
}
