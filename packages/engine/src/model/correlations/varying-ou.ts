import { exp } from '../../numerics/elementary.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';

export const varyingOu = kernelKind({
  name: 'varyingOu',
  rank: 6,
  shape: {
    parameters: {
      from: { ...MEMORY, name: 'from', meaning: 'tau at time 0' },
      to: {
        ...MEMORY,
        name: 'to',
        meaning: 'tau at the end of the horizon',
        example: 2,
        begin: { of: 'memory', times: 3 },
      },
    },
  },
  title: 'varying memory',
  formula: 'e^(−u/√(tau(s)·tau(t))), tau(t) = from + (to − from)·t/T',
  aliases: ['nonstationary', 'varying', 'gibbs'],
  stationary: false,
  // Memories that differ too much make correlations that no trajectory has.
  positive: false,
  words: ({ from, to }, time) =>
    `Ornstein–Uhlenbeck correlation with τ from ${time(from)} to ${time(to)} over the horizon`,
  correlation: ({ from, to }, { horizon }) => {
    const tau = (t: number) => from * (1 - t / horizon) + to * (t / horizon);
    return (t, s) => exp(-Math.abs(t - s) / (Math.sqrt(tau(t)) * Math.sqrt(tau(s))));
  },
});
