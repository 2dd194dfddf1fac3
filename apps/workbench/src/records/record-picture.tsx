import {
  COLOUR,
  clockTicks,
  linear,
  numbered,
  protocolColour,
  textWidth,
  ticks,
} from '@sightline/answers/pictures';
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
  const height = bottom + 38;
  const x = linear([0, time.horizon], [left, right]);
  const values = linear(rangeOf([...record.values, ...target.levels]), [bottom - 8, TOP + 8]);
  const level = (seen: string | number | undefined) =>
    typeof seen === 'number' ? values(seen) : TOP + (states.indexOf(seen ?? '') + 0.5) * ROW;
  const colour = protocolColour(targets.indexOf(target));
  const counts = new Set(target.states);
  const marks = clockTicks(x, time) ?? numbered(ticks(0, time.horizon, Math.max(2, width / 90)), x);
  return (
    <svg
      class="picture record"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
      font-family="system-ui, sans-serif"
      font-size={11}
      fill={COLOUR.ink}
    >
      <rect width={width} height={height} fill={COLOUR.ground} />
      {marks.map(({ at, text }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={TOP} y2={bottom} stroke={COLOUR.rule} />
          <text x={at} y={bottom + 14} text-anchor="middle" fill={COLOUR.muted}>
            {text}
          </text>
        </g>
      ))}
      {time.start === undefined && (
        <text x={(left + right) / 2} y={bottom + 30} text-anchor="middle" fill={COLOUR.muted}>
          time, in {time.unit}
        </text>
      )}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke={COLOUR.axis} />
      {isStates ? (
        <>
          {states.map((state) => (
            <text
              key={state}
              x={left - 8}
              y={level(state) + 4}
              text-anchor="end"
              fill={counts.has(state) ? colour : COLOUR.ink}
              font-weight={counts.has(state) ? 600 : 400}
            >
              {cut(state, left - 12)}
            </text>
          ))}
          <path d={stepsOf(record, x, level)} fill="none" stroke={COLOUR.thread} />
          {[false, true].map((isTarget) => (
            <path
              key={String(isTarget)}
              d={stretches
                .filter(({ state }) => counts.has(state) === isTarget)
                .map(({ from, to, state }) => `M${f(x(from))},${f(level(state))}H${f(x(to))}`)
                .join('')}
              fill="none"
              stroke={isTarget ? colour : COLOUR.grey}
              stroke-width={isTarget ? 5 : 3}
            />
          ))}
        </>
      ) : (
        <>
          {ticks(...rangeOf([...record.values, ...target.levels]), 4).map((value) => (
            <text key={value} x={left - 6} y={values(value) + 4} text-anchor="end" fill={COLOUR.muted}>
              {value}
            </text>
          ))}
          {target.levels.map((value) => (
            <line
              key={value}
              x1={left}
              x2={right}
              y1={values(value)}
              y2={values(value)}
              stroke={COLOUR.red}
              stroke-dasharray="5 4"
            />
          ))}
          <path
            d={record.times
              .map((at, i) => `${i === 0 ? 'M' : 'L'}${f(x(at))},${f(values(record.values[i]!))}`)
              .join('')}
            fill="none"
            stroke={COLOUR.ink}
            stroke-width={1.5}
          />
        </>
      )}
      <g key={`${record.number} ${record.by}`}>
        {looks.map((look) => {
          const at = timeOfLook(look, record);
          const seen = seenAt(record, at);
          if (seen === undefined) return null;
          const isIn = typeof seen === 'number' || counts.has(seen);
          return (
            <g key={look.first} class="lands">
              <line x1={x(at)} x2={x(at)} y1={TOP - 12} y2={level(seen)} stroke={COLOUR.axis} />
              <path d={`M${f(x(at)) - 4},${TOP - 16}h8l-4,7z`} fill={COLOUR.black} />
              <circle
                cx={x(at)}
                cy={level(seen)}
                r={5}
                fill={isIn ? colour : COLOUR.ground}
                stroke={isIn ? COLOUR.ground : COLOUR.black}
                stroke-width={1.5}
              />
            </g>
          );
        })}
      </g>
    </svg>
  );
}

/** As much of a name as there is room for. */
function cut(text: string, room: number): string {
  const shorter = (kept: number) => (kept === text.length ? text : `${text.slice(0, kept)}…`);
  let kept = text.length;
  while (kept > 1 && textWidth(shorter(kept), 11, true) > room) kept--;
  return shorter(kept);
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

function rangeOf(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low < high ? [low, high] : [low - 1, low + 1];
}

const f = (value: number) => Number(value.toFixed(1));
