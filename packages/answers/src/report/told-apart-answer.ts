import type { RunResult, UnitsPlanResult } from '@sightline/study';
import { type CalibrateResult, estimateOf, large, list, percent, signed } from '@sightline/study';
import { lawAndData } from '../questions/law-and-data.ts';
import { boundMark } from '../words/quantities.ts';
import { quoted, share } from '../words/study-words.ts';
import { openSentences } from './open-sentences.ts';

/** Whether the units at hand show which protocol is better, and how many would. */
export function toldApartAnswer(run: Pick<RunResult, 'steps' | 'undecided'>): string[] {
  const { calibrate, plan } = run.steps;
  return [
    ...(calibrate ? lawAndData(run.steps.value, calibrate) : []),
    ...(calibrate ? [bestSentence(calibrate), ...othersSentence(calibrate)] : []),
    ...(plan ? [unitsSentence(plan)] : []),
    ...openSentences(run, ['calibrate', 'plan']),
  ];
}

function bestSentence({ bestSet, protocols, units, level, resolution }: CalibrateResult): string {
  const [best, ...rivals] = bestSet;
  if (best === undefined)
    return `${units} units were used for ${resolution!.classes.at(-1)!.size} protocols without names; see the classes below.`;
  const { low, high } = protocols[best]!;
  const worth = `R² ${boundMark(protocols[best]!)}${share(estimateOf(protocols[best]!))} (${percent(level)} interval ${share(low)} to ${share(high)})`;
  const count = Object.keys(protocols).length;
  if (count === 1) return `${units} units give protocol ${quoted(best)} ${worth}.`;
  return rivals.length === 0
    ? `Yes: ${units} units show that protocol ${quoted(best)} is ${count === 2 ? 'the better of the two' : `the best of the ${count}`} named, with ${worth}.`
    : `Protocol ${quoted(best)} has the largest estimate, ${worth}, but ${units} units cannot tell it apart from ` +
        `${list(rivals.map(quoted))}.`;
}

function othersSentence({ bestSet, protocols, comparisons }: CalibrateResult): string[] {
  if (bestSet.length < 2) return [];
  const lost = Object.keys(protocols).filter((name) => !bestSet.includes(name));
  if (lost.length > 0)
    return [
      `${list(lost.map(quoted))} ${lost.length === 1 ? 'is' : 'are'} distinguishably worse than one of these.`,
    ];
  const clear = comparisons.some(({ distinguishable }) => distinguishable);
  return clear ? [] : ['Any of them may be the best.'];
}

function unitsSentence(plan: UnitsPlanResult): string {
  const { pair, gap, gapFrom, pairwise, power, units } = plan;
  const names = pair ? `${quoted(pair.a)} and ${quoted(pair.b)}` : 'two protocols';
  const size =
    gapFrom === 'option'
      ? `a difference of ${gap.toFixed(3)}`
      : `their estimated difference, ${gap.toFixed(3)},`;
  const { unitsNeeded, realistic, why, range } = pairwise;
  if (unitsNeeded === null || !realistic) return `No number of units can be given for ${names}: ${why}.`;
  if (pair?.distinguishable && (gapFrom === 'pair' || unitsNeeded <= units))
    return (
      `The ${units} units at hand tell ${names} apart (by ${signed(pair.low)} to ${signed(pair.high)})` +
      `${unitsNeeded <= units ? '' : `; ${again(plan)}`}.`
    );
  const sure =
    range.high === null
      ? ' That cannot be promised: the true difference may be 0.'
      : range.low !== range.high && range.low !== null
        ? ` By what these data leave open it is ${large(range.low)} to ${large(range.high)}.`
        : '';
  return `To tell ${names} apart, ${size} would take about ${large(unitsNeeded)} units (with a probability of ${percent(power)}).${sure}`;
}

/** What it would take to find the same once more: data that show a difference need not have been sure to. */
function again({ pairwise: { unitsNeeded, range }, power }: UnitsPlanResult): string {
  const open =
    range.low !== null && range.high !== null && range.low !== range.high
      ? ` (${large(range.low)} to ${large(range.high)} by what these data leave open)`
      : '';
  return `a new study would need about ${large(unitsNeeded!)} units${open} to do so with a probability of ${percent(power)}`;
}
