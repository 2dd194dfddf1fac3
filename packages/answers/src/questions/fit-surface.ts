import type { GridSummary, SurfaceFitResult, SurfaceSummary } from '@sightline/study';
import { countsText, list, moment, shareText } from '@sightline/study';
import type { AnswerDocument } from '../document/document.ts';
import { documentOf, facts, fixed, number, section, table } from '../document/parts.ts';
import { counted, digits, share, time } from '../words/quantities.ts';

/** A law without a kernel: what smoothing shows of it, and what nobody saw. */
export function surfaceDocument(result: SurfaceFitResult): AnswerDocument {
  const { surface, study, transform, lags, grid } = result;
  const whole = surface.unseen.pairs === 0;
  return documentOf(result, {
    verdict: [lawSentence(result), seenSentence(surface, grid)],
    sections: [
      ...section('lags', 'Correlations by lag', [
        table(
          'lags',
          '',
          [
            number(`lag${grid.unit ? ` (${grid.unit})` : ''}`),
            number('pairs seen'),
            number('mean correlation'),
          ],
          shownLags(lags).map(({ lag, pairs, seen, correlation }) => [
            { number: lag, text: digits(lag) },
            `${seen} of ${pairs}`,
            correlation === null ? 'not seen' : fixed(correlation, 3),
          ]),
        ),
      ]),
    ],
    basis: facts(
      ['estimate', 'local-linear smoothing of readings and of products of two readings, without a kernel'],
      ['bandwidth', bandwidthText(result)],
      [
        'seen',
        `a pair of grid points at which ${surface.leastUnits} units or more count in full, no further than a quarter of the bandwidth outside of where readings are`,
      ],
      [
        'noise',
        `variance of a reading${surface.noiseEstimated ? ': half squared differences of two readings, at lag 0' : ', held as given'}`,
      ],
      transform === 'log' ? ['logarithm', 'mean, sd and noise are those of the logarithm'] : null,
      [
        'data',
        `${result.data.file}: ${result.data.rows} rows, ${result.readings} readings of ${countsText(result)}`,
      ],
    ),
    next: facts(
      whole
        ? ['values', `\`sightline value ${study}\` computes with this law`]
        : ['values', `\`sightline identify ${study}\` says which values follow of what was seen`],
    ),
  });
}

function lawSentence({
  readings,
  surface,
  mean,
  sd,
  words,
  transform,
  grid,
  ...counts
}: SurfaceFitResult): string {
  const unit = transform === 'log' ? '' : words?.value ? ` ${words.value}` : '';
  const log = transform === 'log' ? ' of the logarithm' : '';
  const span = (values: readonly number[]) => {
    const [low, high] = [digits(Math.min(...values)), digits(Math.max(...values))];
    return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
  };
  return (
    `${readings} readings of ${countsText(counts)}, smoothed over ${time(surface.bandwidth.surface, grid.unit)} to either side, show a mean${log} of ${span(mean)} and a ` +
    `standard deviation of ${span(sd)}; a reading has noise of variance ${digits(surface.noise)} (standard deviation ${digits(Math.sqrt(surface.noise))}${unit}).`
  );
}

/** What was seen of pairs of times, and what not. */
export function seenSentence(surface: SurfaceSummary, grid: GridSummary): string {
  const { unseen, leastUnits } = surface;
  if (unseen.pairs === 0) return 'Every pair of times was seen together: the law is known at all of them.';
  return (
    `${shareText(surface.seen)} of all pairs of times were seen together in ${counted(leastUnits, 'unit')} or more. Not seen: ${unseenText(surface, grid)}. ` +
    'Nothing is put in their place.'
  );
}

/** '06:30 to 09:30 with 16:30 to 21:30'. */
export function unseenText({ unseen: { lag, stretches } }: SurfaceSummary, grid: GridSummary): string {
  if (lag !== null) return `times further apart than ${time(lag, grid.unit)}`;
  const span = ([from, to]: readonly [number, number]) =>
    from === to ? moment(from, grid) : `${moment(from, grid)} to ${moment(to, grid)}`;
  const shown = stretches.slice(0, 3).map(({ one, other }) => `${span(one)} with ${span(other)}`);
  const others = stretches.slice(3).reduce((sum, { pairs }) => sum + pairs, 0);
  return list([...shown, ...(others > 0 ? [`${counted(others, 'pair')} more`] : [])]);
}

function bandwidthText({ surface, tried, grid }: SurfaceFitResult): string {
  const { mean, surface: own } = surface.bandwidth;
  if (tried === null) return `${time(own, grid.unit)}, as given`;
  const widest = own === tried.surface.at(-1)?.bandwidth ? ', the widest that was tried' : '';
  return (
    `${time(own, grid.unit)} for products${widest}, ${time(mean, grid.unit)} for the mean: they predict units held out best, of ` +
    `${tried.surface.length} from ${share(tried.surface[0]!.bandwidth, 2)} to ${time(tried.surface.at(-1)!.bandwidth, grid.unit)}`
  );
}

/** Some lags over the whole range. */
function shownLags(lags: SurfaceFitResult['lags']): SurfaceFitResult['lags'] {
  const most = 10;
  if (lags.length <= most) return lags;
  const places = Array.from({ length: most }, (_, i) => Math.round((i * (lags.length - 1)) / (most - 1)));
  return places.map((place) => lags[place]!);
}
