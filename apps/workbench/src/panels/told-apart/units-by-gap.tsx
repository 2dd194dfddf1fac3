import { drawPicture } from '@sightline/answers/pictures';
import { exp, log, thousands, unitsNeeded } from '@sightline/engine/internal';
import type { UnitsPlanResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { Slider } from '../../elements/slider.tsx';

export interface UnitsByGapProps {
  result: UnitsPlanResult;
  /** Takes the difference over into the question. */
  onGap(gap: number): void;
}

/** Differences that can be chosen, from the smallest to the largest. */
const [SMALLEST, LARGEST] = [0.005, 0.5];

/** The curve of units with a difference that can be moved along it: how many units would order any two protocols so far apart. */
export function UnitsByGap({ result, onGap }: UnitsByGapProps) {
  const { gap: asked, epsilon, units: present, curve } = result;
  const [moved, setMoved] = useState<number | undefined>(undefined);
  const gap = moved ?? asked;
  const said = String(rounded(gap));
  // What `plan` computes for a difference that is given.
  const { units, realistic, why } = unitsNeeded({
    wanted: gap / 2,
    now: { units: present, size: epsilon },
    fitted: undefined,
  });
  return (
    <div class="units-by-gap">
      <Slider
        label="difference that matters"
        min={log(SMALLEST)}
        max={log(LARGEST)}
        step={0.01}
        value={log(Math.min(LARGEST, Math.max(SMALLEST, gap)))}
        says={said}
        onValue={(next) => setMoved(rounded(exp(next)))}
      />
      <p>
        {units === null || !realistic ? (
          `No number of units can be given: ${why}.`
        ) : (
          <>
            <strong>
              <data value={String(units)}>{thousands(units)}</data>
            </strong>{' '}
            units put any two protocols that differ by {said} in the right order
            {units <= present ? '; as many are at hand' : ''}.
          </>
        )}{' '}
        {moved !== undefined && (
          <button type="button" class="quiet" onClick={() => onGap(moved)}>
            Ask for this difference
          </button>
        )}
      </p>
      {moved !== undefined && (
        // The answer's own picture has its own difference.
        <Figure
          title="Units by difference"
          draw={(width) =>
            drawPicture(
              { name: 'units', of: { curve, gap, units: present, unitsNeeded: realistic ? units : null } },
              width,
            )
          }
        />
      )}
    </div>
  );
}

/** Two digits: nobody means more. */
const rounded = (gap: number) => Number(gap.toPrecision(2));
