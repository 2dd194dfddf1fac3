import { square } from '../../numerics/elementary.ts';
import { type Accuracy, linearWeights, type Transform } from '../../numerics/kernels/family-kernels.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { isOfSingleSize } from '../../numerics/transform-table.ts';
import { type Problem, refuse } from '../input/invalid-input.ts';
import { NumericallyUndecided } from '../input/numerically-undecided.ts';
import type { Target } from '../target.ts';
import type { Measurement } from './action.ts';
import { type CatalogueInput, catalogueParts } from './catalogue-input.ts';
import { determinedProtocols } from './determined-points.ts';
import { explainedOf, meanPart } from './explained.ts';
import { type FineEliminator, fineEliminator } from './fine-elimination.ts';
import { canMiss, drawnError, leastPattern, lowerQuantile } from './missed.ts';
import { type Model, meanWeights } from './model.ts';
import { type Family, type Mixture, mixed, partsOf, protocolFamily } from './protocol-family.ts';
import { type ValueBounds, valueBounder } from './value-bounds.ts';

export interface ProtocolValue {
  /** I_g = F_g/V_g: the population R² of the best predictor of the target. */
  value: number;
  /** F_g = Var E(Θ | Y). */
  explained: number;
  /** I_L: the R² of the best linear predictor of the same target. */
  linearValue: number;
  /** Rank of the measurement covariance; below the number of actions where some add no information. */
  rank: number;
  /**
   * Whether the true value may be larger: readings were left out that differ from the others by less than the digits of the
   * law show, and that visibly tell something. The value is then that of the readings kept, which no further one lowers.
   */
  atLeast: boolean;
  /** Present where readings may be missing: `value`, `explained` and `linearValue` are then means over what may be left. */
  missing?: MissedValue;
}

/** What stands beside a mean over what may be left of a protocol. */
export interface MissedValue {
  /** With every reading. */
  completeValue: number;
  /** Where all is missing that can be, with the places of these actions in the protocol; no other pattern is worth less. */
  worst: { value: number; missing: number[]; probability: number };
  /** The probability that nothing is read at all. */
  nothing: number;
  /** The value that is reached but with probability `LOWER_TAIL` at most. */
  lowerTail: number;
  /** Different sets of readings that were valued. */
  patterns: number;
  /** Of how many draws the means are, and the standard error of `value` that comes of it; 0 and 0 where they are exact. */
  draws: number;
  standardError: number;
}

/** The lower tail that is shown of a value over what may be missing. */
export const LOWER_TAIL = 0.1;

export interface FamilyValues {
  /** V_g = Var Θ. */
  variance: number;
  protocols: ProtocolValue[];
}

/** The same numbers as FamilyValues, as columns. */
export interface FamilyColumns {
  variance: number;
  value: Float64Array;
  explained: Float64Array;
  linearValue: Float64Array;
  rank: Int32Array;
  /** 1 where the value is a lower bound, as in ProtocolValue. */
  atLeast: Uint8Array;
  /** The largest |Q_S,jk| of the family (part of eq. r0); 0 for the mean target, which forms no Q. */
  largestRecovered: number;
}

/** V_g(K) = Σ_jk ω_jω_k C_g(K_jk). The mean target takes ωᵀKω, with the weights ω∘s of the data's unit. O(p²). */
export function targetVariance(model: Model, target: Target, kernels: Kernels = defaultKernels()): number {
  const { covariance, weights } = model;
  if (target.table === undefined) return quadraticForm(covariance, meanWeights(model));
  const { sum, largest } = kernels.transformSum(covariance, weights, target.table);
  if (!(largest <= 1 + 1e-8))
    throw new RangeError(
      `a correlation is ${largest}: the covariance is not that of a standardised trajectory`,
    );
  return sum;
}

/**
 * V_g, F_g, I_g and I_L of every protocol of a family (Proposition 'Gaussian protocol-value identity').
 * Protocols that begin with the same actions share their work, so a family in lexicographic order is cheapest; the
 * numbers do not depend on it. O(d³) a protocol for the mean target, O(p²·(d + polynomial length)) for the others.
 * Throws NumericallyUndecided where rounding spoils the answer.
 */
