import { boundMark, valueEnds } from '../words/quantities.ts';
import { across, endsText, MUTED, NARROW, numbered, roomyTicks, SMALL, upAxis } from './axes.ts';
import { COLOUR } from './palette.ts';
import { element, label, line, linear, picture, spaced, words } from './svg.ts';
import { fitted, textWidth, within } from './text-room.ts';

export interface FrontierPicture {
  /** The best value for each cost; `certified` where nothing better is left. */
  frontier: readonly { cost: number; value: number; certified: boolean }[];
  best: { cost: number; value: number; lowerBound?: true; upperBound: number; certified: boolean };
  /** What others would have chosen. */
  comparators: readonly { name: string; cost: number; value: number; lowerBound?: true | undefined }[];
  /** What is maximised, as in 'value'. */
  measure?: string;
  width?: number;
}

/** Cost against value: the frontier as steps, the choice with what may be left above it, and what others would take. */
export function frontierPicture(of: FrontierPicture): string {
  const { frontier, best, measure = 'value', width = 720 } = of;
  const comparators = [...of.comparators].sort((a, b) => b.value - a.value);
  const narrow = width < NARROW;
  const [left, right, top] = [52, width - (narrow ? 24 : 210), 34];
  const bottom = 300;
  const listed = narrow ? comparators.length * 16 + 14 : 0;
  const costs = [best, ...frontier, ...comparators].map(({ cost }) => cost);
  const values = [best.value, best.upperBound, ...[...frontier, ...comparators].map(({ value }) => value)];
  const reach = [Math.min(0, ...costs), Math.max(...costs, 1e-12) * 1.04] as const;
  const span = valueEnds(values);
  const x = linear(reach, [left, right]);
  const y = linear(span, [bottom, top]);
  const ends = spaced(
    comparators.map(({ value }) => y(value)),
    15,
    [top, bottom],
  );
  return picture(width, bottom + 48 + listed, titleOf(of), [
    words(12, 18, `${measure}${endsText(span)}`, MUTED),
    ...upAxis(y, span, { left, right }),
    ...across({ left, right, top, bottom }, numbered(roomyTicks(...reach, right - left), x), 'cost'),
    ...steps(frontier, x, y, right),
    ...comparators.flatMap(({ name, cost, value, lowerBound }, k) => [
      cross(x(cost), y(value)),
      ...(narrow
        ? [
            fitted(
              left,
              bottom + 60 + 16 * k,
              `${boundMark({ lowerBound })}${value.toFixed(3)}  ${name}`,
              right - left,
              {
                'font-size': SMALL,
              },
            ),
          ]
        : [
            line(x(cost) + 5, y(value), right + 12, ends[k]!, { stroke: COLOUR.thread }),
            fitted(
              right + 16,
              ends[k]! + 4,
              `${boundMark({ lowerBound })}${value.toFixed(3)} ${name}`,
              width - right - 24,
              {
                'font-size': SMALL,
              },
            ),
          ]),
    ]),
    ...chosen(best, x, y, [left, right]),
  ]);
}

function titleOf({ best, frontier, comparators }: FrontierPicture): string {
  const { cost, value, upperBound, certified } = best;
  const bound = certified
    ? 'no better choice is possible'
    : `at most ${(upperBound - value).toFixed(3)} better is possible`;
  return (
    `The choice costs ${label(cost)} and is worth ${boundMark(best)}${value.toFixed(3)}; ${bound}. ` +
    `${frontier.length} points of the frontier, ${comparators.length} other choices`
  );
}

function steps(
  frontier: FrontierPicture['frontier'],
  x: (cost: number) => number,
  y: (value: number) => number,
  right: number,
): string[] {
  if (frontier.length === 0) return [];
  const f = (value: number) => Number(value.toFixed(2));
  const d = frontier
    .map(({ cost, value }, i) => `${i === 0 ? `M${f(x(cost))},` : `H${f(x(cost))}V`}${f(y(value))}`)
    .join('');
  return [
    element('path', { d: `${d}H${f(right)}`, fill: 'none', stroke: COLOUR.blue, 'stroke-width': 1.5 }),
    ...frontier.map(({ cost, value, certified }) =>
      element('circle', {
        cx: x(cost),
        cy: y(value),
        r: 3.5,
        fill: certified ? COLOUR.blue : COLOUR.ground,
        stroke: COLOUR.blue,
        'stroke-width': 1.5,
      }),
    ),
  ];
}

const cross = (x: number, y: number) =>
  element('path', {
    d: `M${(x - 4).toFixed(2)},${(y - 4).toFixed(2)}l8,8m0,-8l-8,8`,
    fill: 'none',
    stroke: COLOUR.muted,
    'stroke-width': 1.5,
  });

function chosen(
  { cost, value, lowerBound, upperBound, certified }: FrontierPicture['best'],
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
    element('circle', {
      cx: x(cost),
      cy: y(value),
      r: 6,
      fill: COLOUR.black,
      stroke: COLOUR.ground,
      'stroke-width': 1.5,
    }),
    words(middle, y(certified ? value : upperBound) - 10, text, {
      'text-anchor': 'middle',
      'font-size': SMALL,
      'font-weight': 600,
    }),
  ];
}
