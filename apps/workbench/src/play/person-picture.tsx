import { COLOUR, clockTicks, label, linear, logTicks, numbered, ticks } from '@sightline/answers/pictures';
import { exp, log, type TimeGrid, targetLevels } from '@sightline/engine/internal';
import type { Scene } from '../study/scene.ts';
import type { People } from '../work/question.ts';

interface PersonPictureProps {
  people: People;
  /** Which of those that are shown. */
  person: number;
  grid: TimeGrid;
  target: Scene['study']['target'];
  /** From the least to the largest target that is drawn, here and in the scatter. */
  range: readonly [number, number];
  /** What the target is, below its axis. */
  targetName: string;
  /** Of what happened. */
  unit: string;
  /** All of it in words. */
  title: string;
  /** That of the protocol. */
  colour: string;
  width: number;
}

const [LEFT, RIGHT, TOP] = [40, 22, 22];

/** What happened, the readings of it, and below what these say of the target beside what it is. */
export function PersonPicture(props: PersonPictureProps) {
  const { people, person, grid, target, range, targetName, unit, title, colour, width } = props;
  const { path, readings, low, high } = people.shown[person]!;
  const [predicted, truth] = [people.predicted[person]!, people.targets[person]!];
  const right = width - RIGHT;
  const bottom = TOP + 170;
  const strip = bottom + 90;
  const height = strip + 46;
  const x = linear([0, grid.horizon], [LEFT, right]);
  const read = readings.filter((value) => !Number.isNaN(value));
  const values = [...path, ...read];
  // A reading beyond what trajectories reach is seen all the same.
  const frame = [Math.min(people.frame[0], ...values), Math.max(people.frame[1], ...values)] as const;
  const y = linear(frame, [bottom, TOP]);
  const along = linear([...range], [LEFT + 8, right - 8]);
  const level = (one: number) => y(people.transform === 'log' ? log(one) : one);
  const levels =
    people.transform === 'log'
      ? logTicks(exp(frame[0]), exp(frame[1])).map((value) => ({ at: level(value), text: label(value) }))
      : numbered(ticks(...frame, 4), y);
  const marks = clockTicks(x, grid) ?? numbered(ticks(0, grid.horizon, Math.max(2, width / 80)), x);
  return (
    <svg
      class="picture"
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
      <text x={LEFT} y={14} fill={COLOUR.muted}>
        what happened{unit && `, in ${unit}`}, and what was read of it
        {read.length < readings.length && '; ×: missed'}
      </text>
      {marks.map(({ at, text }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={TOP} y2={bottom} stroke={COLOUR.rule} />
          <text x={at} y={bottom + 14} text-anchor="middle" fill={COLOUR.muted}>
            {text}
          </text>
        </g>
      ))}
      {levels.map(({ at, text }) => (
        <text key={at} x={LEFT - 6} y={at + 4} text-anchor="end" fill={COLOUR.muted}>
          {text}
        </text>
      ))}
      <line x1={LEFT} x2={right} y1={bottom} y2={bottom} stroke={COLOUR.axis} />
      {targetLevels(target).map((one) => (
        <line
          key={one}
          x1={LEFT}
          x2={right}
          y1={level(one)}
          y2={level(one)}
          stroke={COLOUR.red}
          stroke-dasharray="5 4"
        />
      ))}
      <path
        d={path.map((value, i) => `${i === 0 ? 'M' : 'L'}${f(x(people.times[i]!))},${f(y(value))}`).join('')}
        fill="none"
        stroke={COLOUR.ink}
        stroke-width={1.5}
      />
      <g key={person}>
        {readings.map((value, a) => {
          const { at, width: wide } = people.readings[a]!;
          if (Number.isNaN(value))
            return (
              <path
                key={a}
                class="missed"
                d={`M${f(x(at)) - 4},${bottom - 14}l8,8m0,-8l-8,8`}
                fill="none"
                stroke={colour}
                stroke-width={1.5}
              >
                <title>missed</title>
              </path>
            );
          return (
            <g key={a} class="lands">
              {wide > 0 && (
                <line
                  x1={x(at - wide / 2)}
                  x2={x(at + wide / 2)}
                  y1={y(value)}
                  y2={y(value)}
                  stroke={colour}
                  stroke-width={4}
                />
              )}
              <circle
                cx={x(at)}
                cy={y(value)}
                r={5}
                fill={colour}
                stroke={COLOUR.ground}
                stroke-width={1.5}
              />
            </g>
          );
        })}
      </g>
      {grid.unit && grid.start === undefined && (
        <text x={(LEFT + right) / 2} y={bottom + 29} text-anchor="middle" fill={COLOUR.muted}>
          time, in {grid.unit}
        </text>
      )}
      <text x={LEFT} y={strip - 36} fill={COLOUR.muted}>
        {targetName}
      </text>
      <line x1={along(range[0])} x2={along(range[1])} y1={strip} y2={strip} stroke={COLOUR.axis} />
      {ticks(...range, Math.max(2, width / 110)).map((value) => (
        <text key={value} x={along(value)} y={strip + 30} text-anchor="middle" fill={COLOUR.muted}>
          {label(value)}
        </text>
      ))}
      <line
        x1={along(low)}
        x2={along(high)}
        y1={strip}
        y2={strip}
        stroke={colour}
        stroke-opacity={0.25}
        stroke-width={12}
      />
      <line
        x1={along(predicted)}
        x2={along(predicted)}
        y1={strip - 9}
        y2={strip + 9}
        stroke={colour}
        stroke-width={3}
      />
      <path
        d={`M${f(along(truth))},${strip - 7}l6,7l-6,7l-6,-7z`}
        fill={COLOUR.black}
        stroke={COLOUR.ground}
      />
      <Said
        at={along(predicted)}
        y={strip - 20}
        text="predicted"
        fill={colour}
        width={width}
        other={along(truth)}
      />
      <Said
        at={along(truth)}
        y={strip - 20}
        text="truth"
        fill={COLOUR.ink}
        width={width}
        other={along(predicted)}
      />
    </svg>
  );
}

interface SaidProps {
  at: number;
  y: number;
  text: string;
  fill: string;
  width: number;
  /** Where the other one's word stands: this one grows away from it. */
  other: number;
}

function Said({ at, y, text, fill, width, other }: SaidProps) {
  const crowded = Math.abs(at - other) < 60;
  const side = at < other || (at === other && text === 'truth') ? 'end' : 'start';
  const room = side === 'end' ? at > 60 : at < width - 60;
  const anchor = crowded ? side : 'middle';
  const inside = Math.min(width - 34, Math.max(34, at));
  return (
    <text
      x={anchor === 'middle' ? inside : room ? at : inside}
      y={y}
      text-anchor={anchor}
      fill={fill}
      font-weight={600}
    >
      {text}
    </text>
  );
}

const f = (value: number) => Number(value.toFixed(1));
