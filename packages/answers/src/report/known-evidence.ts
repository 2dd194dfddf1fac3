import type { AlternativeResult, IdentifyResult, RunResult } from '@sightline/study';
import { digits, percent } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { rangePicture } from '../pictures/range-picture.ts';
import { type ShownWorld, worldsPicture } from '../pictures/worlds-picture.ts';
import { boundMark } from '../words/quantities.ts';
import { quoted, time } from '../words/study-words.ts';
import { dataTable } from './data-table.ts';
import { figure } from './figure.ts';

/** What the benchmark leaves open: ranges, and for each open value two worlds that it cannot tell apart. */
export function knownEvidence(run: RunResult): Markup {
  const { identify } = run.steps;
  if (!identify) return html``;
  const named = Object.entries(identify.alternatives);
  const ends = named.some(
    ([, { range }]) => range && [range.lowStatus, range.highStatus].includes('attained'),
  );
  const { data } = identify;
  const estimated = data ? [{ name: `${percent(data.level)} interval`, number: true }] : [];
  return html`<h3>What the benchmark leaves open</h3>
${figure(
  (width) =>
    rangePicture({
      width,
      ranges: named.map(([name, { range, value, lowerBound, verdict }]) => ({
        name,
        range,
        value,
        lowerBound,
        verdict: VERDICT[verdict],
      })),
    }),
  `Values that fit the benchmark of ${quoted(identify.realised)}, if ${
    identify.assume === 'stationary'
      ? 'the trajectory is stationary'
      : 'any correlations over time are possible'
  }. A wall at the end of a bar is proved: nothing lies beyond. ${
    ends ? 'An arrow was reached by a possible world; more may be possible. ' : ''
  }${named.some(([, { value }]) => value !== null) ? 'The dot is the value under the study’s own law.' : ''}`,
)}${dataTable(
  'Verdicts',
  [
    { name: 'protocol' },
    { name: 'verdict' },
    { name: 'lowest', number: true },
    ...estimated,
    { name: 'highest', number: true },
    ...estimated,
    { name: 'why' },
  ],
  named.map(([name, { verdict, range, intervals, why }]) => [
    name,
    VERDICT[verdict],
    range ? range.low.toFixed(4) : '',
    ...(data ? [intervals ? spanWords(intervals.low) : ''] : []),
    range ? range.high.toFixed(4) : '',
    ...(data ? [intervals ? spanWords(intervals.high) : ''] : []),
    why,
  ]),
)}${named.map(([name, one]) => worldsEvidence(name, one, identify, run))}`;
}

const spanWords = ([from, to]: readonly [number, number]) => `${from.toFixed(3)} to ${to.toFixed(3)}`;

/** A verdict as readers have it. */
export const VERDICT: Record<AlternativeResult['verdict'], string> = {
  identified: 'known',
  'not-identified': 'not known',
  undecided: 'undecided',
};

function worldsEvidence(
  name: string,
  { worlds, worldsDiffer }: AlternativeResult,
  { grid, assume, realised }: IdentifyResult,
  { worlds: seen, protocols }: RunResult,
): Markup {
  const drawn = worlds.flatMap(({ covariance, ...world }): ShownWorld[] =>
    covariance === null ? [] : [{ ...world, covariance }],
  );
  const [low, high] = drawn;
  const same = seen[name];
  if (!low || !high) return html``;
  const { times, correlations } = worldsDiffer!;
  const stationary = assume === 'stationary';
  return html`<h3>Two worlds, one benchmark: ${name}</h3>
${figure(
  (width) =>
    worldsPicture({
      width,
      alternative: name,
      realised,
      worlds: [low, high],
      stationary,
      grid,
      seen: protocols[realised]!,
      held: same
        ? [
            `value of ${realised}: ${same.realisedValue.map((value) => value.toFixed(4)).join(' and ')}`,
            `variance of the target: ${same.targetVariance.map(digits).join(' and ')}`,
          ]
        : [],
    }),
  `Nobody who has only the benchmark of ${quoted(realised)} can say in which of these two worlds the units live, yet ` +
    `${quoted(name)} is worth ${boundMark(low)}${low.value.toFixed(3)} in one and ${boundMark(high)}${high.value.toFixed(3)} in the other. They differ most in ` +
    `the correlation between ${time(times[0], grid.unit)} and ${time(times[1], grid.unit)}: ` +
    `${correlations.map((value) => value.toFixed(2).replace('-', '−')).join(' and ')}. ` +
    (stationary
      ? 'Shown is the correlation against the time between two moments.'
      : 'A square for each pair of times is as large as their correlation, open where it is negative' +
        `${grid.points > 32 ? '; neighbouring times are taken together' : ''}. Black strokes mark what the benchmark looks at.`),
)}`;
}
