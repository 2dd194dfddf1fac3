import { over, plus, times } from '../../numerics/double-double.ts';
import { exp } from '../../numerics/elementary.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';
import { ALL_DECAYED, byShare, decayed } from '../lag/lag-digits.ts';

export const matern52 = kernelKind({
  name: 'matern52',
  rank: 3,
  shape: { parameters: { tau: MEMORY } },
  title: 'Matérn 5/2',
  formula: '(1 + z + z²/3)e^(−z), z = (8/3)u/tau',
  aliases: ['matern2', 'matern25'],
  family: { name: 'matern', by: 'their smoothness' },
  stationary: true,
  positive: true,
  words: ({ tau }, time) => `Matérn-5/2 correlation (τ = ${time(tau)})`,
  correlation:
    ({ tau }) =>
    (t, s) => {
      const z = ((8 / 3) * Math.abs(t - s)) / tau;
      return z > ALL_DECAYED ? 0 : (1 + z + (z * z) / 3) * exp(-z);
    },
  slopes:
    ({ tau }) =>
    (u, out) => {
      const z = ((8 / 3) * u) / tau;
      out[0] = z > ALL_DECAYED ? 0 : ((z * z * (1 + z)) / 3) * exp(-z);
    },
  digits: ({ tau }) =>
    byShare(tau, (share) => {
      const z = over(times([8, 0], share), [3, 0]);
      return times(plus(plus([1, 0], z), over(times(z, z), [3, 0])), decayed(z));
    }),
});