export function familyValues(
  model: Model,
  target: Target,
  catalogue: readonly Measurement[],
  family: Family,
  kernels: Kernels = defaultKernels(),
): FamilyColumns {
  return evaluatorOfTargets(model, [target], catalogue, { kernels }).values(family)[0]!;
}

export interface FamilyOptions {
  kernels?: Kernels;
  /** 'full' is the default. 'screening' leaves an error below 1e-6 in a value and takes a quarter of the time. */
  accuracy?: Accuracy;
}

/** The values for several targets, which share what concerns the measurements: the mean beside another one costs nothing. */
export function familyValuesOfTargets(
  model: Model,
  targets: readonly Target[],
  catalogue: readonly Measurement[],
  family: Family,
  options: FamilyOptions = {},
): FamilyColumns[] {
  return evaluatorOfTargets(model, targets, catalogue, options).values(family);
}

/** Many families from one catalogue, for several targets: what they share is computed once. */
interface FamilyEvaluator {
  values(family: Family): FamilyColumns[];
  /** What the values lie between, at a small part of the cost. */
  bounds(family: Family): ValueBounds[];
}

export function evaluatorOfTargets(
  model: Model,
  targets: readonly Target[],
  catalogue: readonly Measurement[],
  { kernels = defaultKernels(), accuracy = 'full' }: FamilyOptions = {},
): FamilyEvaluator {
  checkModel(model, catalogue);
  const variances = targets.map((target) => targetVariance(model, target, kernels));
  refuse(targets.flatMap((target, t) => varianceProblems(target, variances[t]!)));
  const { whole, used, parts: partsOf } = catalogueParts(model, catalogue);
  /** ω∘s: where the law has a scale, the mean has weights of its own and shares no work with other targets. */
  const ofMean = meanWeights(model);
  const shared = ofMean === model.weights;
  // Few families have readings that need more digits: what these need is made when it is asked for.
  const eliminators = new Map<boolean, FineEliminator>();
  const fineFor = (table: Transform | undefined) => (members: readonly number[]) => {
    const eliminator =
      eliminators.get(table === undefined) ??
      fineEliminator(model, catalogue, table === undefined ? ofMean : undefined);
    eliminators.set(table === undefined, eliminator);
    return eliminator(members);
  };
  /** λᵀKλ: all that there is to explain of a target's linear part. */
  const linearVariances = new Map<Target, number>();
  const linearVariance = (target: Target) => {
    const known =
      linearVariances.get(target) ??
      quadraticForm(model.covariance, linearWeights(model.weights, target.table));
    linearVariances.set(target, known);
    return known;
  };
  const values = (given: Family): FamilyColumns[] => {
    checkFamily(given, catalogue.length);
    return joined(partsOf(given).map(valuesOf));
  };
  const valuesOf = (given: Family): FamilyColumns[] => {
    const { input, family } = used(given);
    const determined = determinedProtocols(catalogue, given, model.weights);
    const explainedBy = (table: Transform | undefined, precision = accuracy) =>
      explainedOf(
        {
          input: table === undefined ? { ...input, weights: ofMean } : input,
          family,
          given,
          determined,
          fine: fineFor(table),
        },
        table,
        kernels,
        precision,
      );
    const parts = targets.map(({ table }, t) =>
      table === undefined ? undefined : explainedBy(table, isOfSingleSize(variances[t]!) ? accuracy : 'full'),
    );
    return targets.map((target, t) => {
      const variance = variances[t]!;
      const { linear, explained, rank, atLeast, largestRecovered } =
        parts[t] ??
        meanPart((shared && parts.find((part, i) => part && !targets[i]!.local)) || explainedBy(undefined));
      for (const [i, known] of determined) {
        linear[i] = target.table === undefined ? variance : linearVariance(target);
        explained[i] = variance;
        rank[i] = known;
        atLeast[i] = 0;
      }
      withinVariance(explained, variance, accuracy);
      // Cov(Z, Θ) = a_1·Kω, so the best linear predictor explains a_1²·ωᵀQω of Θ (eq. linear-value), or λᵀQλ with λ = ω∘a_1.
      const linearShare = (target.local ? 1 : square(target.firstCoefficient)) / variance;
      const value = shares(explained, 1, variance);
      // With all but 1e-9 explained, nothing that was left out matters.
      for (let i = 0; i < value.length; i++) if (value[i]! > 1 - 1e-9) atLeast[i] = 0;
      return {
        variance,
        value,
        explained,
        linearValue: shares(linear, linearShare, 1),
        rank,
        atLeast,
        largestRecovered,
      };
    });
  };
  const boundsOf = (input: CatalogueInput): ((family: Family) => ValueBounds[]) => {
    if (shared) return valueBounder(input, targets, variances, kernels);
    const own = targets.map((target, t) =>
      valueBounder(
        { ...input, weights: target.table === undefined ? ofMean : input.weights },
        [target],
        [variances[t]!],
        kernels,
      ),
    );
    return (family) => own.flatMap((one) => one(family));
  };
  let bounder: ((family: Family) => ValueBounds[]) | undefined;
  const bounds = (given: Family): ValueBounds[] => {
    checkFamily(given, catalogue.length);
    if (!whole) return targets.map(() => nothingKnown(given));
    bounder ??= boundsOf(whole);
    return bounder(given);
  };
  return { values, bounds };
}

