import { exp, square } from '@sightline/engine/internal';
import stationary from '../../../../../examples/four-points/stationary.yaml?raw';
import { setValue } from '../../study/study-edit.ts';

// The paper's minimal stationary counterexample: four times Z₀ … Z₃, of which the benchmark reads Z₀, while the target Θ is
// their mean and the alternative would read Z₁ and Z₂.

export type Assumed = 'stationary' | 'any';

/** What the example's protocols are called in its file. */
export const ALTERNATIVE = 'middle';
export const REALISED = 'first';
export const POINTS = 4;
export const LAGS = Array.from({ length: POINTS }, (_, lag) => lag);
/** When each of them is read: the middles of four intervals. */
export const TIMES = LAGS.map((j) => j + 1 / 2);
/** What a step along the one direction that the benchmark does not see adds to the correlation at each lag. */
export const DIRECTION = [0, 1, -2, 1] as const;

/** Correlations by lag: Ornstein–Uhlenbeck with scale 1, moved by ε. */
export const correlations = (epsilon: number): number[] =>
  LAGS.map((lag) => exp(-lag) + epsilon * DIRECTION[lag]!);

export const toeplitz = (byLag: readonly number[]): number[][] =>
  LAGS.map((j) => LAGS.map((k) => byLag[Math.abs(j - k)]!));

export const pointName = (j: number) => `Z${'₀₁₂₃'[j]}`;

/** Enough to see that what the benchmark sees does not move. */
export const MOMENT_DIGITS = 6;

interface Moment {
  what: string;
  value: number;
}

/**
 * All that a benchmark of Z₀ can see of a law: linear in the covariance, so that of a difference of two laws it gives what
 * the benchmark sees of that difference.
 */
export function seenOf(covariance: readonly (readonly number[])[]): Moment[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    { what: 'Var Y', value: covariance[0]![0]! },
    { what: 'Cov(Y, Θ)', value: sum(covariance[0]!) / POINTS },
    { what: 'Var Θ', value: sum(covariance.map(sum)) / square(POINTS) },
  ];
}

/** A change of a stationary law by lag, in units of what it does at lag 1. */
export const directionOf = (difference: readonly (readonly number[])[]): number[] =>
  difference[0]!.map((value) => value / difference[0]![1]!);

/** What the change at each lag adds to each thing that the benchmark sees. */
export function contributions(byLag: readonly number[]): { what: string; byLag: number[] }[] {
  const alone = LAGS.map((lag) =>
    seenOf(toeplitz(byLag.map((value, own) => (own === lag ? value : 0)))).map(({ value }) => value),
  );
  return seenOf(toeplitz(byLag)).map(({ what }, k) => ({ what, byLag: alone.map((own) => own[k]!) }));
}

/** The study of the world ε. */
export const worldStudy = (epsilon: number): string =>
  setValue(stationary, ['latent', 'kernel', 'toeplitz'], correlations(epsilon));

/** The study in which these of the four points are measured. */
export function measuredStudy(assume: Assumed, measured: readonly number[]): string {
  const at = measured.map((j) => TIMES[j]!);
  const text = setValue(stationary, ['protocols', 'first', 'at'], at.length === 1 ? at[0] : at);
  return setValue(text, ['assume'], assume);
}

/** The difference of two laws, entry by entry. */
export const differenceOf = (
  one: readonly (readonly number[])[],
  other: readonly (readonly number[])[],
): number[][] => one.map((row, j) => row.map((value, k) => value - other[j]![k]!));
