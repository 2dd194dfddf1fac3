import { defaultKernels, type Knowledge, type Matrix, type Problem, type TimeGrid } from '@sightline/engine';

/** Differences up to this size are rounding. */
const ROUNDING = 1e-9;

/** The law must be one of those that `assume` and `know` leave possible; `whose` says in words which law it is. */
export function lawProblems(
  law: Matrix,
  assume: 'any' | 'stationary',
  knowledge: Knowledge,
  grid: TimeGrid,
  whose = 'the law under `latent`',
): Problem[] {
  const { nonNegative, nonIncreasing, smallestEigenvalue, pairs = [] } = knowledge;
  const p = law.rows;
  const at = (j: number, k: number) => law.data[j * p + k]!;
  const between = (j: number, k: number) =>
    `between times ${short(grid.times[k]!)} and ${short(grid.times[j]!)}`;
  const problems: Problem[] = [];
  const complain = (path: Problem['path'], value: unknown, why: string, accepted: string) =>
    problems.push({ path, value, why, accepted });

  const uneven =
    assume === 'stationary'
      ? worstPair(p, (j, k) => (k > 0 ? Math.abs(at(j, k) - at(j - 1, k - 1)) : 0))
      : NONE;
  if (uneven.by > ROUNDING)
    complain(
      ['assume'],
      assume,
      `${whose} is not stationary: the correlation ${between(uneven.j, uneven.k)} differs by ` +
        `${short(uneven.by)} from the one a grid step earlier`,
      'any, or a law whose correlations depend on the time between two points alone',
    );
  const negative = nonNegative ? worstPair(p, (j, k) => -at(j, k)) : NONE;
  if (negative.by > ROUNDING)
    complain(
      ['know', 'nonNegative'],
      true,
      `in ${whose} the correlation ${between(negative.j, negative.k)} is ${short(-negative.by)}`,
      'false, or a law without negative correlations',
    );
  const growing = nonIncreasing
    ? worstPair(p, (j, k) =>
        Math.max(j + 1 < p ? at(j + 1, k) - at(j, k) : 0, k > 0 ? at(j, k - 1) - at(j, k) : 0),
      )
    : NONE;
  if (growing.by > ROUNDING)
    complain(
      ['know', 'nonIncreasing'],
      true,
      `in ${whose} the correlation ${between(growing.j, growing.k)} grows by ${short(growing.by)} when one of ` +
        'the two moves a grid step away',
      'false, or a law whose correlations do not grow with the time between two points',
    );
  const smallest = smallestEigenvalue
    ? defaultKernels().eigenvaluesSymmetric(law)[0]!
    : Number.POSITIVE_INFINITY;
  if (smallest < (smallestEigenvalue ?? 0) - ROUNDING)
    complain(
      ['know', 'smallestEigenvalue'],
      smallestEigenvalue,
      `the smallest eigenvalue of ${whose} is ${short(smallest)}`,
      `a number from 0 to ${short(smallest)}, or another law`,
    );
  pairs.forEach(({ pair: [j, k], correlation }, i) => {
    if (Math.abs(at(j, k) - correlation) > ROUNDING)
      complain(
        ['know', 'correlations', i, 'value'],
        correlation,
        `in ${whose} the correlation ${between(j, k)} is another`,
        `${at(j, k)}, to 1e-9, or another law`,
      );
  });
  return problems;
}

const NONE = { j: 0, k: 0, by: 0 };

/** The pair j > k with the largest excess; the first of equals. */
function worstPair(points: number, excess: (j: number, k: number) => number): typeof NONE {
  let worst = NONE;
  for (let j = 1; j < points; j++)
    for (let k = 0; k < j; k++) {
      const by = excess(j, k);
      if (by > worst.by) worst = { j, k, by };
    }
  return worst;
}

const short = (value: number) => String(Number(value.toPrecision(4)));
