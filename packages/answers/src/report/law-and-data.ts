import type { CalibrateResult, ValueResult } from '@sightline/study';
import { list, percent } from '@sightline/study';
import { boundMark } from '../words/quantities.ts';
import { quoted, share } from '../words/study-words.ts';

/** More than these are counted. */
const MOST = 3;

/**
 * Whether values under a law that the study gives agree with those from its dense data, which are estimated without that
 * law: whoever reads both must not take them for one. Only values of the same kind are compared.
 */
export function lawAndData(value: ValueResult | undefined, calibrate: CalibrateResult): string[] {
  if (value?.law !== 'latent' || calibrate.estimand !== 'gaussian') return [];
  const pairs = Object.entries(calibrate.protocols).flatMap(([name, { low, high }]) => {
    const own = value.protocols[name];
    // A value known as a lower bound lies below an interval only as far as it is known.
    const below = own?.lowerBound ? Number.NEGATIVE_INFINITY : low - (own?.value ?? 0);
    return own ? [{ name, own, low, high, off: Math.max(below, own.value - high) }] : [];
  });
  if (pairs.length === 0) return [];
  const outside = pairs.filter(({ off }) => off > 0).sort((a, b) => b.off - a.off);
  const level = percent(calibrate.level);
  const from = 'What follows is estimated from the data, without the law given in the study';
  if (outside.length === 0)
    return [
      `${from}, whose ${pairs.length === 1 ? 'value lies' : 'values lie'} inside the ${level} intervals.`,
    ];
  const said = outside
    .slice(0, MOST)
    .map(
      ({ name, own, low, high }) =>
        `R² ${boundMark(own)}${share(own.value)} for ${quoted(name)} (${share(low)} to ${share(high)} from the data)`,
    );
  const more = outside.length - said.length;
  return [
    `${from}. The two disagree: outside of the ${level} interval, that law gives ` +
      `${list([...said, ...(more > 0 ? [`such a value for ${more} more protocol${more === 1 ? '' : 's'}`] : [])])}.`,
  ];
}
