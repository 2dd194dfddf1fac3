import type { DenseKernels } from '../kernels/dense-kernels.ts';
import {
  applyConstraints,
  type ConePoint,
  type ConstraintOperator,
  pointDot,
  squareMatrix,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';
import type { InfeasibilityCertificate } from './solution.ts';

/**
 * The violation of a ray that still counts as a proof, with constraints of unit length: it excludes every feasible
 * point whose trace is below 1e8 of the size of the values (of the objective, for the dual).
 */
const VERIFIED = 1e-8;

const largest = (values: ArrayLike<number>) => {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
};

/** y brought to bᵀy = 1 and checked from the constraints as given; undefined where it proves nothing. */
export function primalCertificate(
  operator: ConstraintOperator,
  values: Float64Array,
  scale: Float64Array,
  y: Float64Array,
  kernels: DenseKernels,
): InfeasibilityCertificate | undefined {
  let product = 0;
  for (let i = 0; i < y.length; i++) product += values[i] * y[i];
  if (!(product > 0)) return undefined;
  const ray = y.map((value) => value / product);
  const sizes = operator.blocks.map(({ size }) => size);
  const slack = zeroPoint(sizes, operator.linear.length);
  subtractAdjoint(operator, zeroPoint(sizes, operator.linear.length), ray, slack);
  let lowest = 0;
  for (const block of slack.blocks)
    lowest = Math.min(lowest, kernels.eigenvaluesSymmetric(squareMatrix(block))[0]);
  for (const value of slack.linear) lowest = Math.min(lowest, value);
  // In units of the values X is of their size, so the violation times that size has to be small beside bᵀy = 1.
  const unit = largest(values.map((value, i) => value * scale[i]));
  return -lowest * unit <= VERIFIED ? { kind: 'primal', y: ray, violation: 0 - lowest } : undefined;
}

/** (X, x) brought to an objective of -1 and checked from the constraints as given. */
export function dualCertificate(
  operator: ConstraintOperator,
  objective: ConePoint,
  scale: Float64Array,
  point: ConePoint,
): InfeasibilityCertificate | undefined {
  const product = -pointDot(objective, point);
  if (!(product > 0)) return undefined;
  const ray: ConePoint = {
    blocks: point.blocks.map((block) => block.map((value) => value / product)),
    linear: point.linear.map((value) => value / product),
  };
  const image = new Float64Array(operator.count);
  applyConstraints(operator, ray, image);
  const unit = Math.sqrt(pointDot(objective, objective));
  if (!(largest(image.map((value, i) => value * scale[i])) * unit <= VERIFIED)) return undefined;
  return {
    kind: 'dual',
    X: ray.blocks.map(squareMatrix),
    x: ray.linear,
    violation: largest(image),
  };
}
