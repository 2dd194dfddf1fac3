// Over stationary correlation matrices: by Carathéodory's theorem a Toeplitz matrix is positive semidefinite exactly where its
// lags are those of a mixture of cosines, k_l = Σ μ_n·cos(lθ_n) with μ ≥ 0. So the unknowns are the weights of angles.
import { cosines, lowestCosine } from '../../numerics/cosine-polynomial.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, matrixFromRows, transpose } from '../../numerics/matrix.ts';
import type { SemidefiniteSolution } from '../../numerics/semidefinite/solution.ts';
import { type SparseSymmetric, symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import { visiblePairs } from '../invisible/benchmark.ts';
import { toeplitz } from '../invisible/covariance-class.ts';
import { inequalities } from '../invisible/knowledge.ts';
import {
  type CompatibleSet,
  failure,
  isNear,
  madeOnce,
  type SchurEntry,
  type SchurOptions,
  type Solved,
  solve,
  TOLERANCE,
} from './compatible-programme.ts';

/** Σ_l lags_l·k_l and an entry of the Schur complement, less a slack where it is an inequality, are a value. */
interface Row {
  lags: Float64Array;
  block?: SparseSymmetric;
  slack?: true;
  value: number;
}

interface Known {
  floor: number;
  /** Of K − δI, but for its trace. */
  rows: Row[];
  /** The lags of a member of the set, less δ, brought to mass 1; none where it is on the boundary. */
  member: Float64Array | undefined;
}

/** Functionals whose part not spanned by the others is below this share of the largest count as dependent. */
const RANK_SHARE = 1e-10;

/** uᵀTv of a Toeplitz matrix T is Σ_l g_l·k_l. */
function lagsOfPair(u: Float64Array, v: Float64Array): Float64Array {
  const p = u.length;
  const out = new Float64Array(p);
  for (let j = 0; j < p; j++) {
    if (u[j] === 0) continue;
    for (let k = 0; k < p; k++) out[Math.abs(j - k)]! += u[j]! * v[k]!;
  }
  return out;
}

/** ⟨H, T⟩, likewise. */
function lagsOf({ rows, cols, values }: SparseSymmetric, p: number): Float64Array {
  const out = new Float64Array(p);
  for (let n = 0; n < values.length; n++)
    out[rows[n]! - cols[n]!]! += (rows[n] === cols[n] ? 1 : 2) * values[n]!;
  return out;
}

const unitLag = (p: number) => Float64Array.from({ length: p }, (_, l) => (l === 0 ? 1 : 0));

const known = madeOnce(({ benchmark, inside, knowledge }, kernels): Known => {
  const p = inside.rows;
  const floor = knowledge.smallestEigenvalue ?? 0;
  const own = inside.data.subarray(0, p);
  const fixed = visiblePairs(benchmark).map(([u, v]) => lagsOfPair(u, v).subarray(1));
  const rows: Row[] = [];
  if (fixed.length > 0 && p > 1) {
    // The functionals as orthonormal combinations of lags, which they are over equidistant angles as well.
    const { q, r } = kernels.pivotedQr(transpose(matrixFromRows(fixed)));
    for (let i = 0; i < Math.min(r.rows, r.cols); i++) {
      if (!(Math.abs(r.data[i * r.cols + i]!) > RANK_SHARE * Math.abs(r.data[0]!))) break;
      const lags = Float64Array.from({ length: p }, (_, l) => (l === 0 ? 0 : q.data[(l - 1) * q.cols + i]!));
      rows.push({ lags, value: dot(lags, own) });
    }
  }
  for (const inequality of inequalities(knowledge, p, true)) {
    const lags = new Float64Array(p);
    for (const { j, k, weight } of inequality) lags[j - k]! += weight;
    rows.push({ lags, slack: true, value: 0 });
  }
  const member = kernels.isPositiveDefinite(inside, { shift: -floor })
    ? own.map((value, l) => (l === 0 ? 1 : value / (1 - floor)))
    : undefined;
  return { floor, rows, member };
});

/** Equidistant angles for each lag to begin with, and rounds of exchange at most. */
const ANGLES = 4;
const ROUNDS = 12;

interface Mixture {
  solution: SemidefiniteSolution;
  lags: Float64Array;
  /** No mixture of all angles has a smaller objective. */
  bound: number;
}

/**
 * Minimise Σ_l objective_l·k_l, or the first entry of a Schur complement, over mixtures of cosines that satisfy the rows: a
 * programme in the weights of finitely many angles. Its dual is a cosine polynomial that must not be negative; where it is,
 * between them, its minima join the angles (the exchange of semi-infinite programming). With m rows and N angles an
 * iteration of the solver takes O(m²N), a round O(mNp) beside it. `mass` bounds that of a mixture.
 */
function leastMixture(
  p: number,
  rows: readonly Row[],
  objective: { lags?: Float64Array; block?: SparseSymmetric },
  {
    size,
    traceBound,
    member,
    mass,
  }: { size: number; traceBound: number; member?: Float64Array | undefined; mass: number },
  kernels: Kernels,
  tolerance = TOLERANCE,
): Mixture {
  const ofBlock = <T>(own: T) => (size > 0 ? [own] : []);
  const slacks = rows.filter(({ slack }) => slack).length;
  const functionals = matrixFromRows([
    objective.lags ?? new Float64Array(p),
    ...rows.map(({ lags }) => lags),
  ]);
  let angles = Array.from({ length: ANGLES * p + 1 }, (_, n) => (Math.PI * n) / (ANGLES * p));
  for (let round = 1; ; round++) {
    const columns = cosines(angles, p, member ? 1 : 0);
    if (member) columns.data.set(member, angles.length * p);
    const count = columns.rows;
    const images = kernels.multiply(functionals, columns, 'right').data;
    const all = Int32Array.from({ length: count }, (_, n) => n);
    const image = (i: number) => images.subarray(i * count, (i + 1) * count);
    let used = count;
    const solution = solve(
      {
        blocks: ofBlock(size),
        linear: count + slacks,
        objective: {
          blocks: ofBlock(objective.block),
          ...(objective.lags && { linear: { indices: all, values: image(0) } }),
        },
        constraints: rows.map(({ block, slack, value }, i) => ({
          blocks: ofBlock(block),
          linear: slack
            ? { indices: [...all, used++], values: [...image(i + 1), -1] }
            : { indices: all, values: image(i + 1) },
          value,
        })),
        traceBounds: ofBlock(traceBound),
        linearBound: mass + 2 * slacks,
      },
      kernels,
      tolerance,
    );
    const slope = functionals.data.slice(0, p);
    rows.forEach(({ lags }, i) => {
      for (let l = 0; l < p; l++) slope[l]! -= solution.y[i]! * lags[l]!;
    });
    const { lowest, minima } = lowestCosine(slope, tolerance / 4);
    const missing = mass * Math.min(0, lowest);
    if (-missing <= tolerance * (1 + Math.abs(solution.primal)) || minima.length === 0 || round === ROUNDS) {
      const lags = new Float64Array(p);
      for (let n = 0; n < count; n++)
        for (let l = 0; l < p; l++) lags[l]! += solution.x[n]! * columns.data[n * p + l]!;
      return { solution, lags, bound: solution.lowerBound! + missing };
    }
    angles = exchanged(angles, solution.x, minima, p);
  }
}

/**
 * The angles, in order, with more of them around each minimum. Between two angles at which the polynomial is 0 its minimum is
 * in the middle whatever the answer is; the answer's weight is where their weights have their mean, but for a share of the
 * square of their distance. So the mean joins them with a neighbour on either side that far away, and the next distance is
 * of the size of the square of this one.
 */
function exchanged(angles: readonly number[], weights: Float64Array, minima: readonly number[], p: number) {
  const more = minima.flatMap((minimum) => {
    const above = Math.min(
      angles.length - 1,
      Math.max(
        1,
        angles.findIndex((angle) => angle >= minimum),
      ),
    );
    const [from, to] = [angles[above - 1]!, angles[above]!];
    const [low, high] = [weights[above - 1]!, weights[above]!];
    const middle = (low * from + high * to) / (low + high);
    const apart = (p * (to - from) * (to - from)) / 8;
    return [minimum, middle, middle - apart, middle + apart].filter((angle) => angle > from && angle < to);
  });
  return [...angles, ...more].sort((a, b) => a - b).filter((angle, n, all) => angle !== all[n - 1]);
}

export function leastStationary(
  set: CompatibleSet,
  size: number,
  entries: readonly SchurEntry[],
  { traceBound, tolerance }: SchurOptions,
  kernels: Kernels,
): Solved {
  const p = set.inside.rows;
  const { floor, rows, member } = known(set, kernels);
  const ties = entries.map(({ i, j, u, v, weight = 1, constant }): Row => {
    const lags = u && v ? lagsOfPair(u, v).map((value) => -weight * value) : new Float64Array(p);
    return {
      lags,
      block: symmetricBuilder(size).coefficient(i, j, 1).build(),
      value: constant - floor * lags[0]!,
    };
  });
  const found = leastMixture(
    p,
    [{ lags: unitLag(p), value: 1 - floor }, ...rows, ...ties],
    { block: symmetricBuilder(size).entry(0, 0, 1).build() },
    { size, traceBound, member, mass: 1 - floor },
    kernels,
    tolerance,
  );
  return answer(found, floor, found.solution.primal, found.bound);
}

export function largestStationary(
  set: CompatibleSet,
  h: SparseSymmetric,
  kernels: Kernels,
  tolerance?: number,
): Solved {
  const p = set.inside.rows;
  const { floor, rows, member } = known(set, kernels);
  const lags = lagsOf(h, p).map((value) => -value);
  const found = leastMixture(
    p,
    [{ lags: unitLag(p), value: 1 - floor }, ...rows],
    { lags },
    { size: 0, traceBound: 0, member, mass: 1 - floor },
    kernels,
    tolerance,
  );
  const offset = -floor * lags[0]!;
  return answer(found, floor, offset - found.solution.primal, offset - found.bound);
}

/** K − λI is a mixture of mass 1 − λ: the least mass leaves the largest λ. Eigenvalues below −1 are not asked about. */
export function mostInsideStationary(set: CompatibleSet, kernels: Kernels): Solved {
  const p = set.inside.rows;
  const { rows } = known({ ...set, knowledge: { ...set.knowledge, smallestEigenvalue: 0 } }, kernels);
  const found = leastMixture(p, rows, { lags: unitLag(p) }, { size: 0, traceBound: 0, mass: 2 }, kernels);
  const smallest = 1 - found.solution.primal;
  return answer(found, smallest, smallest, 1 - found.bound);
}

function answer({ solution, lags, bound }: Mixture, floor: number, value: number, proved: number): Solved {
  if (!isNear(solution, bound)) return failure(solution);
  return {
    ok: true,
    covariance: toeplitz(lags.map((k, l) => (l === 0 ? k + floor : k))),
    value,
    bound: proved,
  };
}
