import { plus, times } from '../../numerics/double-double.ts';
import { exp } from '../../numerics/elementary.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';
import { ALL_DECAYED, byShare, decayed } from '../lag/lag-digits.ts';

export const matern32 = kernelKind({
  name: 'matern32',
  rank: 2,
  shape: { parameters: { tau: { ...MEMORY, example: 2 } } },
  title: 'Matérn 3/2',
  formula: '(1 + z)e^(−z), z = 2u/tau',
  aliases: ['matern1', 'matern15'],
  family: { name: 'matern', by: 'their smoothness' },
  stationary: true,
  positive: true,
  words: ({ tau }, time) => `Matérn-3/2 correlation (τ = ${time(tau)})`,
  correlation:
    ({ tau }) =>
    (t, s) => {
      const z = (2 * Math.abs(t - s)) / tau;
      return z > ALL_DECAYED ? 0 : (1 + z) * exp(-z);
    },
  slopes:
    ({ tau }) =>
    (u, out) => {
      const z = (2 * u) / tau;
      out[0] = z > ALL_DECAYED ? 0 : z * z * exp(-z);
    },
  digits: ({ tau }) =>
    byShare(tau, (share) => {
      const z = times([2, 0], share);
      return times(plus([1, 0], z), decayed(z));
    }),
});
