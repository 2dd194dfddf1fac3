import { exp } from '../../numerics/elementary.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';
import { ALL_DECAYED, byShare, decayed } from '../lag/lag-digits.ts';

export const ou = kernelKind({
  name: 'ou',
  rank: 1,
  shape: { parameters: { tau: MEMORY } },
  title: 'Ornstein–Uhlenbeck',
  formula: 'e^(−u/tau)',
  aliases: ['exponential', 'ornsteinuhlenbeck', 'ar1', 'matern12'],
  stationary: true,
  positive: true,
  words: ({ tau }, time) => `Ornstein–Uhlenbeck correlation (τ = ${time(tau)})`,
  correlation:
    ({ tau }) =>
    (t, s) =>
      exp(-Math.abs(t - s) / tau),
  slopes:
    ({ tau }) =>
    (u, out) => {
      const z = u / tau;
      out[0] = z > ALL_DECAYED ? 0 : z * exp(-z);
    },
  digits: ({ tau }) => byShare(tau, decayed),
});
