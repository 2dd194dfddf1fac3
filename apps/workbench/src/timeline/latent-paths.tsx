import { COLOUR, linear, type Scale } from '@sightline/answers/pictures';
import { exp, log, targetFunction, targetLevels } from '@sightline/engine/internal';
import { kept } from '../elements/kept.tsx';
import type { Scene } from '../study/scene.ts';
import type { LawPicture } from '../work/law-picture.ts';
import { LevelLabels, roundLevels } from './level-axis.tsx';
import type { TimelineLayout } from './timeline-layout.ts';

interface LatentPathsProps extends Pick<Scene, 'grid' | 'weights'> {
  target: Scene['study']['target'];
  /** Of the target's levels. */
  unit: string;
  layout: TimelineLayout;
  law: LawPicture | undefined;
}

/**
 * The law: m(t) ± s(t), seeded draws, the first with what the target counts of it, and the data that it was estimated from;
 * below, how much each time counts.
 */
export const LatentPaths = kept(({ grid, weights, target, unit, layout, law }: LatentPathsProps) => {
  const { paths, weight, x, left, right, narrow } = layout;
  // Without a law there is no scale that a threshold could be drawn on.
  const levels = law ? targetLevels(target) : [];
  const y = linear([...(law?.frame ?? [0, 1])], [paths.bottom, paths.top]);
  const logarithmic = law?.transform === 'log';
  const place = (level: number) => y(logarithmic ? log(level) : level);
  const rules = law ? roundLevels(law, layout, place) : [];
  const count = targetFunction(target);
  const heaviest = weights.reduce((most, one) => Math.max(most, one), 0);
  const high = (j: number) => weight.bottom - ((weight.bottom - weight.top) * weights[j]!) / heaviest;
  const half = grid.spacing / 2;
  const steps = Array.from(
    grid.times,
    (time, j) => `L${f(x(time - half))},${f(high(j))}L${f(x(time + half))},${f(high(j))}`,
  );
  const line = (values: readonly (number | null)[]) =>
    values
      .map((z, i) =>
        z === null
          ? ''
          : `${i === 0 || values[i - 1] === null ? 'M' : 'L'}${f(x(law!.times[i]!))},${f(y(z))}`,
      )
      .join('');
  /** About the mean, as far as `reach` says at each time. */
  const about = (reach: readonly number[]) =>
    `${line(law!.mean.map((m, i) => m + reach[i]!))}${law!.mean
      .map((m, i) => [i, m - reach[i]!] as const)
      .reverse()
      .map(([i, z]) => `L${f(x(law!.times[i]!))},${f(y(z))}`)
      .join('')}Z`;
  const [first, ...others] = law?.paths ?? [];
  const data = law?.data;
  // Trajectories of the data are what those of the law stand for.
  const threads = data && data.paths.length > 0 ? data.paths : others;
  return (
    <g>
      <clipPath id="paths-frame">
        <rect x={left} y={paths.top} width={right - left} height={paths.bottom - paths.top} />
      </clipPath>
      <g clip-path="url(#paths-frame)" fill="none">
        {law && <path class="spread" d={about(law.sd)} fill={COLOUR.greyBand} />}
        {rules.map((level) => (
          <line key={level} x1={left} x2={right} y1={place(level)} y2={place(level)} stroke={COLOUR.rule} />
        ))}
        {threads.map((path, i) => (
          <path key={i} d={line(path)} stroke={COLOUR.thread} />
        ))}
        {data?.readings.map(([time, value], i) => (
          <circle key={i} cx={f(x(time))} cy={f(y(value))} r={1.5} fill={COLOUR.axis} />
        ))}
        {data && <path class="error" d={about(data.error)} fill={COLOUR.axis} fill-opacity={0.45} />}
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
            fill-opacity={0.7}
            stroke="none"
          />
        )}
        {law && <path class="mean" d={line(law.mean)} stroke={COLOUR.grey} stroke-dasharray="2 3" />}
        {first && <path d={line(first)} stroke={COLOUR.ink} stroke-width={1.5} />}
      </g>
      <LevelLabels levels={rules} unit={unit} layout={layout} place={place} />
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
      {/* Where there is no room beside the picture, its words stand above it. */}
      {wordsFor(law, narrow).map((line, i, all) => (
        <text
          key={line}
          x={narrow ? left : 12}
          y={(narrow ? 10 : (paths.top + paths.bottom) / 2 - 7 * (all.length - 1)) + 14 * i}
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

/** What is what: in short lines beside the picture, in one above it. */
function wordsFor(law: LawPicture | undefined, narrow: boolean): string[] {
  if (!law) return narrow ? ['no law, so no trajectories'] : ['no law, so no', 'trajectories'];
  const { data } = law;
  const ofData = data && data.paths.length > 0;
  if (narrow) {
    const threads = ofData ? `${data.units} units` : 'trajectories of the law';
    return [`${threads}; band: mean ± SD${data ? ', inner: 95 % CI' : ''}`];
  }
  return [
    ...(ofData
      ? ['grey: the data,', `${data.units} units;`, 'black: one as', 'the law has it;']
      : ['trajectories as', 'the law has them;']),
    ...(data && data.readings.length > 0 ? ['dots: readings;'] : []),
    ...(data ? ['band: mean ± SD;', 'inner: 95 % CI', 'of the mean'] : ['band: mean ± SD']),
  ];
}

/** What a threshold target counts: between the path and the level, wherever it is beyond; between levels, from one to the other. */
function counted(
  path: readonly number[],
  times: readonly number[],
  /** Where they stand. */
  levels: readonly number[],
  g: (value: number) => number,
  { x, y }: { x: Scale; y: Scale },
): string {
  const half = (times[1]! - times[0]!) / 2;
  const [top, bottom] = [Math.min(...levels), Math.max(...levels)];
  return path
    .map((value, i) => {
      if (g(value) === 0) return '';
      const own = y(value);
      const isWithin = own > top && own < bottom;
      const level = isWithin ? top : own <= top ? top : bottom;
      const [from, to] = [x(times[i]! - half), x(times[i]! + half)];
      return `M${f(from)},${f(level)}V${f(isWithin ? bottom : own)}H${f(to)}V${f(level)}Z`;
    })
    .join('');
}

const f = (value: number) => Number(value.toFixed(1));
