import { type DoubleDouble, exponential, over } from '../../numerics/double-double.ts';

/** A correlation to some 31 digits, by the lag in time and in grid steps. */
export type LagDigits = (u: DoubleDouble, lag: number) => DoubleDouble;

/** e^{−z} is 0 to all digits beyond, whatever power of z stands in front of it. */
export const ALL_DECAYED = 800;

/** A correlation as a function of u/τ: nothing where that is beyond all memory. */
export function byShare(tau: number, rho: (share: DoubleDouble) => DoubleDouble): LagDigits {
  return (u) => (u[0] / tau > ALL_DECAYED ? [0, 0] : rho(shareOf(u, tau)));
}

/** u/τ; where that is below all digits of 1, as it stands, since products with the largest numbers overflow. */
export function shareOf(u: DoubleDouble, tau: number): DoubleDouble {
  return u[0] / tau < 1e-40 ? [u[0] / tau, 0] : over(u, [tau, 0]);
}

/** e^{−z}. */
export function decayed(z: DoubleDouble): DoubleDouble {
  return exponential([-z[0], -z[1]]);
}
