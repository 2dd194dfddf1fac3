import { type Edited, setShared, splitMark } from './edit-marks.ts';
import type { Mark } from './marks.ts';

/**
 * One repeat of a reading more or less; undefined below one. A reading that shares its entry with others becomes an entry of
 * its own: the others are taken as often as before.
 */
export function repeatMark(text: string, mark: Mark, by: 1 | -1): Edited | undefined {
  const repeats = mark.action.repeats + by;
  if (repeats < 1) return undefined;
  const apart = mark.together > 1 ? splitMark(text, mark) : { text, place: mark };
  const made = setShared(apart.text, apart.place ?? mark, 'repeats', repeats === 1 ? undefined : repeats);
  return { ...made, said: `${mark.protocol}: ${repeats === 1 ? 'taken once' : `${repeats} repeats`}.` };
}