/** A value lies between 0 and 1. */
function nothingKnown({ starts }: Family): ValueBounds {
  return { low: new Float64Array(starts.length - 1), high: new Float64Array(starts.length - 1).fill(1) };
}

/** The columns of parts of a family, one below the other. */
function joined(parts: readonly FamilyColumns[][]): FamilyColumns[] {
  const [first] = parts;
  if (!first || parts.length === 1) return first ?? [];
  return first.map((own, t) => {
    const all = parts.map((columns) => columns[t]!);
    const below = (pick: (columns: FamilyColumns) => Float64Array) =>
      Float64Array.from(all.flatMap((columns) => [...pick(columns)]));
    return {
      variance: own.variance,
      value: below(({ value }) => value),
      explained: below(({ explained }) => explained),
      linearValue: below(({ linearValue }) => linearValue),
      rank: Int32Array.from(all.flatMap(({ rank }) => [...rank])),
      atLeast: Uint8Array.from(all.flatMap(({ atLeast }) => [...atLeast])),
      largestRecovered: all.reduce((most, one) => Math.max(most, one.largestRecovered), 0),
    };
  });
}

/**
 * Each times one number and over another; a share is at most 1, rounding or not. A loop, because a call back for each of many
 * protocols would show.
 */
function shares(values: Float64Array, factor: number, divisor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, (values[i]! * factor) / divisor);
  return out;
}

function varianceProblems(target: Target, variance: number): Problem[] {
  if (variance > 0) return [];
  return [
    {
      path: ['target'],
      value: variance,
      why: `the target '${target.name}' does not vary under this law: its variance is ${variance}`,
      accepted: 'a target with a variance above 0',
    },
  ];
}

/**
 * The value of every protocol, each given by its actions in any order. Where readings may be missing it is the mean over what may
 * be left; `seed` is for draws of that, where there is too much to go through.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, protocolValues, target, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(10, 128, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } }, trait: 0.2 }, grid);
 * const model = { covariance, weights: targetWeights('uniform', grid) };
 * const dispersed = [1.25, 3.75, 6.25, 8.75].map((at) => action({ at, noise: 0.4 }, grid));
 * const { protocols } = protocolValues(model, target({ above: 1.5 }), [dispersed]);
 * console.log(protocols[0].value); // → 0.5222779…
 * ```
 */
export function protocolValues(
  model: Model,
  target: Target,
  protocols: readonly (readonly Measurement[])[],
  kernels: Kernels = defaultKernels(),
  seed = 1,
): FamilyValues {
  const { catalogue, family, mixture, merged } = protocolFamily(protocols, seed);
  const columns = familyValues(model, target, catalogue, family, kernels);
  const [value, explained, linearValue, atLeast] = [
    mixed(mixture, columns.value),
    mixed(mixture, columns.explained),
    mixed(mixture, columns.linearValue),
    mixed(mixture, columns.atLeast),
  ];
  return {
    variance: columns.variance,
    protocols: protocols.map((protocol, i) => ({
      value: value[i]!,
      explained: explained[i]!,
      linearValue: linearValue[i]!,
      rank: columns.rank[mixture.complete[i]!]! + merged[i]!,
      atLeast: atLeast[i]! > 0,
      ...(canMiss(protocol) && { missing: missedValue(protocol, mixture, columns.value, i) }),
    })),
  };
}

