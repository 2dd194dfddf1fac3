import { boundMark } from '@sightline/answers';
import { COLOUR, fitted } from '@sightline/answers/pictures';
import type { TimeGrid } from '@sightline/engine/internal';
import type { ProtocolResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Drawn } from '../elements/drawing.tsx';
import { kept } from '../elements/kept.tsx';
import { amount } from '../elements/shown-number.tsx';
import { type MarkedProtocol, markKey } from '../study/marks.ts';
import { placeOf } from './mark-drag.ts';
import type { TimelineLayout } from './timeline-layout.ts';
import { TimelineMark } from './timeline-mark.tsx';

interface ProtocolRowProps {
  protocol: MarkedProtocol;
  grid: TimeGrid;
  layout: TimelineLayout;
  y: number;
  colour: string;
  /** undefined where it is not known yet. */
  worth: ProtocolResult | undefined;
  /** The value that it is compared with. */
  before: number | undefined;
  realised: boolean;
  onAdd(protocol: string, place: number): void;
}

const BAR = 100;

/** A protocol: its name, its marks on the horizon, what it is worth and costs. */
export const ProtocolRow = kept(
  ({ protocol, grid, layout, y, colour, worth, before, realised, onAdd }: ProtocolRowProps) => {
    const { name, marks } = protocol;
    const { left, right, width, narrow } = layout;
    const change = worth && before !== undefined ? changeText(worth.value - before) : '';
    const bold = { 'font-weight': 600 };
    const heading = narrow
      ? fitted(14, y - 22, name, width - 200, bold)
      : fitted(12, realised ? y : y + 4, name, left - 24, bold);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a picture
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group in a picture is not interactive
      <g role="group" aria-label={`Protocol ${name}`}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group in a picture takes no focus */}
        <g aria-hidden="true">
          <Drawn of={[heading]} />
          {realised && !narrow && (
            <text x={12} y={y + 14} font-size={11} fill={COLOUR.muted}>
              realised
            </text>
          )}
          {worth && narrow && (
            <text x={width - 14} y={y - 22} text-anchor="end">
              value {boundMark(worth)}
              {worth.value.toFixed(4)}
              {change && <tspan class="change" fill={COLOUR.muted}>{` ${change}`}</tspan>}, cost{' '}
              {amount(worth.cost)}
            </text>
          )}
          {worth && !narrow && (
            <>
              <rect x={right + 20} y={y - 7} width={BAR} height={14} fill={COLOUR.greyBand} />
              <rect
                x={right + 20}
                y={y - 7}
                width={BAR * Math.min(1, Math.max(0, worth.value))}
                height={14}
                fill={colour}
              />
              <text x={right + 20 + BAR + 8} y={y + 4}>
                {boundMark(worth)}
                {worth.value.toFixed(4)}
              </text>
              {change && (
                <text class="change" x={right + 20 + BAR + 8} y={y + 19} font-size={11} fill={COLOUR.muted}>
                  {change}
                </text>
              )}
              <text x={width - 8} y={y + 4} text-anchor="end">
                {amount(worth.cost)}
              </text>
            </>
          )}
          <line x1={left} x2={right} y1={y} y2={y} stroke={COLOUR.axis} />
        </g>
        <Track name={name} layout={layout} y={y} colour={colour} onAdd={onAdd} />
        {marks.map((mark) => (
          <TimelineMark key={markKey(mark)} mark={mark} grid={grid} layout={layout} y={y} colour={colour} />
        ))}
      </g>
    );
  },
);

/** A difference with its sign; nothing where it is none to the digits shown. */
function changeText(difference: number): string {
  const size = Math.abs(difference).toFixed(4);
  return Number(size) === 0 ? '' : `${difference < 0 ? '−' : '+'}${size}`;
}

/** Pixels from a '+' within which a touch means it. */
const NEAR = 18;

/** Where readings are added: a '+' goes with the pointer, and stands where a finger touched, to be touched again. */
function Track({
  name,
  layout,
  y,
  colour,
  onAdd,
}: Pick<ProtocolRowProps, 'layout' | 'y' | 'colour' | 'onAdd'> & { name: string }) {
  const { left, right } = layout;
  const [plus, setPlus] = useState<number | undefined>(undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for a pointer; the table of values has the button */}
      <rect
        data-screen-only
        class="track"
        x={left}
        y={y - 16}
        width={right - left}
        height={32}
        fill="transparent"
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse') setPlus(placeOf(event));
        }}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse') setPlus(undefined);
        }}
        onClick={(event) => {
          const place = placeOf(event);
          const isMeant = plus !== undefined && Math.abs(plus - place) <= NEAR;
          setPlus(isMeant ? undefined : place);
          if (isMeant) onAdd(name, plus);
        }}
      />
      {plus !== undefined && (
        <g data-screen-only class="plus" stroke={colour} stroke-width={1.5}>
          <circle cx={plus} cy={y} r={9} fill={COLOUR.ground} />
          <path d={`M${plus - 5},${y}h10M${plus},${y - 5}v10`} />
        </g>
      )}
    </>
  );
}
