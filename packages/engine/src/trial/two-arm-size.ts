import { MOST_REALISTIC } from '../calibrate/units-needed.ts';
import { student } from '../model/transform/student.ts';
import { square } from '../numerics/elementary.ts';
import { normalQuantile } from '../numerics/normal-quantile.ts';

/** How two arms are to be compared. */
export interface TrialRules {
  /** Of the two-sided test. */
  level: number;
  /** The probability that it finds the difference, in its direction. */
  power: number;
  /** Treated units for each control. */
  allocation: number;
}

/** By how much the mean of a quantity differs between two arms, and how it varies in each. */
export interface Difference {
  shift: number;
  variance: { control: number; treated: number };
}

export interface TwoArmSize {
  control: number;
  treated: number;
  total: number;
  /** What so many units have: at least what was asked for. */
  power: number;
}

/** In each arm, so that it has a variance. */
const FEWEST = 2;

/**
 * The fewest units with which Welch's test of two means has the power that is asked for; undefined where none below a realistic number
 * has it. n = (z_{1−α/2} + z_power)²·(V₀ + V₁/r)/Δ² controls, and some more for variances that are estimated: the power is that of a
 * noncentral t with Satterthwaite's degrees of freedom. Exact for normal quantities of equal variance in arms of one size.
 *
 * @example
 * ```ts
 * import { twoArmSize } from '@sightline/engine';
 *
 * const difference = { shift: 0.5, variance: { control: 1, treated: 1 } };
 * console.log(twoArmSize(difference, { level: 0.05, power: 0.8, allocation: 1 })?.total); // → 128
 * ```
 */
export function twoArmSize(difference: Difference, rules: TrialRules): TwoArmSize | undefined {
  const { level, power, allocation } = rules;
  const asked = normalQuantile(1 - level / 2) + normalQuantile(power);
  const normal = square(asked) * relativeSize(difference, allocation);
  if (!(normal * (1 + allocation) <= MOST_REALISTIC)) return undefined;
  // The normal approximation is below the answer, or above it by rounding alone.
  for (let control = Math.max(FEWEST, Math.ceil(normal) - 2); ; control++) {
    const treated = Math.max(FEWEST, Math.ceil(allocation * control - 1e-9));
    if (control + treated > MOST_REALISTIC) return undefined;
    const reached = twoArmPower(difference, level, { control, treated });
    if (reached >= power) return { control, treated, total: control + treated, power: reached };
  }
}

/** The probability that Welch's test finds the difference, and not its opposite. */
export function twoArmPower(
  { shift, variance }: Difference,
  level: number,
  { control, treated }: { control: number; treated: number },
): number {
  const [a, b] = [variance.control / control, variance.treated / treated];
  const freedom = freedomOf(a, b, { control, treated });
  const { tail, exceeded } = student(freedom);
  return tail(exceeded(level / 2), Math.abs(shift) / Math.sqrt(a + b));
}

/** Squares of variances within these ends neither vanish nor overflow. */
const [LEAST, MOST] = [1e-140, 1e140];

/** Satterthwaite’s, of the variances of two means: in whatever unit these are. */
function freedomOf(a: number, b: number, { control, treated }: { control: number; treated: number }): number {
  const unit = a + b > LEAST && a + b < MOST ? 1 : a + b;
  return square((a + b) / unit) / (square(a / unit) / (control - 1) + square(b / unit) / (treated - 1));
}

/** What the number of controls is proportional to, where these are many: (V₀ + V₁/r)/Δ², infinite where there is no shift. */
export function relativeSize({ shift, variance }: Difference, allocation: number): number {
  return (variance.control + variance.treated / allocation) / square(shift);
}
