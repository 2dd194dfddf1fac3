import { boundMark } from '../words/quantities.ts';
import { AXIS_HEIGHT, acrossAxis, MUTED, NARROW, SMALL, upAxis } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, element, line, linear, picture, polyline, short } from './svg.ts';
import { fitted } from './text-room.ts';
import { type ShownTime, timeAxis } from './time-axis.ts';

export interface ShownWorld {
  /** Of the alternative in this world. */
  value: number;
  /** Where that is a lower bound. */
  lowerBound?: true;
  /** Correlations of the latent quantity, a row for each grid point. */
  covariance: readonly (readonly number[])[];
}

export interface WorldsPicture {
  alternative: string;
  realised: string;
  worlds: readonly [ShownWorld, ShownWorld];
  /** By lag where the class is stationary, else as a matrix. */
  stationary: boolean;
  grid: ShownTime;
  /** Where the realised protocol reads. */
  seen: readonly { at: number; width: number }[];
  /** What the benchmark sees, the same in both: 'value of today 0.140'. */
  held: readonly string[];
  width?: number;
}

/** More cells than this on a side are taken together. */
const MOST_CELLS = 32;
const TITLES = ['one world', 'the other'] as const;

/** Two worlds with one benchmark, side by side: their correlations, what is held equal, what the alternative is worth. */
export function worldsPicture(of: WorldsPicture): string {
  const { alternative, realised, worlds, stationary, held, width = 720 } = of;
  const narrow = width < NARROW;
  const panel = narrow ? width : width / 2;
  const height = (stationary ? 230 : Math.min(panel - 70, 280) + 78) + 8;
  const rows = narrow ? 2 : 1;
  const top = rows * height;
  const [low, high] = worlds.map(({ value }) => value.toFixed(3));
  return picture(
    width,
    top + (held.length > 0 ? 30 + 17 * held.length : 0),
    `Two worlds with the same benchmark of ${realised}; ${alternative} is worth ${low} in one and ${high} in the other`,
    [
      ...worlds.flatMap((world, k) => {
        const place = narrow ? { x: 0, y: k * height } : { x: k * panel, y: 0 };
        return [
          fitted(
            place.x + 16,
            place.y + 20,
            `${TITLES[k]}: ${alternative} is worth ${boundMark(world)}${world.value.toFixed(3)}`,
            panel - 28,
            { 'font-weight': 600 },
          ),
          ...(stationary
            ? byLag(world, of, { ...place, panel, height })
            : asMatrix(world, of, { ...place, panel, height })),
        ];
      }),
      ...(held.length > 0
        ? [fitted(16, top + 14, `the same in both: the benchmark of ${realised}`, width - 28, MUTED)]
        : []),
      ...held.map((text, i) => fitted(16, top + 32 + 17 * i, text, width - 28, { 'font-size': SMALL })),
    ],
  );
}

interface Place {
  x: number;
  y: number;
  panel: number;
  height: number;
}

/** Correlation against the time between, of a stationary world: its first row. */
function byLag({ covariance }: ShownWorld, { grid, worlds }: WorldsPicture, place: Place): string[] {
  const points = covariance.length;
  const step = grid.horizon / points;
  const all = worlds.flatMap((world) => [...world.covariance[0]!]);
  const span = [Math.min(0, ...all), 1] as const;
  const [left, right] = [place.x + 50, place.x + place.panel - 24];
  const [top, bottom] = [place.y + 38, place.y + place.height - AXIS_HEIGHT - 4];
  const x = linear([0, (points - 1) * step], [left, right]);
  const y = linear(span, [bottom, top]);
  const at = covariance[0]!.map((value, j) => [x(j * step), y(value)] as const);
  const title = `time between${grid.unit ? `, in ${grid.unit}` : ''}`;
  return [
    ...acrossAxis(x, [0, (points - 1) * step], { top, bottom, title }),
    ...upAxis(y, span, { left, right }),
    polyline(at, { stroke: COLOUR.blue, 'stroke-width': 2 }),
    ...(points <= MOST_CELLS ? at.map(([cx, cy]) => circle(cx, cy, 3.5, { fill: COLOUR.blue })) : []),
  ];
}

/** A square for each pair of times, as large as their correlation: filled above zero, open below. */
function asMatrix({ covariance }: ShownWorld, { grid, seen }: WorldsPicture, place: Place): string[] {
  const side = Math.min(place.panel - 70, 280);
  const [left, top] = [place.x + 34, place.y + 34];
  const cells = grouped(covariance);
  const cell = side / cells.length;
  const squares = (holds: (value: number) => boolean) =>
    cells
      .flatMap((row, i) =>
        row.map((value, j) => {
          const size = 0.94 * cell * Math.sqrt(Math.min(1, Math.abs(value)));
          if (!holds(value) || size < 0.4) return '';
          const [cx, cy] = [left + (j + 0.5) * cell, top + (i + 0.5) * cell];
          return `M${short(cx - size / 2)},${short(cy - size / 2)}h${short(size)}v${short(size)}h${short(-size)}Z`;
        }),
      )
      .join('');
  const scale = linear([0, grid.horizon], [0, side]);
  return [
    element('rect', { x: left, y: top, width: side, height: side, fill: 'none', stroke: COLOUR.rule }),
    element('path', { d: squares((value) => value > 0), fill: COLOUR.blue }),
    element('path', {
      d: squares((value) => value < 0),
      fill: COLOUR.ground,
      stroke: COLOUR.red,
      'stroke-width': 1.2,
    }),
    // Where the benchmark looks, along both sides.
    ...seen.flatMap(({ at, width }) => {
      const [from, to] = [at - width / 2, at + width / 2].map((time) =>
        Math.max(0, Math.min(side, scale(time))),
      ) as [number, number];
      const thick = { stroke: COLOUR.black, 'stroke-width': 3 };
      const [a, b] = [Math.max(0, Math.min(from, to - 4)), Math.max(to, from + 4)];
      return [
        line(left + a, top - 5, left + b, top - 5, thick),
        line(left - 5, top + a, left - 5, top + b, thick),
      ];
    }),
    ...timeAxis((value) => left + scale(value), grid, { top: top + side, bottom: top + side }),
  ];
}

/** Means over blocks of neighbouring times, where there are more than can be seen. */
export function grouped(covariance: readonly (readonly number[])[], most = MOST_CELLS): number[][] {
  const block = Math.ceil(covariance.length / most);
  if (block === 1) return covariance.map((row) => [...row]);
  const count = Math.ceil(covariance.length / block);
  const indices = (k: number) =>
    Array.from({ length: Math.min(block, covariance.length - k * block) }, (_, i) => k * block + i);
  return Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => {
      const pairs = indices(a).flatMap((i) => indices(b).map((j) => covariance[i]![j]!));
      return pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
    }),
  );
}
