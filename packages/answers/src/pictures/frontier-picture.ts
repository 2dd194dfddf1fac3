import { boundMark, valueEnds } from '../words/quantities.ts';
import { across, endsText, MUTED, NARROW, numbered, roomyTicks, SMALL, upAxis } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, element, label, line, linear, picture, short, spaced, words } from './svg.ts';
import { fitted, textWidth, within } from './text-room.ts';

export interface FrontierPicture {
  /** The best value for each cost; `certified` where nothing better is left. */
  frontier: readonly { cost: number; value: number; certified: boolean }[];
  /** None where nothing was chosen yet. */
  best?: Chosen;
  /** What others would have chosen; a protocol of the study is drawn in its colour. */
  comparators: readonly Compared[];
  /** What it may cost. */
  budget?: number;
  /** What is maximised, as in 'value'. */
  measure?: string;
  width?: number;
  /** From the top to the axis, in pixels. */
  height?: number;
}

interface Chosen {
  cost: number;
  value: number;
  lowerBound?: true;
  upperBound: number;
  certified: boolean;
}

interface Compared {
  name: string;
  cost: number;
  value: number;
  lowerBound?: true | undefined;
  colour?: string;
}

/** Where the picture has which cost and which value. */
export function frontierPlace(of: FrontierPicture) {
  const { frontier, best, comparators, budget, width = 720, height: bottom = 300 } = of;
  const [left, right, top] = [52, width - (width < NARROW ? 24 : 210), 34];
  const all = [...(best ? [best] : []), ...frontier, ...comparators];
  const costs = [...all.map(({ cost }) => cost), ...(budget === undefined ? [] : [budget])];
  const reach = [Math.min(0, ...costs), Math.max(...costs, 1e-12) * 1.04] as const;
  const span = valueEnds([...all.map(({ value }) => value), ...(best ? [best.upperBound] : [])]);
  const [x, y] = [linear(reach, [left, right]), linear(span, [bottom, top])];
  return { left, right, top, bottom, reach, span, x, y };
}

/** Cost against value: the frontier as steps, the choice with what may be left above it, and what others would take. */
export function frontierPicture(of: FrontierPicture): string {
  const { frontier, best, budget, measure = 'value', width = 720 } = of;
  const { left, right, top, bottom, reach, span, x, y } = frontierPlace(of);
  const comparators = [...of.comparators].sort((a, b) => b.value - a.value);
  const narrow = width < NARROW;
  const listed = narrow && comparators.length > 0 ? comparators.length * 16 + 14 : 0;
  const ends = spaced(
    comparators.map(({ value }) => y(value)),
    15,
    [top, bottom],
  );
  return picture(width, bottom + 48 + listed, titleOf(of), [
    words(12, 18, `${measure}${endsText(span)}`, MUTED),
    ...upAxis(y, span, { left, right }),
    ...across({ left, right, top, bottom }, numbered(roomyTicks(...reach, right - left), x), 'cost'),
    ...(budget === undefined
      ? []
      : [line(x(budget), top, x(budget), bottom, { stroke: COLOUR.muted, 'stroke-dasharray': '4 3' })]),
    ...steps(frontier, x, y, right),
    ...comparators.flatMap((one, k) => [
      compared(one, x(one.cost), y(one.value)),
      ...(narrow
        ? [
            compared(one, left + 4, bottom + 56 + 16 * k),
            fitted(left + 14, bottom + 60 + 16 * k, comparedText(one), right - left - 14, {
              'font-size': SMALL,
            }),
          ]
        : [
            line(x(one.cost) + 5, y(one.value), right + 12, ends[k]!, { stroke: COLOUR.thread }),
            fitted(right + 16, ends[k]! + 4, comparedText(one), width - right - 24, { 'font-size': SMALL }),
          ]),
    ]),
    ...(best ? chosen(best, x, y, [left, right]) : []),
  ]);
}

const comparedText = (one: Compared) => `${boundMark(one)}${one.value.toFixed(3)} ${one.name}`;

function titleOf({ best, frontier, comparators }: FrontierPicture): string {
  const rest = `${frontier.length} points of the frontier, ${comparators.length} other choices`;
  if (!best) return `Cost and value: ${rest}`;
  const { cost, value, upperBound, certified } = best;
  const bound = certified
    ? 'no better choice is possible'
    : `at most ${(upperBound - value).toFixed(3)} better is possible`;
  return `The choice costs ${label(cost)} and is worth ${boundMark(best)}${value.toFixed(3)}; ${bound}. ${rest}`;
}

function steps(
  frontier: FrontierPicture['frontier'],
  x: (cost: number) => number,
  y: (value: number) => number,
  right: number,
): string[] {
  if (frontier.length === 0) return [];
  const d = frontier
    .map(
      ({ cost, value }, i) => `${i === 0 ? `M${short(x(cost))},` : `H${short(x(cost))}V`}${short(y(value))}`,
    )
    .join('');
  return [
    element('path', { d: `${d}H${short(right)}`, fill: 'none', stroke: COLOUR.blue, 'stroke-width': 1.5 }),
    ...frontier.map(({ cost, value, certified }) =>
      circle(x(cost), y(value), 3.5, {
        fill: certified ? COLOUR.blue : COLOUR.ground,
        stroke: COLOUR.blue,
        'stroke-width': 1.5,
      }),
    ),
  ];
}

const compared = ({ colour }: Compared, x: number, y: number) =>
  colour === undefined
    ? element('path', {
        d: `M${(x - 4).toFixed(2)},${(y - 4).toFixed(2)}l8,8m0,-8l-8,8`,
        fill: 'none',
        stroke: COLOUR.muted,
        'stroke-width': 1.5,
      })
    : circle(x, y, 5, { fill: colour });

function chosen(
  { cost, value, lowerBound, upperBound, certified }: Chosen,
  x: (cost: number) => number,
  y: (value: number) => number,
  [left, right]: readonly [number, number],
): string[] {
  const worth = boundMark({ lowerBound }) + value.toFixed(3);
  const text = certified
    ? `this choice: ${worth}, proved best`
    : `this choice: ${worth}, at most ${upperBound.toFixed(3)} possible`;
  const size = textWidth(text, SMALL, true);
  const middle = within(x(cost) - size / 2, size, [left, right]);
  const open = certified
    ? []
    : [
        line(x(cost), y(value), x(cost), y(upperBound), { stroke: COLOUR.red, 'stroke-dasharray': '3 3' }),
        line(x(cost) - 7, y(upperBound), x(cost) + 7, y(upperBound), {
          stroke: COLOUR.red,
          'stroke-width': 2,
        }),
      ];
  return [
    ...open,
    circle(x(cost), y(value), 6, { fill: COLOUR.black, stroke: COLOUR.ground, 'stroke-width': 1.5 }),
    words(middle, y(certified ? value : upperBound) - 10, text, {
      'text-anchor': 'middle',
      'font-size': SMALL,
      'font-weight': 600,
    }),
  ];
}
