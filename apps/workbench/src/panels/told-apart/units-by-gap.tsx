import { type UnitsPicture, unitsPicture, unitsPlace } from '@sightline/answers/pictures';
import { thousands, unitsNeeded } from '@sightline/engine/internal';
import type { UnitsPlanResult } from '@sightline/study';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { amount } from '../../elements/shown-number.tsx';
import { curveDownTo, nearestGap, steppedGap } from './gap-on-curve.ts';

export interface UnitsByGapProps {
  result: UnitsPlanResult;
  /** As the answer draws it. */
  picture: UnitsPicture;
  width: number;
  /** Takes the difference over into the question. */
  onGap(gap: number): void;
}

/** Differences below this need more units than anybody plans for. */
const SMALLEST = 0.01;
/** Pixels: below that a finger only trembles. */
const TREMBLE = 6;

/** The curve of units, on which the difference that matters is moved: how many units would order any two protocols so far apart. */
export function UnitsByGap({ result, picture, width, onGap }: UnitsByGapProps) {
  const { gap: asked, epsilon, units: present } = result;
  const [moved, setMoved] = useState<number | undefined>(undefined);
  const finger = useRef<readonly [number, number] | undefined>(undefined);
  const gap = moved ?? asked;
  // What `plan` computes for a difference that is given.
  const neededFor = (wanted: number) =>
    unitsNeeded({ wanted: wanted / 2, now: { units: present, size: epsilon }, fitted: undefined });
  const { units, realistic, why } = neededFor(gap);
  // As far as the difference can be moved, so that axes stay while it is.
  const curve = curveDownTo(Math.min(SMALLEST, asked), picture.curve);
  const ends = [2 * curve.at(-1)!.epsilon, 2 * Math.max(epsilon, curve[0]!.epsilon)] as const;
  const shown = { ...picture, curve, gap, unitsNeeded: realistic ? units : null, width };
  const { x, y } = unitsPlace(shown);
  const place = (own: number) => [x(neededFor(own).units ?? present), y(own)] as const;
  const [left, top] = place(gap);
  const move = (to: number) => setMoved(Math.min(ends[1], Math.max(ends[0], to)));
  const onPointer = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setMoved(nearestGap([event.clientX - box.left, event.clientY - box.top], ends, place));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: 1,
      ArrowLeft: 1,
      ArrowDown: -1,
      ArrowRight: -1,
      PageUp: 10,
      PageDown: -10,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(Number.isFinite(by) ? steppedGap(gap, by) : by);
  };
  const said = amount(Number(gap.toPrecision(2)));
  const needs =
    units === null || !realistic
      ? `no number of units can be given: ${why}`
      : `${thousands(units)} units put any two protocols that far apart in the right order`;
  return (
    <div class="units-by-gap">
      <div
        class="on-curve"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          finger.current = event.pointerType === 'touch' ? [event.clientX, event.clientY] : undefined;
          if (finger.current) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          onPointer(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons !== 1) return;
          if (finger.current) {
            // A finger moves it once it went sideways: a swipe along the page scrolls, and changes nothing.
            const [x0, y0] = finger.current;
            const [across, along] = [Math.abs(event.clientX - x0), Math.abs(event.clientY - y0)];
            if (across < TREMBLE || across < along) return;
            finger.current = undefined;
          }
          onPointer(event);
        }}
      >
        {/* Our own SVG, in which every text of a study is escaped. */}
        <div dangerouslySetInnerHTML={{ __html: unitsPicture(shown) }} />
        <div
          class="handle"
          role="slider"
          tabIndex={0}
          aria-label="difference that matters"
          aria-valuemin={ends[0]}
          aria-valuemax={ends[1]}
          aria-valuenow={gap}
          aria-valuetext={`${said}: ${needs}`}
          style={{ left: `${left}px`, top: `${top}px` }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p>
        Difference that matters: <strong>{said}</strong>.{' '}
        {units === null || !realistic ? (
          `No number of units can be given: ${why}.`
        ) : (
          <>
            <strong>
              <data value={String(units)}>{thousands(units)}</data>
            </strong>{' '}
            units put any two protocols that far apart in the right order
            {units <= present ? '; as many are at hand' : ''}.
          </>
        )}{' '}
        {moved === undefined ? (
          <span class="muted">Drag along the curve, or use the arrow keys, for another difference.</span>
        ) : (
          <button type="button" class="quiet" onClick={() => onGap(moved)}>
            Ask for this difference
          </button>
        )}
      </p>
    </div>
  );
}
