import {
  COLOUR,
  element,
  fitted,
  line,
  linear,
  MUTED,
  polyline,
  protocolColour,
  textWidth,
  ticks,
  words,
} from '@sightline/answers/pictures';
import { Drawing, Drawn, dot, rangeOf, timeBelow } from '../elements/drawing.tsx';
import type { RecordShown, RecordTargetShown } from '../work/question.ts';

interface RecordPictureProps {
  record: RecordShown;
  target: RecordTargetShown;
  /** All of it in words. */
  title: string;
  width: number;
}

const [RIGHT, TOP, ROW] = [20, 26, 30];

/** The middle of what a look reads, as a time of the record. */
export const timeOfLook = (
  { first, last }: RecordShown['looks'][number],
  { points, time }: Pick<RecordShown, 'points' | 'time'>,
): number => ((first + last + 1) / (2 * points)) * time.horizon;

/** What a look sees: the state, or the value, that lies there. */
export function seenAt({ stretches, times, values }: RecordShown, at: number): string | number | undefined {
  if (stretches.length > 0) return stretches.find(({ from, to }) => from <= at && at < to)?.state;
  let nearest = 0;
  times.forEach((time, i) => {
    if (Math.abs(time - at) < Math.abs(times[nearest]! - at)) nearest = i;
  });
  return values[nearest];
}

/** The states of the targets first, in the study's order, then the others as they come. */
const statesOf = ({ targets, stretches }: RecordShown): string[] => {
  const there = new Set(stretches.map(({ state }) => state));
  const named = targets.flatMap(({ states }) => states);
  return [...new Set([...named, ...there])];
};

/** What happened, by states or by values, with the looks that land on it. */
export function RecordPicture({ record, target, title, width }: RecordPictureProps) {
  const { stretches, time, looks, targets } = record;
  const states = statesOf(record);
  const isStates = stretches.length > 0;
  const widest = Math.max(...states.map((state) => textWidth(state, 11, true)), 0);
  const left = isStates ? Math.min(widest + 14, width * 0.3) : 44;
  const right = width - RIGHT;
  const bottom = TOP + (isStates ? Math.max(3, states.length) * ROW : 170);
  const x = linear([0, time.horizon], [left, right]);
  const range = rangeOf([...record.values, ...target.levels]);
  const values = linear(range, [bottom - 8, TOP + 8]);
  const level = (seen: string | number | undefined) =>
    typeof seen === 'number' ? values(seen) : TOP + (states.indexOf(seen ?? '') + 0.5) * ROW;
  const colour = protocolColour(targets.indexOf(target));
  const counts = new Set(target.states);
  const ofStates = () => [
    ...states.map((state) =>
      fitted(left - 8, level(state) + 4, state, left - 12, {
        'text-anchor': 'end',
        fill: counts.has(state) ? colour : COLOUR.ink,
        'font-size': 11,
        'font-weight': counts.has(state) ? 600 : 400,
      }),
    ),
    element('path', { d: stepsOf(record, x, level), fill: 'none', stroke: COLOUR.thread }),
    ...[false, true].map((isTarget) =>
      element('path', {
        d: stretches
          .filter(({ state }) => counts.has(state) === isTarget)
          .map(({ from, to, state }) => `M${f(x(from))},${f(level(state))}H${f(x(to))}`)
          .join(''),
        fill: 'none',
        stroke: isTarget ? colour : COLOUR.grey,
        'stroke-width': isTarget ? 5 : 3,
      }),
    ),
  ];
  const ofValues = () => [
    ...ticks(...range, 4).map((value) =>
      words(left - 6, values(value) + 4, String(value), { 'text-anchor': 'end', ...MUTED }),
    ),
    ...target.levels.map((value) =>
      line(left, values(value), right, values(value), { stroke: COLOUR.red, 'stroke-dasharray': '5 4' }),
    ),
    polyline(
      record.times.map((at, i) => [x(at), values(record.values[i]!)] as const),
      { stroke: COLOUR.ink, 'stroke-width': 1.5 },
    ),
  ];
  return (
    <Drawing kind="record" width={width} height={bottom + 38} title={title}>
      <Drawn of={timeBelow(x, time, { left, right, top: TOP, bottom }, width / 90)} />
      <Drawn of={isStates ? ofStates() : ofValues()} />
      <g key={`${record.number} ${record.by}`}>
        {looks.map((look) => {
          const at = timeOfLook(look, record);
          const seen = seenAt(record, at);
          if (seen === undefined) return null;
          const isIn = typeof seen === 'number' || counts.has(seen);
          const [fill, edge] = isIn ? [colour, COLOUR.ground] : [COLOUR.ground, COLOUR.black];
          const landed = [
            line(x(at), TOP - 12, x(at), level(seen), { stroke: COLOUR.axis }),
            element('path', { d: `M${f(x(at)) - 4},${TOP - 16}h8l-4,7z`, fill: COLOUR.black }),
            dot(x(at), level(seen), 5, fill, edge),
          ];
          return <Drawn key={look.first} kind="lands" of={landed} />;
        })}
      </g>
    </Drawing>
  );
}

/** Thin lines between stretches that follow each other. */
function stepsOf(
  { stretches }: RecordShown,
  x: (time: number) => number,
  level: (state: string) => number,
): string {
  return stretches
    .slice(1)
    .map(({ from, state }, i) => `M${f(x(from))},${f(level(stretches[i]!.state))}V${f(level(state))}`)
    .join('');
}

const f = (value: number) => Number(value.toFixed(1));
