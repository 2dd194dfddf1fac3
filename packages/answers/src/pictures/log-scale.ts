import { log, log10, powerOfTen } from '@sightline/engine/internal';
import type { Scale } from './svg.ts';

/** Equal ratios at equal distances. */
export const logarithmic = (from: readonly [number, number], to: readonly [number, number]): Scale => {
  if (!(from[0] > 0 && from[1] > 0))
    throw new RangeError(`a logarithmic axis from ${from[0]} to ${from[1]}: both ends have to be above 0`);
  return (value) => to[0] + ((log(value) - log(from[0])) / log(from[1] / from[0])) * (to[1] - to[0]);
};

/** 1, 2, 5, 10, … within the ends; powers of ten alone where the axis spans more than `wide` of them. */
export function logTicks(low: number, high: number, wide = 2.5): number[] {
  const factors = log10(high / low) > wide ? [1] : [1, 2, 5];
  const found: number[] = [];
  for (let power = Math.floor(log10(low)); power <= Math.ceil(log10(high)); power++)
    for (const factor of factors) {
      const value = Number((factor * powerOfTen(power)).toPrecision(1));
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) found.push(value);
    }
  return found;
}
