import {
  cosineOfTurns,
  type DoubleDouble,
  exponential,
  minus,
  over,
  PI_IN_DOUBLE_DOUBLE,
  plus,
  times,
} from '../numerics/double-double.ts';
import type { KernelSpec } from './kernel-spec.ts';
import type { TimeGrid } from './time/time-grid.ts';

/**
 * The correlations α + (1 − α)·ρ at the grid's lags to some 31 digits; nothing for kernels that depend on more than the lag.
 * Readings close together differ by little, and of that little the sixteen digits of a correlation leave nothing.
 */
export function correlationDigits(
  spec: KernelSpec,
  trait: number,
  grid: TimeGrid,
): DoubleDouble[] | undefined {
  const rho = digitsOf(spec);
  if (rho === undefined) return undefined;
  const rest = minus([1, 0], [trait, 0]);
  return Array.from({ length: grid.points }, (_, lag) => {
    if (lag === 0) return [1, 0];
    const u = over(times([grid.horizon, 0], [lag, 0]), [grid.points, 0]);
    return plus([trait, 0], times(rest, rho(u, lag)));
  });
}

type Digits = (u: DoubleDouble, lag: number) => DoubleDouble;

function digitsOf(spec: KernelSpec): Digits | undefined {
  if ('mixture' in spec) {
    const parts = spec.mixture.map((part) => ({ weight: part.weight, rho: digitsOf(part) }));
    if (parts.some(({ rho }) => rho === undefined)) return undefined;
    return (u, lag) =>
      parts.reduce<DoubleDouble>(
        (sum, { weight, rho }) => plus(sum, times([weight, 0], rho!(u, lag))),
        [0, 0],
      );
  }
  if ('toeplitz' in spec) return (_, lag) => [spec.toeplitz[lag]!, 0];
  if ('varyingOu' in spec) return undefined;
  if ('ou' in spec) return byShare(spec.ou.tau, decayed);
  if ('matern32' in spec)
    return byShare(spec.matern32.tau, (share) => {
      const z = times([2, 0], share);
      return times(plus([1, 0], z), decayed(z));
    });
  if ('matern52' in spec)
    return byShare(spec.matern52.tau, (share) => {
      const z = over(times([8, 0], share), [3, 0]);
      return times(plus(plus([1, 0], z), over(times(z, z), [3, 0])), decayed(z));
    });
  if ('squaredExponential' in spec)
    // u²/2l² with l = τ·√(2/π).
    return byShare(spec.squaredExponential.tau, (share) =>
      decayed(over(times(PI_IN_DOUBLE_DOUBLE, times(share, share)), [4, 0])),
    );
  const { decay, period } = spec.dampedCosine;
  const damping = byShare(decay, decayed);
  return (u, lag) => {
    const damped = damping(u, lag);
    if (damped[0] === 0) return damped;
    const turns = shareOf(u, period);
    let part = minus(turns, [Math.floor(turns[0]), 0]);
    if (part[0] < 0) part = plus(part, [1, 0]);
    return times(damped, cosineOfTurns(part));
  };
}

/** A correlation as a function of u/τ: nothing where that is beyond all memory. */
function byShare(tau: number, rho: (share: DoubleDouble) => DoubleDouble): Digits {
  return (u) => (u[0] / tau > ALL_DECAYED ? [0, 0] : rho(shareOf(u, tau)));
}

const ALL_DECAYED = 800;

/** u/τ; where that is below all digits of 1, as it stands, since products with the largest numbers overflow. */
function shareOf(u: DoubleDouble, tau: number): DoubleDouble {
  return u[0] / tau < 1e-40 ? [u[0] / tau, 0] : over(u, [tau, 0]);
}

/** e^{−z}. */
function decayed(z: DoubleDouble): DoubleDouble {
  return exponential([-z[0], -z[1]]);
}
