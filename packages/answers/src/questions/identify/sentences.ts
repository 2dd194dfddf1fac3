import {
  type AlternativeResult,
  type AugmentationResult,
  type GridSummary,
  type IdentifyResult,
  list,
  realisedNames,
} from '@sightline/study';
import { costText, counted, interval, quoted, shares, worth } from '../../words/quantities.ts';
import { actionsWords } from '../../words/study-words.ts';

// What is known of each alternative, in a sentence.

export const VERDICT: Record<AlternativeResult['verdict'], string> = {
  identified: 'identified',
  'not-identified': 'not identified',
  undecided: 'undecided',
};

const LAW: Record<IdentifyResult['law'], string> = {
  latent: 'law given',
  calibration: 'law estimated from dense data',
  fit: 'law fitted to sparse readings',
  data: 'law of the data',
};

export const lawText = ({ law, estimand }: Pick<IdentifyResult, 'law' | 'estimand'>) =>
  law === 'calibration' && estimand === 'linear' ? 'second moments of dense data' : LAW[law];

/** The protocols behind the benchmark. */
export const behind = (result: Pick<IdentifyResult, 'realised'>) => list(realisedNames(result).map(quoted));

/** What is known of the law beside the study's own. */
export const knownFrom = (result: IdentifyResult) =>
  result.surface ? 'what was seen' : `the benchmark of ${behind(result)}`;

/** What a protocol is worth, where that is known. */
export interface Worth {
  value: number;
  lowerBound?: true | undefined;
}

/** What each of the realised protocols is worth, in their order. */
export function realisedSentence(
  result: Pick<IdentifyResult, 'realised' | 'law'>,
  worths: readonly Worth[],
): string {
  const names = realisedNames(result);
  const said = names.map((name, i) => {
    const { value, ...bound } = worths[i]!;
    return `${quoted(name)} ${i === 0 ? 'predicts the target ' : ''}with ${result.law === 'latent' ? '' : 'an estimated '}${worth(value, bound)}`;
  });
  return names.length === 1
    ? `The realised protocol ${said[0]}.`
    : `Of the realised protocols, each on units of its own, ${list(said)}.`;
}

/** What is known of one protocol that was not run, and what would settle it where it is open. */
export function alternativeSentence(name: string, one: AlternativeResult, result: IdentifyResult): string {
  const { verdict, value, range, unsolved, why } = one;
  const by = knownFrom(result);
  if (verdict === 'undecided')
    return `Whether ${by} identifies the value of ${quoted(name)} is undecided: ${unsolved?.why ?? why}.`;
  if (verdict === 'not-identified')
    return [openSentence(name, one, by, result), settled(one, result)]
      .filter((said) => said !== '')
      .join(' ');
  const known = value ?? (range && range.high - range.low < 1e-3 ? range.low : null);
  const units = result.data ? `, up to the sampling error of ${result.data.units} units` : '';
  const worthText = known === null ? '' : `: ${estimated(known, one, result)}`;
  return `${quoted(name)} is identified${worthText}; ${by} determines its value${units}.`;
}

/** A value that the benchmark determines is still an estimate where the benchmark's law is one. */
function estimated(known: number, one: AlternativeResult, { law, data }: IdentifyResult): string {
  const { intervals } = one;
  if (law === 'latent') return worth(known, one);
  const both = intervals && data ? ` (${interval(data.level, [intervals.low[0], intervals.high[1]])})` : '';
  return `estimated ${worth(known, one)}${both}`;
}

function openSentence(name: string, one: AlternativeResult, by: string, result: IdentifyResult): string {
  const { range, value, lowerBound, intervals } = one;
  const { law, data } = result;
  const what = `${quoted(name)} is not identified`;
  if (!range) return `${what}: ${by} does not determine its value.`;
  const own =
    value === null
      ? ''
      : result.surface
        ? ` It is ${worth(value, { lowerBound })}${standardErrorText(one)} if times that were not seen together are independent given all others.`
        : ` Under the ${lawText(result)}${law === 'latent' ? ' in the study' : ''} it is ${worth(value, { lowerBound })}; that rests on ${result.estimand === 'linear' ? 'these' : 'the law'}, not on the benchmark.`;
  const [low, high] = shares(range.low, range.high);
  const within = (ends: readonly [number, number] | undefined) =>
    ends && data ? ` (${interval(data.level, ends)})` : '';
  const limits = result.surface
    ? ` Both limits are estimates from ${result.surface.units} units, with a sampling error of about that size.`
    : data
      ? ` Both limits are estimates from ${data.units} units.`
      : '';
  return `${what}: ${by} is compatible with R² from ${low}${within(intervals?.low)} to ${high}${within(intervals?.high)}; ${ends(range)}.${result.surface ? `${own}${limits}` : `${limits}${own}`}`;
}

const standardErrorText = ({ standardError }: AlternativeResult) =>
  standardError === undefined ? '' : ` (standard error ${standardError.toFixed(3)})`;

/** Each end is proved or was only reached. */
function ends({ lowStatus, highStatus }: NonNullable<AlternativeResult['range']>): string {
  if (lowStatus === 'exact')
    return highStatus === 'exact'
      ? 'both limits are proved'
      : 'the lower limit is proved, values above the upper one may be compatible too';
  return highStatus === 'exact'
    ? 'the upper limit is proved, values below the lower one may be compatible too'
    : 'both limits are attained, values beyond them may be compatible too';
}

type Added = Pick<AugmentationResult, 'at' | 'width' | 'with'>;

/** Measurements that are added, and on whose units where there are several benchmarks. */
export function addedText({ at, width, with: on }: Added, grid: GridSummary): string {
  const placed = at.map((own, i) => ({ at: own, width: width[i]! }));
  if (!on) return actionsWords(placed, grid);
  return list(
    [...new Set(on)].map((name) => {
      const own = placed.filter((_, i) => on[i] === name);
      return `${actionsWords(own, grid)} on the units of ${quoted(name)}`;
    }),
  );
}

/** What would settle it. */
function settled(
  { augmentation }: AlternativeResult,
  { grid, catalogue, forbidden = 0, law, surface }: IdentifyResult,
): string {
  if (augmentation) {
    const { cost, by } = augmentation;
    const sure = by === 'this-law' ? ' under this law' : '';
    if (surface)
      return `Measuring ${addedText(augmentation, grid)} together on further units, at a cost of ${costText(cost)} each, would identify it.`;
    return `Measuring ${addedText(augmentation, grid)} as well, at a cost of ${costText(cost)}, would identify it${sure}.`;
  }
  return law === 'data' || catalogue === 0
    ? ''
    : `No measurements of the catalogue were found that would identify it${forbidden > 0 ? `; ${counted(forbidden, 'forbidden action')} left out` : ''}.`;
}
