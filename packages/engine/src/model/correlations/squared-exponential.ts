import { over, PI_IN_DOUBLE_DOUBLE, times } from '../../numerics/double-double.ts';
import { exp, square } from '../../numerics/elementary.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';
import { ALL_DECAYED, byShare, decayed } from '../lag/lag-digits.ts';

export const squaredExponential = kernelKind({
  name: 'squaredExponential',
  rank: 4,
  shape: { parameters: { tau: MEMORY } },
  title: 'squared exponential',
  formula: 'exp(−u²/2l²), l = tau·sqrt(2/π)',
  aliases: ['rbf', 'gaussian', 'gauss'],
  // The others' parameter is l, and tau = l·sqrt(pi/2).
  aliasNote: 'with tau = 1.2533 times the length scale',
  stationary: true,
  positive: true,
  words: ({ tau }, time) => `squared exponential correlation (τ = ${time(tau)})`,
  correlation: ({ tau }) => {
    const length = tau * Math.sqrt(2 / Math.PI);
    return (t, s) => exp(-square((t - s) / length) / 2);
  },
  slopes: ({ tau }) => {
    const length = tau * Math.sqrt(2 / Math.PI);
    return (u, out) => {
      const q = square(u / length) / 2;
      out[0] = q > ALL_DECAYED ? 0 : 2 * q * exp(-q);
    };
  },
  // u²/2l² with l = τ·√(2/π).
  digits: ({ tau }) =>
    byShare(tau, (share) => decayed(over(times(PI_IN_DOUBLE_DOUBLE, times(share, share)), [4, 0]))),
});