function missedValue(
  protocol: readonly Measurement[],
  mixture: Mixture,
  values: Float64Array,
  i: number,
): MissedValue {
  const { kept, probability } = leastPattern(protocol);
  const parts = partsOf(mixture, values, i);
  const draws = mixture.draws[i]!;
  return {
    completeValue: values[mixture.complete[i]!]!,
    worst: {
      value: values[mixture.least[i]!]!,
      missing: protocol.flatMap((_, a) => (kept.includes(a) ? [] : [a])),
      probability,
    },
    nothing: kept.length === 0 ? probability : 0,
    lowerTail: lowerQuantile(parts, LOWER_TAIL),
    patterns: parts.values.length,
    draws,
    standardError: draws > 0 ? drawnError(parts, draws) : 0,
  };
}

function quadraticForm({ data, rows: p }: Matrix, weights: Float64Array): number {
  // Into p sums that do not wait for each other, four rows at a time so that each sum is fetched and put back once for them.
  const sums = new Float64Array(p);
  let j = 0;
  for (; j + 3 < p; j += 4) {
    const [first, second, third, fourth] = [j * p, (j + 1) * p, (j + 2) * p, (j + 3) * p];
    const [a, b, c, d] = [weights[j]!, weights[j + 1]!, weights[j + 2]!, weights[j + 3]!];
    for (let k = 0; k < p; k++)
      sums[k] =
        sums[k]! +
        a * data[first + k]! +
        b * data[second + k]! +
        c * data[third + k]! +
        d * data[fourth + k]!;
  }
  for (; j < p; j++) for (let k = 0; k < p; k++) sums[k]! += weights[j]! * data[j * p + k]!;
  let sum = 0;
  for (let k = 0; k < p; k++) sum += weights[k]! * sums[k]!;
  return sum;
}

/**
 * F_g ≤ V_g for every protocol: what exceeds it within the error of the computation is that error and is taken off, which brings
 * the number nearer to the truth. More than that is no rounding.
 */
function withinVariance(explained: Float64Array, variance: number, accuracy: Accuracy): void {
  const error = accuracy === 'full' ? 1e-7 : 2e-6;
  for (let i = 0; i < explained.length; i++) {
    const part = explained[i]!;
    if (part <= variance) continue;
    if (!(part <= variance * (1 + error)))
      throw new NumericallyUndecided(
        `rounding made the explained variance ${part}, where ${variance} is the most: the readings are too nearly collinear`,
      );
    explained[i] = variance;
  }
}

/** Parts that do not belong together would give numbers that mean nothing. */
function checkModel({ covariance, weights, scale }: Model, catalogue: readonly Measurement[]): void {
  const p = covariance.rows;
  if (covariance.cols !== p || covariance.data.length !== p * p || weights.length !== p)
    throw new RangeError(
      `a covariance of ${p} × ${covariance.cols} and ${weights.length} weights do not fit together`,
    );
  if (scale && !(scale.length === p && scale.every((s) => s > 0 && Number.isFinite(s))))
    throw new RangeError(`a scale of ${scale.length} numbers is not that of ${p} points, each above 0`);
  catalogue.forEach(({ first, last }, a) => {
    if (!(first >= 0 && first <= last && last < p))
      throw new RangeError(
        `action ${a} reads the grid points ${first} to ${last} of ${p}: it belongs to another grid`,
      );
  });
}

function checkFamily({ members, starts }: Family, actions: number): void {
  for (let i = 0; i + 1 < starts.length; i++)
    if (!(starts[i]! >= 0 && starts[i]! <= starts[i + 1]! && starts[i + 1]! <= members.length))
      throw new RangeError(
        `protocol ${i} runs from ${starts[i]} to ${starts[i + 1]} of ${members.length} members`,
      );
  for (const a of members)
    if (!(a >= 0 && a < actions)) throw new RangeError(`member ${a} is none of ${actions} actions`);
}
