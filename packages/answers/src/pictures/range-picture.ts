import { boundMark, valueEnds } from '../words/quantities.ts';
import { AXIS_HEIGHT, acrossAxis, endsText, MUTED, NARROW, SMALL } from './axes.ts';
import { COLOUR } from './palette.ts';
import { circle, element, line, linear, picture, type Scale, words } from './svg.ts';
import { fitted, textWidth, within } from './text-room.ts';

type Status = 'exact' | 'attained';

interface ShownRange {
  name: string;
  /** null where none was computed. */
  range: { low: number; high: number; lowStatus: Status; highStatus: Status } | null;
  /** Under the study's own law; null where it has none. */
  value: number | null;
  /** Where that value is a lower bound. */
  lowerBound?: true | undefined;
  /** In a word or two: 'not identified'. */
  verdict: string;
}

export interface RangePicture {
  ranges: readonly ShownRange[];
  width?: number;
}

const ROW = 62;
const BAR = 12;
/** Room for the number at either end. */
const END = 58;

/** The values that are compatible with the benchmark, as a bar between 0 and 1 for each alternative. */
export function rangePicture({ ranges, width = 720 }: RangePicture): string {
  const narrow = width < NARROW;
  const row = ROW + (narrow ? 20 : 0);
  const left = narrow ? END + 6 : 150 + END;
  const right = width - END - 6;
  const top = 12;
  const bottom = top + row * ranges.length;
  const ends = shownEnds(ranges);
  const x = linear(ends, [left, right]);
  return picture(
    width,
    bottom + AXIS_HEIGHT,
    `Values compatible with the benchmark: ${ranges.map(said).join('; ')}`,
    [
      ...acrossAxis(x, ends, { top, bottom, title: `value, the share explained${endsText(ends)}` }),
      ...ranges.flatMap((one, k) => {
        const y = top + row * k + (narrow ? 50 : 34);
        return [
          ...(narrow
            ? [fitted(12, y - 34, `${one.name}: ${one.verdict}`, width - 24, { 'font-weight': 600 })]
            : [
                fitted(12, y, one.name, 140, { 'font-weight': 600 }),
                fitted(12, y + 15, one.verdict, 140, MUTED),
              ]),
          ...bar(one, x, y, [left, right]),
        ];
      }),
    ],
  );
}

/** All values that are possible, unless that would hide what is found. */
export function shownEnds(ranges: RangePicture['ranges']): [number, number] {
  const [low, high] = valueEnds(
    ranges.flatMap(({ range, value }) => [
      ...(range ? [range.low, range.high] : []),
      ...(value === null ? [] : [value]),
    ]),
  );
  return low > 0 ? [low, high] : [0, 1];
}

function said({ name, range, value, lowerBound, verdict }: ShownRange): string {
  const span = range === null ? '' : `, ${range.low.toFixed(3)} to ${range.high.toFixed(3)}`;
  return `${name} ${verdict}${span}${value === null ? '' : `, ${boundMark({ lowerBound })}${value.toFixed(3)} under the law given`}`;
}

const WORDS: Record<Status, string> = { exact: 'proved', attained: 'attained' };
/** Ends that are nearer than this are one value. */
const POINT = 1e-6;

function bar(
  { range, value, lowerBound }: ShownRange,
  x: Scale,
  y: number,
  sides: readonly [number, number],
): string[] {
  const own = value === null ? [] : ownValue(value, boundMark({ lowerBound }), x, y, sides);
  if (range === null) return [...(value === null ? [words(sides[0], y + 4, 'no range', MUTED)] : []), ...own];
  const { low, high, lowStatus, highStatus } = range;
  const point = high - low <= POINT;
  return [
    element('rect', {
      x: x(low),
      y: y - BAR / 2,
      width: Math.max(point ? 3 : 0, x(high) - x(low)),
      height: BAR,
      fill: point ? COLOUR.blue : COLOUR.blueBand,
    }),
    ...(point
      ? value === null
        ? endWords(high, highStatus, x, y, 'start')
        : []
      : [
          end(x(low), y, lowStatus, -1),
          end(x(high), y, highStatus, 1),
          ...endWords(low, lowStatus, x, y, 'end'),
          ...endWords(high, highStatus, x, y, 'start'),
        ]),
    ...own,
  ];
}

/** A wall where nothing lies beyond; an open arrow where more may be possible. */
function end(x: number, y: number, status: Status, direction: 1 | -1): string {
  const h = BAR / 2 + 3;
  return status === 'exact'
    ? line(x, y - h, x, y + h, { stroke: COLOUR.blue, 'stroke-width': 3 })
    : element('path', {
        d: `M${x - 5 * direction},${y - h}L${x},${y}L${x - 5 * direction},${y + h}`,
        fill: 'none',
        stroke: COLOUR.blue,
        'stroke-width': 1.5,
      });
}

function endWords(value: number, status: Status, x: Scale, y: number, anchor: 'start' | 'end'): string[] {
  const at = x(value) + (anchor === 'start' ? 8 : -8);
  return [
    words(at, y, value.toFixed(3), { 'text-anchor': anchor }),
    words(at, y + 13, WORDS[status], { 'text-anchor': anchor, ...MUTED }),
  ];
}

function ownValue(
  value: number,
  mark: string,
  x: Scale,
  y: number,
  [left, right]: readonly [number, number],
): string[] {
  const text = `${mark}${value.toFixed(3)} under the law given`;
  const middle = within(x(value), textWidth(text, SMALL), [left - END, right + END]);
  return [
    circle(x(value), y, 5, { fill: COLOUR.black, stroke: COLOUR.ground, 'stroke-width': 1.5 }),
    words(middle, y - BAR - 4, text, { 'text-anchor': 'middle', 'font-size': SMALL }),
  ];
}
