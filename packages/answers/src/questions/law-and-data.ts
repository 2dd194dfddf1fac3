import type { CalibrateResult, ValueResult } from '@sightline/study';
import { percent } from '@sightline/study';
import { listed, quoted, share, worth } from '../words/quantities.ts';

/**
 * Whether values under a law that the study gives agree with those from its dense data, which are estimated without that
 * law: a reader must not take them for one. Only values of the same kind are compared.
 */
export function lawAndData(value: ValueResult | undefined, calibrate: CalibrateResult): string[] {
  if (value?.law !== 'latent' || calibrate.estimand !== 'gaussian' || calibrate.fitted) return [];
  const pairs = Object.entries(calibrate.protocols).flatMap(([name, { low, high }]) => {
    const own = value.protocols[name];
    // A value known as a lower bound lies below an interval only as far as it is known.
    const below = own?.lowerBound ? Number.NEGATIVE_INFINITY : low - (own?.value ?? 0);
    return own ? [{ name, own, low, high, off: Math.max(below, own.value - high) }] : [];
  });
  if (pairs.length === 0) return [];
  const outside = pairs.filter(({ off }) => off > 0).sort((a, b) => b.off - a.off);
  const level = percent(calibrate.level);
  const from = 'The estimates do not use the law given in the study';
  if (outside.length === 0)
    return [
      `${from}, whose ${pairs.length === 1 ? 'value lies' : 'values lie'} inside the ${level} intervals.`,
    ];
  const said = outside.map(
    ({ name, own, low, high }) =>
      `${worth(own.value, own)} for ${quoted(name)} (${share(low)} to ${share(high)} from the data)`,
  );
  return [`${from}, and the two disagree: outside the ${level} interval, that law gives ${listed(said, 3)}.`];
}
