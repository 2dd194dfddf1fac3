import { type Area, ticks } from '@sightline/answers/pictures';

/** As wide as a phone's page is; two of them are as wide as a sheet of paper. */
export const WIDTH = 350;

/** The area of a panel of this height, with so much room for names on the right. */
export const areaOf = (height: number, names: number, left = 46, top = 52): Area => ({
  left,
  right: WIDTH - names,
  top,
  bottom: height - 42,
});

/** From round number to round number around all of these. */
export function roundExtent(values: readonly number[], count: number): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first = 0, second = 1] = ticks(low, high, count);
  const step = second - first;
  return [step * Math.floor(low / step + 1e-9), step * Math.ceil(high / step - 1e-9)];
}

/** So many decimals, with the sign of a minus. */
export const fixed = (value: number, decimals: number): string => value.toFixed(decimals).replace('-', '−');
