import { cosineOfTurns, minus, plus, times } from '../../numerics/double-double.ts';
import { cos, exp, sin } from '../../numerics/elementary.ts';
import { shortNumber } from '../input/short-number.ts';
import { kernelKind, MEMORY } from '../lag/kernel-kind.ts';
import { ALL_DECAYED, byShare, decayed, shareOf } from '../lag/lag-digits.ts';

/** With more periods than this before the correlation has decayed, rounding of the lags shifts the phase. */
const MOST_PERIODS = 1e6;

const PERIOD = {
  ...MEMORY,
  name: 'period',
  meaning: 'Period of the oscillation',
  example: 3,
  // A period has four quarters to resolve.
  resolve: { parts: 4 },
  begin: { of: 'horizon', times: 0.25 },
} as const;

export const dampedCosine = kernelKind({
  name: 'dampedCosine',
  rank: 5,
  shape: {
    parameters: {
      decay: { ...MEMORY, name: 'decay', meaning: 'Decay of the envelope', example: 6 },
      period: PERIOD,
    },
  },
  title: 'damped cosine',
  formula: 'e^(−u/decay)·cos(2πu/period)',
  aliases: ['cosine', 'periodic', 'oscillating'],
  stationary: true,
  positive: true,
  words: ({ decay, period }, time) =>
    `damped cosine correlation (decay ${time(decay)}, period ${time(period)})`,
  problems: ({ decay, period }, grid) => {
    const seen = Math.min(grid.horizon, ALL_DECAYED * decay);
    if (!(period > 0 && seen > grid.spacing) || seen <= MOST_PERIODS * period) return [];
    const least = Number(shortNumber(seen / MOST_PERIODS));
    return [
      {
        path: ['period'],
        value: period,
        why: 'the period is so short compared with the horizon that rounding decides the phase',
        accepted: { ...PERIOD, least: { at: least }, unitOfTime: grid.unit },
      },
    ];
  },
  correlation:
    ({ decay, period }) =>
    (t, s) => {
      const u = Math.abs(t - s);
      // Whole periods are taken off without rounding.
      return u / decay > ALL_DECAYED ? 0 : exp(-u / decay) * cos(2 * Math.PI * ((u % period) / period));
    },
  slopes:
    ({ decay, period }) =>
    (u, out) => {
      const z = u / decay;
      const damped = z > ALL_DECAYED ? 0 : exp(-z);
      const turn = 2 * Math.PI * ((u % period) / period);
      out[0] = damped === 0 ? 0 : z * damped * cos(turn);
      out[1] = damped === 0 ? 0 : 2 * Math.PI * (u / period) * damped * sin(turn);
    },
  digits: ({ decay, period }) => {
    const damping = byShare(decay, decayed);
    return (u, lag) => {
      const damped = damping(u, lag);
      if (damped[0] === 0) return damped;
      const turns = shareOf(u, period);
      let part = minus(turns, [Math.floor(turns[0]), 0]);
      if (part[0] < 0) part = plus(part, [1, 0]);
      return times(damped, cosineOfTurns(part));
    };
  },
});
