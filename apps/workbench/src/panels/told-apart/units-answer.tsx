import type { AnswerParts } from '../frame/answer-parts.ts';
import { UnitsByGap } from './units-by-gap.tsx';

/** The curve of units can be touched where one number of units orders all protocols. `onGap` takes a difference over into the question. */
export const unitsAnswer = (onGap: (gap: number) => void): AnswerParts<'plan'> => ({
  touched: (result, { complete }, picture) =>
    picture.name === 'units' && complete && result.criterion === 'uniform'
      ? (width) => (
          <UnitsByGap
            key={String(result.gap)}
            result={result}
            picture={picture.of}
            width={width}
            onGap={onGap}
          />
        )
      : undefined,
});
