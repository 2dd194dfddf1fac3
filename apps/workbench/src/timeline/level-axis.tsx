import { COLOUR, HALO, label, ticks } from '@sightline/answers/pictures';
import { exp } from '@sightline/engine/internal';
import type { LawPicture } from '../work/law-picture.ts';
import type { TimelineLayout } from './timeline-layout.ts';

/** Pixels from one level to the next. */
const ROOM = 26;

/** Round levels that have room. */
export function roundLevels(
  { frame, transform }: LawPicture,
  { paths }: TimelineLayout,
  place: (level: number) => number,
): number[] {
  const [low, high] = transform === 'log' ? [exp(frame[0]), exp(frame[1])] : frame;
  const found: number[] = [];
  for (const level of ticks(low, high, Math.max(2, (paths.bottom - paths.top) / ROOM))) {
    const last = found.at(-1);
    // Those of a logarithm crowd at its upper end.
    const isFree = last === undefined || place(last) - place(level) >= ROOM / 2;
    if (isFree && place(level) > paths.top + 16) found.push(level);
  }
  return found;
}

interface LevelLabelsProps {
  levels: readonly number[];
  unit: string;
  layout: TimelineLayout;
  place(level: number): number;
}

/** Below their unit; where there is no room beside the trajectories, on their rules, the highest with the unit. */
export function LevelLabels({ levels, unit, layout: { left, paths, narrow }, place }: LevelLabelsProps) {
  return (
    <g font-size={11} fill={COLOUR.muted}>
      {levels.map((level, i) => (
        <text
          key={level}
          x={narrow ? left + 3 : left - 6}
          y={place(level) + (narrow ? -3 : 4)}
          text-anchor={narrow ? 'start' : 'end'}
          {...HALO}
        >
          {`${label(level)}${narrow && i === levels.length - 1 ? ` ${unit}` : ''}`.trim()}
        </text>
      ))}
      {!narrow && (
        <text x={left - 6} y={paths.top + 6} text-anchor="end">
          {unit}
        </text>
      )}
    </g>
  );
}
