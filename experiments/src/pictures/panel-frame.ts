import type { Area, Tick } from '@sightline/study/pictures';
import { label, type Scale } from '@sightline/study/pictures';

/** As wide as a phone's page is; two of them are as wide as a sheet of paper. */
export const WIDTH = 350;

/** The area of a panel of this height, with so much room for names on the right. */
export const areaOf = (height: number, names: number, left = 46): Area => ({
  left,
  right: WIDTH - names,
  top: 66,
  bottom: height - 42,
});

/** Numbers where a scale puts them. */
export const numbered = (
  values: readonly number[],
  scale: Scale,
  text: (value: number) => string = label,
): Tick[] => values.map((value) => ({ at: scale(value), text: text(value), strong: value === 0 }));

/** So many decimals, with the sign of a minus. */
export const fixed = (value: number, decimals: number): string => value.toFixed(decimals).replace('-', '−');
