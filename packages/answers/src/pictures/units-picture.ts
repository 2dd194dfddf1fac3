import { log, thousands } from '@sightline/engine/internal';
import { across, MUTED, SMALL, upAxis } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, line, linear, picture, polyline, words } from './svg.ts';
import { textWidth, within } from './text-room.ts';

export interface UnitsPicture {
  /** The uniform error by the number of units: measured on the data and parts of them, or by the rate. */
  curve: readonly { units: number; epsilon: number; measured: boolean }[];
  /** The difference in value that is to be resolved. */
  gap: number;
  /** At hand. */
  units: number;
  /** Until twice the error is down to the gap; null where no number can be given. */
  unitsNeeded: number | null;
  /** What is counted: units, or what the study calls them. */
  counts?: string;
  width?: number;
}

const HEIGHT = 314;

/** Where the picture has which number of units, and which difference. */
export function unitsPlace({ curve, gap, units, unitsNeeded, width = 720 }: UnitsPicture) {
  const [left, right, top, bottom] = [52, width - 24, 48, HEIGHT - 50];
  const most = Math.max(...curve.map(({ epsilon }) => 2 * epsilon), gap);
  const reach = [...curve.map((point) => point.units), units, ...(unitsNeeded === null ? [] : [unitsNeeded])];
  const [first, last] = [Math.min(...reach), Math.max(...reach)];
  // Units double from point to point: at equal steps none is crowded.
  const logUnits = linear([log(first), log(last === first ? 2 * first : last)], [left + 12, right - 12]);
  const x = (count: number) => logUnits(log(count));
  return { left, right, top, bottom, most, reach, x, y: linear([0, most], [bottom, top]) };
}

/** Twice the uniform error against the number of units, and where it comes down to the gap. */
export function unitsPicture(of: UnitsPicture): string {
  const { curve, gap, units, unitsNeeded, counts = 'units', width = 720 } = of;
  const { left, right, top, bottom, most, reach, x, y } = unitsPlace(of);
  const at = curve.map((point) => [x(point.units), y(2 * point.epsilon)] as const);
  const measured = curve.filter((point) => point.measured).length;
  const says =
    unitsNeeded === null
      ? `no number of ${counts} is given`
      : `${thousands(unitsNeeded)} ${counts} resolve it`;
  return picture(
    width,
    HEIGHT,
    `Twice the uniform error falls from ${(2 * curve[0]!.epsilon).toFixed(3)} at ${thousands(curve[0]!.units)} ${counts}; the gap is ${gap.toFixed(3)}: ${says}`,
    [
      words(12, 18, 'twice the error of the values', MUTED),
      ...upAxis(y, [0, most], { left, right }),
      ...across(
        { left, right, top, bottom },
        unitLabels([...new Set(reach)], x, [left, right]).map(([count, at]) => ({
          at,
          text: thousands(count),
        })),
        counts,
      ),
      ...gapLine(gap, y(gap), [left, right], unitsNeeded === null ? undefined : x(unitsNeeded)),
      ...(unitsNeeded === null
        ? []
        : [
            line(x(unitsNeeded), y(gap), x(unitsNeeded), bottom, {
              stroke: COLOUR.red,
              'stroke-dasharray': '4 3',
            }),
            circle(x(unitsNeeded), y(gap), 4.5, { fill: COLOUR.red }),
          ]),
      polyline(at.slice(0, Math.max(1, measured)), { stroke: COLOUR.blue, 'stroke-width': 2 }),
      polyline(at.slice(Math.max(0, measured - 1)), {
        stroke: COLOUR.blue,
        'stroke-width': 1.5,
        'stroke-dasharray': '5 4',
      }),
      ...curve.map((point, i) =>
        circle(at[i]![0], at[i]![1], 4, {
          fill: point.measured ? COLOUR.blue : COLOUR.ground,
          stroke: COLOUR.blue,
          'stroke-width': 1.5,
        }),
      ),
      ...present(curve, { units, counts }, at, [left, right]),
    ],
  );
}

/** Those numbers of units that have room, the largest first. */
function unitLabels(
  reach: readonly number[],
  x: (count: number) => number,
  [left, right]: readonly [number, number],
): [number, number][] {
  const kept: [number, number, number][] = [];
  for (const count of [...reach].sort((a, b) => b - a)) {
    const width = textWidth(thousands(count), SMALL);
    const place = within(x(count), width, [left - 20, right + 14]);
    const free = kept.every(([, other, wide]) => Math.abs(other - place) > (wide + width) / 2 + 6);
    if (free) kept.push([count, place, width]);
  }
  return kept.map(([count, place]) => [count, place]);
}

function gapLine(
  gap: number,
  y: number,
  [left, right]: readonly [number, number],
  meets: number | undefined,
): string[] {
  const text = `gap ${gap.toFixed(3)}`;
  // The curve is high on the left: below the line there is room beside the axis.
  const crowded = meets !== undefined && meets < left + textWidth(text, SMALL) + 20;
  return [
    line(left, y, right, y, { stroke: COLOUR.red, 'stroke-width': 1.5 }),
    words(crowded ? right : left + 6, y - 5, text, {
      'text-anchor': crowded ? 'end' : 'start',
      'font-size': SMALL,
      fill: COLOUR.red,
    }),
  ];
}

function present(
  curve: UnitsPicture['curve'],
  { units, counts }: { units: number; counts: string },
  at: readonly (readonly [number, number])[],
  [left, right]: readonly [number, number],
): string[] {
  const own = curve.findIndex((point) => point.units === units && point.measured);
  if (own < 0) return [];
  const text = `these ${thousands(units)} ${counts}: ${(2 * curve[own]!.epsilon).toFixed(3)}`;
  const width = textWidth(text, SMALL);
  const [px, py] = at[own]!;
  return [
    words(within(px + width / 2 + 8, width, [left, right]), py - 9, text, {
      'text-anchor': 'middle',
      'font-size': SMALL,
    }),
  ];
}
