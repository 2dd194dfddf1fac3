import type { AlternativeResult, IdentifyResult, RunResult } from '@sightline/study';
import { list, percent } from '@sightline/study';
import { costText } from '../terminal/result-text.ts';
import { boundMark } from '../words/quantities.ts';
import { actionsWords, quoted, share, targetWords } from '../words/study-words.ts';
import { openSentences } from './open-sentences.ts';

/** What the protocols are worth, and whether that is known or only assumed. */
export function knownAnswer(run: RunResult): string[] {
  const { value, identify } = run.steps;
  if (!identify)
    return [...valueSentences(run), ...openSentences(run, ['value', 'identify']), ...unasked(run)];
  const target = targetWords(run.given.target!);
  const realised = value?.protocols[identify.realised];
  return [
    ...(realised ? [ranSentence(identify, realised, target)] : []),
    ...Object.entries(identify.alternatives).map(([name, one]) =>
      alternativeSentences(name, one, identify, target),
    ),
  ];
}

function valueSentences(run: RunResult): string[] {
  const { value } = run.steps;
  if (!value) return [];
  const ranked = Object.entries(value.protocols).sort(([, a], [, b]) => b.value - a.value);
  const [[best, first], ...others] = ranked as [(typeof ranked)[number], ...typeof ranked];
  const rest = others.map(([name, one]) => `${quoted(name)} with ${boundMark(one)}${share(one.value)}`);
  return [
    `Under the law ${lawOf(run)}, protocol ${quoted(best)} would predict ${targetWords(run.given.target!)} with R² ` +
      `${boundMark(first)}${share(first.value)}${rest.length > 0 ? `, ${list(rest)}` : ''}.`,
  ];
}

function lawOf({ steps }: RunResult): string {
  const { value, calibrate } = steps;
  if (value?.law !== 'calibration') return 'given in the study';
  return calibrate ? `estimated from ${calibrate.units} units` : 'estimated from dense data';
}

function unasked({ skipped, steps }: RunResult): string[] {
  const own = skipped.find(({ step }) => step === 'identify');
  return own && steps.value ? [`Whether a benchmark determines these values was not asked: ${own.why}.`] : [];
}

/** What the realised protocol is worth. */
export function ranSentence(
  { realised, law }: Pick<IdentifyResult, 'realised' | 'law'>,
  worth: { value: number; lowerBound?: true },
  target: string,
): string {
  return `Protocol ${quoted(realised)}, the one behind the benchmark, predicts ${target} with ${
    law === 'latent' ? 'R²' : 'an estimated R² of'
  } ${boundMark(worth)}${share(worth.value)}.`;
}

/** What is known of one protocol that was not run, and what would settle it where it is open. */
export function alternativeSentences(
  name: string,
  one: AlternativeResult,
  identify: IdentifyResult,
  target: string,
): string {
  const { verdict, value, range, unsolved, why } = one;
  const by = `the benchmark of ${quoted(identify.realised)}`;
  if (verdict === 'undecided')
    return `Whether ${by} determines what ${quoted(name)} would be worth is undecided: ${unsolved?.why ?? why}.`;
  const worth = value ?? (range && range.high - range.low < 1e-3 ? range.low : null);
  if (verdict === 'identified')
    return `Protocol ${quoted(name)} would predict ${target} with ${
      worth === null ? 'a value' : knownWorth(worth, one, identify)
    }; ${by} determines this${identify.data ? `, as exactly as ${identify.data.units} units can` : ''}.`;
  return [notKnown(name, one, by, identify), fix(one, identify)].filter((text) => text !== '').join(' ');
}

/** A value that the benchmark determines is still an estimate where the benchmark's law is one. */
function knownWorth(
  worth: number,
  one: AlternativeResult,
  { law, data }: Pick<IdentifyResult, 'law' | 'data'>,
): string {
  const { intervals } = one;
  if (law === 'latent') return `R² ${boundMark(one)}${share(worth)}`;
  const both: Ends | undefined = intervals ? [intervals.low[0], intervals.high[1]] : undefined;
  return `an R² that is estimated at ${boundMark(one)}${share(worth)}${within(both, data)}`;
}

type Ends = readonly [number, number];

/** The interval behind an estimate from data of the benchmark. */
const within = (ends: Ends | undefined, data: IdentifyResult['data']) =>
  ends && data ? ` (${percent(data.level)} interval ${share(ends[0])} to ${share(ends[1])})` : '';

function notKnown(
  name: string,
  { range, value, lowerBound, intervals }: AlternativeResult,
  by: string,
  { law, data }: IdentifyResult,
): string {
  const what = `What protocol ${quoted(name)} would be worth is not known: ${by} cannot tell`;
  if (!range) return `${what}.`;
  const own =
    value === null
      ? ''
      : ` Under the law ${law === 'calibration' ? 'estimated from the data' : 'given in the study'} it would be ` +
        `${boundMark({ lowerBound })}${share(value)}, but that rests on the law, not on the benchmark.`;
  const low = `${share(range.low)}${within(intervals?.low, data)}`;
  const high = `${share(range.high)}${within(intervals?.high, data)}`;
  const limits = data ? ` Both limits are estimates from ${data.units} units.` : '';
  return `${what}. An R² of ${low} fits it as well as one of ${high}; ${beyond(range)}.${limits}${own}`;
}

/** Each end is proved or was only reached. */
function beyond({ lowStatus, highStatus }: NonNullable<AlternativeResult['range']>): string {
  if (lowStatus === 'exact')
    return highStatus === 'exact' ? 'nothing outside of these two does' : 'nothing lower does, higher may';
  return highStatus === 'exact' ? 'nothing higher does, lower may' : 'values beyond may fit as well';
}

function fix({ augmentation }: AlternativeResult, { grid, catalogue, law }: IdentifyResult): string {
  if (augmentation) {
    const { at, width, cost, by } = augmentation;
    const sure = by === 'this-law' ? ', if the law is the right one' : '';
    const actions = at.map((when, i) => ({ at: when, width: width[i]! }));
    return `Measuring ${actionsWords(actions, grid.unit)} as well, at a cost of ${costText(cost)}, would settle it${sure}.`;
  }
  return law === 'data' || catalogue === 0
    ? ''
    : 'No measurements of the catalogue were found that would settle it.';
}
