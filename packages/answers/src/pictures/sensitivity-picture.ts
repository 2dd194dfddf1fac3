import { clockText } from '@sightline/engine/internal';
import { AXIS_HEIGHT, MUTED, NARROW, numbered, SMALL, upwards } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, element, label, linear, picture, polyline, ticks, words } from './svg.ts';
import { fitted, textWidth } from './text-room.ts';
import { type ShownTime, timeAxis } from './time-axis.ts';

interface MovedShown {
  /** Where it stands. */
  at: number;
  freedom: { from: number; to: number };
  curve: readonly { at: number; loss: number }[];
}

export interface SensitivityPicture extends ShownTime {
  moved: readonly MovedShown[];
  width?: number;
}

const ROW = 84;
/** A loss below this is rounding, and no scale is made of it. */
const NOTHING = 1e-9;

/** What moving one action loses, the others staying: a row for each, all on one scale that each row shows, with how far it may go. */
export function sensitivityPicture({ moved, width = 720, ...shown }: SensitivityPicture): string {
  const { horizon, unit } = shown;
  const losses = moved.flatMap(({ curve }) => curve.map(({ loss }) => loss));
  const most = Math.max(...losses, NOTHING);
  const least = Math.min(0, ...losses);
  const marks = most > NOTHING ? ticks(least, most, 2) : [0];
  const widest = Math.max(...marks.map((value) => textWidth(label(value), SMALL)));
  const [left, right, top] = [Math.max(16, widest + 12), width - 16, 24];
  const bottom = top + ROW * moved.length;
  const x = linear([0, horizon], [left, right]);
  const time = (value: number) =>
    clockText(value, shown) ?? `${Number(value.toPrecision(3))}${unit ? ` ${unit}` : ''}`;
  const rows = moved.flatMap(({ at, freedom, curve }, k) => {
    const floor = top + ROW * (k + 1) - 10;
    const y = linear([least, most], [floor, floor - ROW + 34]);
    const worst = Math.max(...curve.map(({ loss }) => loss));
    // A number that does not fit is left out, not cut.
    const more = width < NARROW ? '' : `, loses at most ${worst.toFixed(3)}`;
    return [
      element('rect', {
        x: x(freedom.from),
        y: floor - ROW + 30,
        width: Math.max(1, x(freedom.to) - x(freedom.from)),
        height: ROW - 30,
        fill: COLOUR.greenBand,
      }),
      ...upwards({ left, right }, numbered(marks, y)),
      polyline(
        curve.map((point) => [x(point.at), y(point.loss)] as const),
        { stroke: COLOUR.blue, 'stroke-width': 1.8 },
      ),
      circle(x(at), y(0), 5, { fill: COLOUR.black }),
      fitted(
        left,
        floor - ROW + 22,
        `at ${time(at)}: free from ${time(freedom.from)} to ${time(freedom.to)}${more}`,
        right - left,
        { 'font-size': SMALL },
      ),
    ];
  });
  return picture(
    width,
    bottom + AXIS_HEIGHT,
    `Loss of value from moving one action: ${moved
      .map(
        ({ at, freedom }) => `that at ${time(at)} is free from ${time(freedom.from)} to ${time(freedom.to)}`,
      )
      .join('; ')}`,
    [
      ...timeAxis(x, shown, { top: bottom, bottom, title: 'moved to' }),
      ...(moved.length > 0 ? [fitted(left, 14, 'value lost by moving one action', right - left, MUTED)] : []),
      ...rows,
      ...(moved.length === 0 ? [words(left, top + 12, 'no action was chosen', MUTED)] : []),
    ],
  );
}
