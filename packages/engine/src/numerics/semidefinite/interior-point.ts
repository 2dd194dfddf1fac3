import { square } from '../elementary.ts';
import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { identity, type Matrix, zeros } from '../matrix.ts';
import {
  advance,
  applyConstraints,
  type ConePoint,
  type ConstraintOperator,
  pointDot,
  pointNorm,
  squareMatrix,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';
import { type Direction, newtonDirection, zeroDirection } from './newton-direction.ts';
import { fillSchur, schurPlan } from './schur-matrix.ts';
import { factoriseSchur } from './schur-solve.ts';
import { longestLinearStep, longestStep } from './step-length.ts';

/** A programme with independent constraints of unit length and with values and objective of about unit size. */
interface ScaledProgramme {
  operator: ConstraintOperator;
  objective: ConePoint;
  values: Float64Array;
  /** What values and objective have to be multiplied by to be the caller's: the tolerance is in his units. */
  valueScale: number;
  objectiveScale: number;
}

export interface InteriorPoint {
  X: ConePoint;
  y: Float64Array;
  Z: ConePoint;
}

interface PathEnd {
  /** 'stalled' and 'limit': no further progress, or no further iterations; the point is the best one met. */
  reason: 'optimal' | 'primal-ray' | 'dual-ray' | 'stalled' | 'limit';
  point: InteriorPoint;
  iterations: number;
}

/** How near an iterate must be to a ray that proves infeasibility, in scaled units. */
const RAY_TOLERANCE = 1e-9;
const SHORTEST_STEP = 1e-7;
const MOST_WITHOUT_PROGRESS = 12;
const MOST_HALVINGS = 30;

const copyInto = (from: ConePoint, to: ConePoint) => {
  from.blocks.forEach((block, b) => {
    to.blocks[b].set(block);
  });
  to.linear.set(from.linear);
};

/** Cholesky factors of every block, or undefined where one is not positive definite. */
function factors(point: ConePoint, kernels: DenseKernels): Matrix[] | undefined {
  for (const value of point.linear) if (!(value > 0)) return undefined;
  const found: Matrix[] = [];
  for (const block of point.blocks) {
    const attempt = kernels.cholesky(squareMatrix(block));
    if (!attempt.ok) return undefined;
    found.push(attempt.factor);
  }
  return found;
}

/** An ill-posed programme may drive the iterates out of the range of numbers. */
const isFiniteDirection = ({ X, Z }: Direction) => Number.isFinite(pointNorm(X) + pointNorm(Z));

/** The multiple of the identity to start from: as large as any solution of unit-size data is likely to be. */
function startingPoint(sizes: readonly number[], linear: number, of: (size: number) => number): ConePoint {
  const point = zeroPoint(sizes, linear);
  sizes.forEach((size, b) => {
    for (let i = 0; i < size; i++) point.blocks[b][i * size + i] = of(size);
  });
  point.linear.fill(of(Math.sqrt(linear)));
  return point;
}

/**
 * Infeasible primal–dual path following with Mehrotra's predictor and corrector (as in SDPT3 and CSDP). An iteration
 * forms and factorises the Schur matrix, O(m³/3) beside its entries (schur-matrix.ts), and does some twenty products,
 * factorisations and eigenvalue computations of O(n³) a block. 10 to 20 iterations are usual, up to 40 where the optimum is degenerate.
 */
export function followPath(
  programme: ScaledProgramme,
  tolerance: number,
  maxIterations: number,
  kernels: DenseKernels,
): PathEnd {
  const { operator, objective, values, valueScale, objectiveScale } = programme;
  const sizes = operator.blocks.map(({ size }) => size);
  const linear = operator.linear.length;
  const order = sizes.reduce((sum, size) => sum + size, linear);
  const count = operator.count;
  const plan = schurPlan(operator);
  const schur = zeros(count, count);
  const units = sizes.map(identity);

  const X = startingPoint(sizes, linear, (size) => Math.max(10, size));
  const Z = startingPoint(sizes, linear, (size) => Math.max(10, Math.sqrt(size)));
  const y = new Float64Array(count);
  const best: InteriorPoint = {
    X: zeroPoint(sizes, linear),
    y: new Float64Array(count),
    Z: zeroPoint(sizes, linear),
  };
  const trialX = zeroPoint(sizes, linear);
  const trialZ = zeroPoint(sizes, linear);
  const slack = zeroPoint(sizes, linear);
  const dualResidual = zeroPoint(sizes, linear);
  const zInverse = zeroPoint(sizes, linear);
  const image = new Float64Array(count);
  const primalResidual = new Float64Array(count);
  const ratio = new Float64Array(linear);
  const predictor = zeroDirection(sizes, linear, count);
  const corrector = zeroDirection(sizes, linear, count);
  const sizeOfValues = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  const sizeOfObjective = pointNorm(objective);
  const steps = (l: readonly Matrix[], from: ConePoint, direction: ConePoint) =>
    direction.blocks.reduce(
      (step, d, b) => Math.min(step, longestStep(l[b], squareMatrix(d), kernels)),
      longestLinearStep(from.linear, direction.linear),
    );

  let lX = factors(X, kernels)!;
  let lZ = factors(Z, kernels)!;
  let bestMerit = Number.POSITIVE_INFINITY;
  let shortestDistance = Number.POSITIVE_INFINITY;
  let withoutProgress = 0;
  const end = (reason: PathEnd['reason'], iterations: number): PathEnd =>
    reason === 'stalled' || reason === 'limit'
      ? { reason, point: best, iterations }
      : { reason, point: { X, y, Z }, iterations };

  for (let iteration = 0; ; iteration++) {
    applyConstraints(operator, X, image);
    subtractAdjoint(operator, objective, y, slack);
    advance(slack, -1, Z, dualResidual);
    let missed = 0;
    let imageSize = 0;
    let dual = 0;
    for (let i = 0; i < count; i++) {
      primalResidual[i] = values[i] - image[i];
      missed += square(primalResidual[i]);
      imageSize += square(image[i]);
      dual += values[i] * y[i];
    }
    const primal = pointDot(objective, X);
    const complementarity = pointDot(X, Z);
    const mean = complementarity / order;
    const unit = valueScale * objectiveScale;
    // The relative gap and both residuals.
    const merit = Math.max(
      (unit * Math.max(Math.abs(primal - dual), complementarity)) /
        (1 + unit * (Math.abs(primal) + Math.abs(dual))),
      (valueScale * Math.sqrt(missed)) / (1 + valueScale * sizeOfValues),
      (objectiveScale * pointNorm(dualResidual)) / (1 + objectiveScale * sizeOfObjective),
    );
    if (merit < bestMerit) {
      bestMerit = merit;
      copyInto(X, best.X);
      copyInto(Z, best.Z);
      best.y.set(y);
    }
    if (merit <= tolerance) return end('optimal', iteration);
    // -Σ y_i·A_i = Z + R - C, of which Z is positive definite: what is left bounds the violation of the ray y.
    advance(dualResidual, -1, objective, slack);
    const primalRay = dual > 0 ? pointNorm(slack) / dual : Number.POSITIVE_INFINITY;
    const dualRay = primal < 0 ? Math.sqrt(imageSize) / -primal : Number.POSITIVE_INFINITY;
    if (primalRay <= RAY_TOLERANCE) return end('primal-ray', iteration);
    if (dualRay <= RAY_TOLERANCE) return end('dual-ray', iteration);
    // Where there is no solution the gap stands still while a ray takes shape: either counts as progress.
    const distance = Math.min(merit, primalRay, dualRay);
    withoutProgress = distance < 0.9 * shortestDistance ? 0 : withoutProgress + 1;
    shortestDistance = Math.min(distance, shortestDistance);
    if (iteration >= maxIterations) return end('limit', iteration);
    if (withoutProgress >= MOST_WITHOUT_PROGRESS) return end('stalled', iteration);

    sizes.forEach((_, b) => {
      zInverse.blocks[b].set(kernels.crossGram(kernels.solveLower(lZ[b], units[b])).data);
    });
    for (let l = 0; l < linear; l++) {
      zInverse.linear[l] = 1 / Z.linear[l];
      ratio[l] = X.linear[l] / Z.linear[l];
    }
    fillSchur(
      plan,
      X.blocks.map(squareMatrix),
      zInverse.blocks.map(squareMatrix),
      ratio,
      kernels,
      schur.data,
    );
    const solve = factoriseSchur(schur, kernels);
    if (solve === undefined) return end('stalled', iteration);
    const system = { operator, values, X, Z, zInverse, primalResidual, dualResidual, solve };

    newtonDirection(system, 0, undefined, kernels, predictor);
    if (!isFiniteDirection(predictor)) return end('stalled', iteration);
    const alongX = Math.min(1, steps(lX, X, predictor.X));
    const alongZ = Math.min(1, steps(lZ, Z, predictor.Z));
    const after =
      complementarity +
      alongX * pointDot(predictor.X, Z) +
      alongZ * pointDot(X, predictor.Z) +
      alongX * alongZ * pointDot(predictor.X, predictor.Z);
    const shorter = Math.min(alongX, alongZ);
    // Mehrotra's rule; on the fixtures the square needs a few iterations fewer than his third power.
    const centring = Math.min(1, Math.max(1e-6, square(Math.max(0, after / complementarity))));
    newtonDirection(system, centring * mean, predictor, kernels, corrector);
    if (!isFiniteDirection(corrector)) return end('stalled', iteration);

    const towards = 0.9 + 0.09 * shorter;
    let stepX = Math.min(1, towards * steps(lX, X, corrector.X));
    let stepZ = Math.min(1, towards * steps(lZ, Z, corrector.Z));
    if (!(stepX >= SHORTEST_STEP || stepZ >= SHORTEST_STEP)) return end('stalled', iteration);
    let nextX: Matrix[] | undefined;
    let nextZ: Matrix[] | undefined;
    for (let halving = 0; halving < MOST_HALVINGS && nextX === undefined; halving++) {
      advance(X, stepX, corrector.X, trialX);
      nextX = factors(trialX, kernels);
      if (nextX === undefined) stepX /= 2;
    }
    for (let halving = 0; halving < MOST_HALVINGS && nextZ === undefined; halving++) {
      advance(Z, stepZ, corrector.Z, trialZ);
      nextZ = factors(trialZ, kernels);
      if (nextZ === undefined) stepZ /= 2;
    }
    if (nextX === undefined || nextZ === undefined) return end('stalled', iteration);
    copyInto(trialX, X);
    copyInto(trialZ, Z);
    for (let i = 0; i < count; i++) y[i] += stepZ * corrector.y[i];
    lX = nextX;
    lZ = nextZ;
  }
}
