import { type IdentifyResult, realisedNames } from '@sightline/study';
import type { Showing } from '../frame/answer-parts.ts';

/** When the realised protocols read, as the study stood when it was asked. */
export const realisedReads = (
  result: IdentifyResult,
  { scene }: Pick<Showing, 'scene'>,
): { at: number; width: number }[] =>
  (scene?.protocols ?? [])
    .filter(({ name }) => realisedNames(result).includes(name))
    .flatMap(({ marks }) => marks.map(({ action }) => action));
