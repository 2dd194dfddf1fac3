import {
  across as below,
  COLOUR,
  element,
  label,
  line,
  linear,
  MUTED,
  picture,
  type Scale,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import { dot } from './drawing.tsx';

interface ScatterPicture {
  targets: ArrayLike<number>;
  predicted: ArrayLike<number>;
  /** Who is drawn: the first so many. */
  count: number;
  /** Of both axes. */
  range: readonly [number, number];
  /** Who is looked at, with the interval of the prediction. */
  person?: { number: number; low: number; high: number } | undefined;
  /** On the axes. */
  across: string;
  up: string;
  title: string;
  /** That of the protocol. */
  colour?: string;
  width: number;
}

/** Wider, a square would fill the screen. */
const WIDEST = 340;

/** What is predicted of each person against what is true: the closer to the diagonal, the more the protocol is worth. */
export function scatterPicture(shown: ScatterPicture): string {
  const { targets, predicted, count, range, person, across, up, title, colour = COLOUR.blue } = shown;
  const width = Math.min(WIDEST, shown.width);
  const [left, right, top, bottom] = [40, width - 10, 24, width - 26];
  const x = linear(range, [left, right]);
  const y = linear(range, [bottom, top]);
  const marks = (scale: Scale) => ticks(...range, 4).map((at) => ({ at: scale(at), text: label(at) }));
  // One path, since a thousand elements would take a frame each time one is added.
  const dots = Array.from({ length: count }, (_, m) => {
    const [at, up] = [x(predicted[m]!), y(targets[m]!)];
    return `M${f(at - 2)},${f(up)}a2,2 0 1,0 4,0a2,2 0 1,0 -4,0`;
  });
  const own = person && x(predicted[person.number]!);
  return picture(width, bottom + 40, title, [
    words(8, 14, up, MUTED),
    ...upwards({ left, right }, marks(y)),
    ...below({ left, right, top, bottom }, marks(x), across, 'through'),
    line(left, bottom, right, top, { stroke: COLOUR.axis, 'stroke-dasharray': '4 3' }),
    element('path', { d: dots.join(''), fill: colour, 'fill-opacity': 0.55 }),
    ...(person && own !== undefined
      ? [
          line(own, y(person.low), own, y(person.high), { stroke: colour, 'stroke-width': 1.5 }),
          dot(own, y(targets[person.number]!), 5, COLOUR.black),
        ]
      : []),
  ]);
}

const f = (value: number) => Number(value.toFixed(1));
