import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { identity, zeros } from '../matrix.ts';
import {
  type ConePoint,
  type ConstraintOperator,
  constraintOperator,
  selectConstraints,
} from './constraint-operator.ts';
import { type Dependence, dependentConstraints } from './dependent-constraints.ts';
import type { SemidefiniteConstraint, SemidefiniteProgramme } from './programme.ts';
import { fillSchur, schurPlan } from './schur-matrix.ts';
import { symmetricBuilder } from './sparse-symmetric.ts';

/** Constraints that are independent, of unit length and well apart, equivalent to those given. */
interface Presolved {
  operator: ConstraintOperator;
  values: Float64Array;
  /** From multipliers of these constraints to multipliers of those given. */
  restore: (y: Float64Array) => Float64Array;
  /** 1/length of each constraint given; 1 where the length is 0. */
  scale: Float64Array;
  dropped: number[];
  /** y with Σ_i y_i·A_i = 0 and bᵀy = 1, where constraints contradict each other. */
  contradiction: Float64Array | undefined;
}

/** An entry of a remainder that is nothing but rounding, the constraints being of unit length. */
const ROUNDING = 4 * Number.EPSILON;

/** What remains of a constraint, brought to unit length; its value is set by the caller. */
function remainderConstraint(
  { blocks, linear }: ConePoint,
  sizes: readonly number[],
  distance: number,
): SemidefiniteConstraint {
  const indices = [...linear.keys()].filter((l) => Math.abs(linear[l]) > ROUNDING);
  return {
    blocks: sizes.map((size, b) => {
      const builder = symmetricBuilder(size);
      for (let i = 0; i < size; i++)
        for (let j = 0; j <= i; j++) {
          const entry = blocks[b][i * size + j];
          if (Math.abs(entry) > ROUNDING) builder.entry(i, j, entry / distance);
        }
      return builder.build();
    }),
    linear: { indices, values: indices.map((l) => linear[l] / distance) },
    value: 0,
  };
}

/**
 * Brings constraints to unit length, drops those that depend on earlier ones and agree with them, and puts what remains
 * of a nearly dependent one in its place: the Schur matrix would have the square of its distance as an eigenvalue.
 * A dependent constraint agrees where it is missed by at most a tenth of the tolerance beside the size of its terms.
 */
export function presolve(
  programme: SemidefiniteProgramme,
  given: ConstraintOperator,
  tolerance: number,
  kernels: DenseKernels,
): Presolved {
  const { constraints, blocks, linear } = programme;
  const m = constraints.length;
  const all = [...constraints.keys()];
  const scale = new Float64Array(m).fill(1);
  const gram = zeros(m, m);
  const units = blocks.map(identity);
  fillSchur(schurPlan(given), units, units, new Float64Array(linear).fill(1), kernels, gram.data);
  for (let i = 0; i < m; i++) {
    const square = gram.data[i * m + i];
    if (square > 0) scale[i] = 1 / Math.sqrt(square);
  }
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) gram.data[i * m + j] *= scale[i] * scale[j];
  const unit = selectConstraints(given, all, scale);
  const { exact, near } = dependentConstraints(unit, gram, kernels);

  /** The value of constraint `index` less those that it depends on, and the sum of the magnitudes. */
  const missOf = ({ index, weights }: Dependence) => {
    let miss = 0;
    let terms = 0;
    for (let i = 0; i < m; i++) {
      const term = (i === index ? 1 : -weights[i]) * scale[i] * constraints[i].value;
      miss += term;
      terms += Math.abs(term);
    }
    return { miss, terms };
  };
  let contradiction: Float64Array | undefined;
  for (const dependence of exact) {
    const { miss, terms } = missOf(dependence);
    if (Math.abs(miss) <= 0.1 * tolerance * terms) continue;
    const { index, weights } = dependence;
    contradiction = weights.map((weight, i) => ((i === index ? 1 : -weight) * scale[i]) / miss);
    break;
  }

  const dropped = exact.map(({ index }) => index);
  const gone = new Set(dropped);
  const kept = all.filter((i) => !gone.has(i));
  const place = new Map(kept.map((i, k) => [i, k]));
  const values = Float64Array.from(kept, (i) => constraints[i].value * scale[i]);
  let operator = selectConstraints(unit, kept, new Float64Array(m).fill(1));
  if (near.length > 0) {
    const rows = kept.map((i) => constraints[i]);
    const lengths = Float64Array.from(kept, (i) => scale[i]);
    for (const dependence of near) {
      const k = place.get(dependence.index)!;
      rows[k] = remainderConstraint(dependence.remainder, blocks, dependence.distance);
      values[k] = missOf(dependence).miss / dependence.distance;
      lengths[k] = 1;
    }
    operator = selectConstraints(
      constraintOperator({ ...programme, constraints: rows }),
      [...rows.keys()],
      lengths,
    );
  }
  const restore = (y: Float64Array) => {
    const out = new Float64Array(m);
    kept.forEach((i, k) => {
      out[i] = y[k];
    });
    for (const { index, weights, distance } of near) {
      const share = y[place.get(index)!] / distance;
      out[index] += share - y[place.get(index)!];
      for (let i = 0; i < m; i++) out[i] -= weights[i] * share;
    }
    return out.map((value, i) => value * scale[i]);
  };
  return {
    operator,
    values,
    restore,
    scale,
    dropped: contradiction === undefined ? dropped : [],
    contradiction,
  };
}
