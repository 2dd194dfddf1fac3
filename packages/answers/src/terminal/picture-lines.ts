import { clockText, layoutTitle } from '@sightline/engine/internal';
import { printable } from '@sightline/study';
import type { Picture } from '../pictures/draw.ts';
import { shownEnds } from '../pictures/range-picture.ts';
import { isFixed, type SupportsPicture } from '../pictures/supports-plot.ts';
import { bar } from './bar.ts';
import { timeline } from './timeline.ts';
import { COLUMNS, length } from './wrap-text.ts';

const BAR = 50;

/** A picture in letters, where it has such a form; else nothing. */
export function pictureLines(picture: Picture): string[] {
  if (picture.name === 'ranges') {
    const drawn = picture.of.ranges.filter(({ range }) => range !== null);
    const [low, high] = shownEnds(picture.of.ranges);
    const along = (value: number) => (value - low) / (high - low);
    const room = COLUMNS - BAR - 4 - `${low}${high}`.length;
    const cut = (name: string) => (length(name) > room ? `${[...name].slice(0, room - 1).join('')}…` : name);
    const names = drawn.map(({ name }) => cut(printable(name)));
    const widest = names.reduce((most, name) => Math.max(most, length(name)), 0);
    return drawn.map(({ range, value, lowerBound }, i) => {
      const space = ' '.repeat(widest - length(names[i]!));
      return `${names[i]}${space}  ${low} ${bar(along(range!.low), along(range!.high), lowerBound || value === null ? null : along(value), BAR)} ${high}`;
    });
  }
  if (picture.name === 'protocols') {
    const { horizon, unit, start, protocols } = picture.of;
    const [chosen, catalogue] = protocols;
    if (!chosen || !catalogue) return [];
    const drawn = (cells?: number, ends?: readonly [string, string]) =>
      timeline(horizon, catalogue.actions, chosen.actions, cells, ends);
    if (start === undefined) return [drawn() + (unit ? ` ${unit}` : '')];
    const ends = [0, horizon].map((at) => clockText(at, picture.of)!) as [string, string];
    return [drawn(COLUMNS - 8 - ends.join('').length, ends)];
  }
  return picture.name === 'supports' ? supportsLines(picture.of) : [];
}

/** Of the first layout that is learned, what each fold observes. */
function supportsLines({ points, targets, ends }: SupportsPicture): string[] {
  return targets.flatMap(({ layouts }) => {
    const learned = layouts.find(({ folds }) => !isFixed(folds));
    if (!learned) return [];
    return [
      `observed grid points, ${layoutTitle(learned.layout)}`,
      ...learned.folds.map((own, fold) => {
        const placed = own.map((j) => ({ at: j + 0.5, width: 0 }));
        return `fold ${fold}`.padEnd(12) + timeline(points, [], placed, Math.min(60, points), ends);
      }),
    ];
  });
}
