import { square } from '../elementary.ts';
import { defaultKernels } from '../kernels/kernels.ts';
import {
  advance,
  applyConstraints,
  type ConePoint,
  type ConstraintOperator,
  constraintOperator,
  objectivePoint,
  pointDot,
  pointNorm,
  squareMatrix,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';
import { dualBound } from './dual-bound.ts';
import { dualCertificate, primalCertificate } from './infeasibility-certificate.ts';
import { followPath, type InteriorPoint } from './interior-point.ts';
import { presolve } from './presolve.ts';
import { checkProgramme, type SemidefiniteConstraint, type SemidefiniteProgramme } from './programme.ts';
import type { SemidefiniteOptions, SemidefiniteSolution } from './solution.ts';

const DEFAULT_TOLERANCE = 1e-8;
const DEFAULT_ITERATIONS = 100;

const scaledPoint = ({ blocks, linear }: ConePoint, by: number): ConePoint => ({
  blocks: blocks.map((block) => block.map((value) => value * by)),
  linear: linear.map((value) => value * by),
});

/** The largest |value|, or 1 where all are 0. */
const magnitude = (values: Float64Array) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;

/** The figures of a point in the caller's units, over all constraints, the dropped ones too. */
function figures(
  operator: ConstraintOperator,
  objective: ConePoint,
  constraints: readonly SemidefiniteConstraint[],
  scale: Float64Array,
  { X, y, Z }: InteriorPoint,
) {
  const image = new Float64Array(operator.count);
  applyConstraints(operator, X, image);
  let missed = 0;
  let size = 0;
  let dual = 0;
  constraints.forEach(({ value }, i) => {
    missed += square((value - image[i]) * scale[i]);
    size += square(value * scale[i]);
    dual += value * y[i];
  });
  const residual = scaledPoint(Z, 1);
  subtractAdjoint(operator, objective, y, residual);
  advance(residual, -1, Z, residual);
  const primal = pointDot(objective, X);
  const absolute = Math.max(Math.abs(primal - dual), pointDot(X, Z));
  return {
    primal,
    dual,
    gap: { absolute, relative: absolute / (1 + Math.abs(primal) + Math.abs(dual)) },
    primalResidual: Math.sqrt(missed) / (1 + Math.sqrt(size)),
    dualResidual: pointNorm(residual) / (1 + pointNorm(objective)),
  };
}

/**
 * Solves a semidefinite programme and its dual. Constraints are brought to unit length and those that depend on earlier
 * ones dropped (presolve.ts); values and objective are brought to unit size; then interior-point.ts. The
 * result is the same for any units of the constraints, to the tolerance.
 *
 * 'optimal' means that relative gap and both residuals, computed anew from the programme as given, are within the
 * tolerance; a claim of infeasibility comes with a ray that was checked. Nothing else is called solved.
 */
export function solveSemidefinite(
  programme: SemidefiniteProgramme,
  options: SemidefiniteOptions = {},
): SemidefiniteSolution {
  checkProgramme(programme);
  const { tolerance = DEFAULT_TOLERANCE, maxIterations = DEFAULT_ITERATIONS } = options;
  if (!(tolerance > 0 && tolerance < 1))
    throw new RangeError(`the tolerance must be in (0, 1): ${tolerance}`);
  if (!(Number.isInteger(maxIterations) && maxIterations >= 0))
    throw new RangeError(`the number of iterations must be a whole number: ${maxIterations}`);
  const kernels = options.kernels ?? defaultKernels();
  const { blocks, linear, constraints } = programme;
  const given = constraintOperator(programme);
  const presolved = presolve(programme, given, tolerance, kernels);
  const { scale, dropped } = presolved;

  const objective = objectivePoint(programme);
  let point: InteriorPoint;
  let iterations = 0;
  let reason: string;
  if (presolved.contradiction !== undefined) {
    point = { X: zeroPoint(blocks, linear), y: presolved.contradiction, Z: zeroPoint(blocks, linear) };
    reason = 'primal-ray';
  } else {
    const valueScale = magnitude(presolved.values);
    const objectiveScale = pointNorm(objective) || 1;
    const path = followPath(
      {
        operator: presolved.operator,
        objective: scaledPoint(objective, 1 / objectiveScale),
        values: presolved.values.map((value) => value / valueScale),
        valueScale,
        objectiveScale,
      },
      tolerance,
      maxIterations,
      kernels,
    );
    point = {
      X: scaledPoint(path.point.X, valueScale),
      y: presolved.restore(path.point.y.map((value) => value * objectiveScale)),
      Z: scaledPoint(path.point.Z, objectiveScale),
    };
    iterations = path.iterations;
    reason = path.reason;
  }

  const measured = figures(given, objective, constraints, scale, point);
  const isSolved =
    Math.max(measured.gap.relative, measured.primalResidual, measured.dualResidual) <= tolerance;
  const values = Float64Array.from(constraints, ({ value }) => value);
  const certificate =
    reason === 'primal-ray'
      ? primalCertificate(given, values, scale, point.y, kernels)
      : reason === 'dual-ray'
        ? dualCertificate(given, objective, scale, point.X)
        : undefined;
  const { traceBounds, linearBound } = programme;
  const bound =
    traceBounds === undefined || (linear > 0 && linearBound === undefined)
      ? undefined
      : dualBound(given, objective, values, point.y, traceBounds, linearBound ?? 0, kernels);
  return {
    status: isSolved ? 'optimal' : certificate !== undefined ? `${certificate.kind}-infeasible` : 'undecided',
    ...measured,
    X: point.X.blocks.map(squareMatrix),
    x: point.X.linear,
    y: point.y,
    Z: point.Z.blocks.map(squareMatrix),
    z: point.Z.linear,
    iterations,
    ...(certificate === undefined || isSolved ? {} : { certificate }),
    dropped,
    lowerBound: bound?.bound,
    lowerBoundAllowance: bound?.allowance,
  };
}
