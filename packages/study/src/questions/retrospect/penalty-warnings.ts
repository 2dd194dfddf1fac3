import { type LayoutFit, PENALTIES } from '@sightline/engine/internal';
import { warned } from '../../problems/warning.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import { quoted } from '../../words/text.ts';
import type { Analysis } from './analyses.ts';

/** Of templates whose penalty lies at an end of the range. */
const MOST_NAMED = 3;

/**
 * Penalties are chosen among 25: where in most folds of a template the smallest or the largest is best and the error still
 * falls there, R² is that of the range's end. One warning for each end. `fits` are by analysis and template, whose `names` are given.
 */
export function penaltiesAtEnd(
  analyses: readonly Pick<Analysis, 'name'>[],
  fits: readonly (readonly Pick<LayoutFit, 'atEnd'>[])[],
  names: readonly string[],
): RetrospectWarning[] {
  const templates = fits.flatMap((own, a) =>
    own.map(({ atEnd }, t) => ({ analysis: analyses[a]!.name, template: names[t]!, atEnd })),
  );
  return ([-1, 1] as const).flatMap((end): RetrospectWarning[] => {
    const found = templates
      .map((one) => ({ ...one, count: one.atEnd.filter((own) => own === end).length }))
      .filter(({ count, atEnd }) => 2 * count > atEnd.length);
    if (found.length === 0) return [];
    const named = [...found]
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_NAMED)
      .map((one) => `${quoted(one.analysis)} ${one.template} in ${one.count} of ${one.atEnd.length} folds`);
    const left = found.length - named.length;
    const means =
      end < 0
        ? 'readings are nearly collinear there, and R² might be larger with less shrinkage'
        : 'R² might be larger with more shrinkage';
    return warned(
      'penalty-at-end',
      'templates',
      `the ${end < 0 ? 'smallest' : 'largest'} of the ${PENALTIES.length} penalties, ${end < 0 ? PENALTIES[0] : PENALTIES.at(-1)}, ` +
        `was best in most folds of ${found.length} of ${templates.length} templates (${named.join(', ')}` +
        `${left > 0 ? ` and ${left} more` : ''}): ${means}`,
    );
  });
}
