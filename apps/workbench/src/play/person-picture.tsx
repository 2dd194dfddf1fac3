import {
  COLOUR,
  element,
  label,
  line,
  linear,
  logTicks,
  MUTED,
  numbered,
  polyline,
  ticks,
  words,
} from '@sightline/answers/pictures';
import { exp, log, type TimeGrid, targetLevels } from '@sightline/engine/internal';
import { Drawing, Drawn, dot, rangeOf, timeBelow } from '../elements/drawing.tsx';
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
  const x = linear([0, grid.horizon], [LEFT, right]);
  const read = readings.filter((value) => !Number.isNaN(value));
  // A reading beyond what trajectories reach is seen all the same.
  const frame = rangeOf([...people.frame, ...path, ...read]);
  const y = linear(frame, [bottom, TOP]);
  const along = linear(range, [LEFT + 8, right - 8]);
  const level = (one: number) => y(people.transform === 'log' ? log(one) : one);
  const levels =
    people.transform === 'log'
      ? numbered(logTicks(exp(frame[0]), exp(frame[1])), level)
      : numbered(ticks(...frame, 4), y);
  const missed = read.length < readings.length ? '; ×: missed' : '';
  const happened = [
    words(LEFT, 14, `what happened${unit && `, in ${unit}`}, and what was read of it${missed}`, MUTED),
    ...timeBelow(x, grid, { left: LEFT, right, top: TOP, bottom }, width / 80),
    ...levels.map(({ at, text }) => words(LEFT - 6, at + 4, text, { 'text-anchor': 'end', ...MUTED })),
    ...targetLevels(target).map((one) =>
      line(LEFT, level(one), right, level(one), { stroke: COLOUR.red, 'stroke-dasharray': '5 4' }),
    ),
    polyline(
      path.map((value, i) => [x(people.times[i]!), y(value)] as const),
      { stroke: COLOUR.ink, 'stroke-width': 1.5 },
    ),
  ];
  const ofTarget = [
    words(LEFT, strip - 36, targetName, MUTED),
    line(along(range[0]), strip, along(range[1]), strip, { stroke: COLOUR.axis }),
    ...ticks(...range, Math.max(2, width / 110)).map((value) =>
      words(along(value), strip + 30, label(value), { 'text-anchor': 'middle', ...MUTED }),
    ),
    line(along(low), strip, along(high), strip, {
      stroke: colour,
      'stroke-opacity': 0.25,
      'stroke-width': 12,
    }),
    line(along(predicted), strip - 9, along(predicted), strip + 9, { stroke: colour, 'stroke-width': 3 }),
    element('path', {
      d: `M${f(along(truth))},${strip - 7}l6,7l-6,7l-6,-7z`,
      fill: COLOUR.black,
      stroke: COLOUR.ground,
    }),
    named('predicted', colour, { at: along(predicted), other: along(truth), y: strip - 20, width }),
    named('truth', COLOUR.ink, { at: along(truth), other: along(predicted), y: strip - 20, width }),
  ];
  return (
    <Drawing width={width} height={strip + 46} title={title}>
      <Drawn of={happened} />
      <g key={person}>
        {readings.map((value, a) => {
          const { at, width: wide } = people.readings[a]!;
          if (Number.isNaN(value)) {
            const d = `M${f(x(at)) - 4},${bottom - 14}l8,8m0,-8l-8,8`;
            const cross = { class: 'missed', d, fill: 'none', stroke: colour, 'stroke-width': 1.5 };
            return <Drawn key={a} of={[element('path', cross, element('title', {}, 'missed'))]} />;
          }
          const [from, to] = [x(at - wide / 2), x(at + wide / 2)];
          const landed = [
            ...(wide > 0 ? [line(from, y(value), to, y(value), { stroke: colour, 'stroke-width': 4 })] : []),
            dot(x(at), y(value), 5, colour),
          ];
          return <Drawn key={a} kind="lands" of={landed} />;
        })}
      </g>
      <Drawn of={ofTarget} />
    </Drawing>
  );
}

interface Place {
  at: number;
  /** Where the other one's word stands: this one grows away from it. */
  other: number;
  y: number;
  width: number;
}

function named(text: string, fill: string, { at, other, y, width }: Place): string {
  const crowded = Math.abs(at - other) < 60;
  const side = at < other || (at === other && text === 'truth') ? 'end' : 'start';
  const room = side === 'end' ? at > 60 : at < width - 60;
  const anchor = crowded ? side : 'middle';
  const inside = Math.min(width - 34, Math.max(34, at));
  return words(anchor !== 'middle' && room ? at : inside, y, text, {
    'text-anchor': anchor,
    fill,
    'font-weight': 600,
  });
}

const f = (value: number) => Number(value.toFixed(1));
