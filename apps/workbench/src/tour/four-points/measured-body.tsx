import { COLOUR } from '@sightline/answers/pictures';
import { useMemo } from 'preact/hooks';
import { TurningBody } from '../body/turning-body.tsx';
import { LAGS, pointName } from './four-points.ts';
import { LEAST, lagSection, MOST, surface, worldAt } from './worlds-of-lags.ts';

/** A colour for each further plane. */
const COLOURS = [COLOUR.violet, COLOUR.teal, COLOUR.brown];

/** The line that the benchmark left, and the planes that further readings put across it. */
export function MeasuredBody({ measured }: { measured: readonly number[] }) {
  const parts = useMemo(() => ({ surface: surface(), planes: LAGS.slice(1).map(lagSection) }), []);
  const further = measured.filter((j) => j > 0);
  return (
    <TurningBody
      name="The body of worlds, measured"
      shown={{
        surface: parts.surface,
        axes: ['r₁', 'r₂', 'r₃'],
        sections: further.map((j) => ({ points: parts.planes[j - 1]!, colour: COLOURS[j - 1]! })),
        line: {
          ends: [worldAt(LEAST), worldAt(MOST)],
          colour: further.length > 0 ? COLOUR.axis : COLOUR.red,
        },
        world: further.length > 0 ? worldAt(0) : undefined,
        title:
          further.length === 0
            ? 'The worlds that fit the benchmark are a line in the body'
            : `Reading ${further.map(pointName).join(' and ')} as well leaves one world of the line`,
      }}
    />
  );
}
