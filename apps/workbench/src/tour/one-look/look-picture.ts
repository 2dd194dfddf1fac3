import {
  type Area,
  across,
  COLOUR,
  element,
  label,
  line,
  linear,
  numbered,
  picture,
  polyline,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import { dot } from '../../elements/drawing.tsx';
import type { Look } from './one-look.ts';

interface LookPicture {
  width: number;
  horizon: number;
  unit: string;
  /** Trajectories as the law has them; the first is the one that is looked at. */
  law: { times: readonly number[]; paths: readonly (readonly number[])[] };
  look: Look;
  value: number;
  /** What the same look is worth elsewhere. */
  elsewhere: readonly { at: number; value: number }[];
}

/** Where the time axis stands: a slider below the picture has the same ends. */
const EDGE = { left: 46, right: 14 } as const;
const PATHS = { top: 24, bottom: 134 };
const CURVE = { top: 176, bottom: 276 };
const HEIGHT = 320;
const NARROW = 500;
const SMALL = { 'font-size': 11, fill: COLOUR.muted } as const;

/** A trajectory with one look at it, and below what a look at each time would be worth. */
export function lookPicture({ width, horizon, unit, law, look, value, elsewhere }: LookPicture): string {
  const area: Area = { left: EDGE.left, right: width - EDGE.right, ...CURVE };
  const x = linear([0, horizon], [area.left, area.right]);
  const reach = Math.max(...law.paths.flat().map(Math.abs));
  const z = linear([-reach, reach], [PATHS.bottom, PATHS.top]);
  const most = Math.max(...elsewhere.map((one) => one.value));
  const y = linear([0, most * 1.15], [area.bottom, area.top]);
  const [first = [], ...others] = law.paths;
  const path = (own: readonly number[]) => own.map((height, i) => [x(law.times[i]!), z(height)] as const);
  const [from, to] = [Math.max(0, look.at - look.width / 2), Math.min(horizon, look.at + look.width / 2)];
  const timeTicks = ticks(0, horizon, width < NARROW ? 5 : 10).map((time) => ({
    at: x(time),
    text: label(time),
  }));
  return picture(
    width,
    HEIGHT,
    `A trajectory over ${horizon} ${unit} with one look at ${look.at} ${unit}, worth ${value.toFixed(3)}; below, what a look at each time would be worth`,
    [
      words(2, 14, `trajectories of ${law.paths.length} people; the look is at the dark one`, SMALL),
      line(area.left, z(0), area.right, z(0), { stroke: COLOUR.rule }),
      ...others.map((own) => polyline(path(own), { stroke: COLOUR.thread })),
      polyline(path(first), { stroke: COLOUR.ink, 'stroke-width': 1.5 }),
      words(2, CURVE.top - 12, 'what one look is worth, by when it is taken', SMALL),
      ...upwards(area, numbered(ticks(0, most * 1.15, 3), y)),
      ...across(area, timeTicks, `time in ${unit}`),
      polyline(
        elsewhere.map((one) => [x(one.at), y(one.value)] as const),
        { stroke: COLOUR.axis, 'stroke-width': 1.5 },
      ),
      ...[PATHS, CURVE].map(({ top, bottom }) =>
        element('rect', {
          x: Math.min(x(from), x(look.at) - 1),
          y: top,
          width: Math.max(2, x(to) - x(from)),
          height: bottom - top,
          fill: COLOUR.blue,
          'fill-opacity': look.width > 0 ? 0.16 : 0.9,
        }),
      ),
      dot(x(look.at), y(value), 6, COLOUR.blue),
    ],
  );
}
