import { type DoubleDouble, plus, times } from '../../numerics/double-double.ts';
import { listed } from '../input/expectation.ts';
import { kernelKind } from '../lag/kernel-kind.ts';

export const mixture = kernelKind({
  name: 'mixture',
  rank: 8,
  shape: {
    parts: {
      meaning: 'Several kernels, each with its share of the variance',
      weight: {
        type: 'number',
        name: 'weight',
        meaning: 'Share of the variance; the shares sum to 1',
        least: { at: 0, open: true },
        most: { at: 1 },
        why: 'the weight of a part is not a share',
        example: 0.5,
        typical: [0.1, 0.9],
      },
    },
  },
  title: 'mixture',
  formula: 'the weighted sum; weights above 0 that sum to 1',
  aliases: ['sum', 'mix'],
  words: (parts, _time, part) =>
    listed(
      parts.map((one) => `${part(one)} (share ${one.weight})`),
      ' and ',
    ),
  problems: (parts) => {
    const sum = parts.reduce((total, { weight }) => total + weight, 0);
    if (Math.abs(sum - 1) <= 1e-9) return [];
    return [
      {
        path: [],
        value: parts.map(({ weight }) => weight),
        why: `the weights of the mixture sum to ${Number(sum.toPrecision(6))}, so the latent variance would not be 1`,
        accepted: 'weights that sum to 1',
      },
    ];
  },
  correlation: (specs, _grid, part) => {
    const parts = specs.map((one) => ({ weight: one.weight, rho: part(one) }));
    return (t, s, lag) => parts.reduce((sum, { weight, rho }) => sum + weight * rho(t, s, lag), 0);
  },
  digits: (specs, part) => {
    const parts = specs.map((one) => ({ weight: one.weight, rho: part(one) }));
    if (parts.some(({ rho }) => rho === undefined)) return undefined;
    return (u, lag) =>
      parts.reduce<DoubleDouble>(
        (sum, { weight, rho }) => plus(sum, times([weight, 0], rho!(u, lag))),
        [0, 0],
      );
  },
});
