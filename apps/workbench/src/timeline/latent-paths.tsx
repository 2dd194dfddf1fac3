import { COLOUR, linear, type Scale } from '@sightline/answers/pictures';
import { exp, log, targetFunction, targetLevels } from '@sightline/engine/internal';
import { kept } from '../elements/kept.tsx';
import type { Scene } from '../study/scene.ts';
import type { LawPicture } from '../work/law-picture.ts';
import type { TimelineLayout } from './timeline-layout.ts';

interface LatentPathsProps extends Pick<Scene, 'grid' | 'weights'> {
  target: Scene['study']['target'];
  /** Of the target's levels. */
  unit: string;
  layout: TimelineLayout;
  law: LawPicture | undefined;
}

/** Seeded draws from the law, the first with what the target counts of it; below, how much each time counts. */
export const LatentPaths = kept(({ grid, weights, target, unit, layout, law }: LatentPathsProps) => {
  const { paths, weight, x, left, right, narrow } = layout;
  // Without a law there is no scale that a threshold could be drawn on.
  const levels = law ? targetLevels(target) : [];
  const y = linear([...(law?.frame ?? [0, 1])], [paths.bottom, paths.top]);
  const logarithmic = law?.transform === 'log';
  const place = (level: number) => y(logarithmic ? log(level) : level);
  const count = targetFunction(target);
  const heaviest = weights.reduce((most, one) => Math.max(most, one), 0);
  const high = (j: number) => weight.bottom - ((weight.bottom - weight.top) * weights[j]!) / heaviest;
  const half = grid.spacing / 2;
  const steps = Array.from(
    grid.times,
    (time, j) => `L${f(x(time - half))},${f(high(j))}L${f(x(time + half))},${f(high(j))}`,
  );
  const line = (values: readonly number[]) =>
    values.map((z, i) => `${i === 0 ? 'M' : 'L'}${f(x(law!.times[i]!))},${f(y(z))}`).join('');
  const [first, ...others] = law?.paths ?? [];
  const words = first ? ['trajectories as', 'the law has them'] : ['no law, so no', 'trajectories'];
  return (
    <g>
      <clipPath id="paths-frame">
        <rect x={left} y={paths.top} width={right - left} height={paths.bottom - paths.top} />
      </clipPath>
      <g clip-path="url(#paths-frame)" fill="none">
        {others.map((path, i) => (
          <path key={i} d={line(path)} stroke={COLOUR.thread} />
        ))}
        {first && levels.length > 0 && (
          <path
            d={counted(
              first,
              law!.times,
              levels.map(place),
              (value) => count(logarithmic ? exp(value) : value),
              { x: layout.x, y },
            )}
            fill={COLOUR.redBand}
            stroke="none"
          />
        )}
        {first && <path d={line(first)} stroke={COLOUR.ink} stroke-width={1.5} />}
      </g>
      {levels.map((level) => (
        <g key={level}>
          <line
            x1={left}
            x2={right}
            y1={place(level)}
            y2={place(level)}
            stroke={COLOUR.red}
            stroke-dasharray="5 4"
          />
          <text
            x={narrow ? right : right + 20}
            y={place(level) + (narrow ? -4 : 4)}
            text-anchor={narrow ? 'end' : 'start'}
            font-size={11}
            fill={COLOUR.red}
          >
            {`threshold ${level} ${unit}`.trim()}
          </text>
        </g>
      ))}
      <path
        d={`M${f(left)},${weight.bottom}${steps.join('')}L${f(right)},${weight.bottom}Z`}
        fill={COLOUR.greyBand}
      />
      <line x1={left} x2={right} y1={weight.bottom} y2={weight.bottom} stroke={COLOUR.axis} />
      {/* Where there is no room beside the picture, its words stand in it. */}
      {(narrow ? [words.join(' ')] : words).map((line, i) => (
        <text
          key={line}
          x={narrow ? left : 12}
          y={narrow ? paths.top : (paths.top + paths.bottom) / 2 + 14 * i}
          font-size={11}
          fill={COLOUR.muted}
        >
          {line}
        </text>
      ))}
      <text x={narrow ? left + 6 : 12} y={weight.bottom - 8} font-size={11} fill={COLOUR.muted}>
        weight in the target
      </text>
    </g>
  );
});

/** What a threshold target counts: between the path and the level, wherever it is beyond. */
function counted(
  path: readonly number[],
  times: readonly number[],
  /** Where they stand. */
  levels: readonly number[],
  g: (value: number) => number,
  { x, y }: { x: Scale; y: Scale },
): string {
  const half = (times[1]! - times[0]!) / 2;
  return path
    .map((value, i) => {
      if (g(value) === 0) return '';
      const own = y(value);
      const level = levels.reduce((near, one) => (Math.abs(one - own) < Math.abs(near - own) ? one : near));
      const [from, to] = [x(times[i]! - half), x(times[i]! + half)];
      return `M${f(from)},${f(level)}V${f(own)}H${f(to)}V${f(level)}Z`;
    })
    .join('');
}

const f = (value: number) => Number(value.toFixed(1));
