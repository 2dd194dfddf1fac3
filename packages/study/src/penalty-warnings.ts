import { type LayoutFit, PENALTIES } from '@sightline/engine';
import { quoted } from './calibrate-text.ts';
import type { RecordsSettings } from './records-settings.ts';
import type { Analysis } from './retrospect-plan.ts';
import type { RetrospectWarning } from './retrospect-warnings.ts';
import { templateName } from './template-name.ts';

/** Of templates whose penalty lies at an end of the range. */
const MOST_NAMED = 3;

/**
 * Penalties are chosen among 25: where the smallest or the largest is best, a further one might be better still, and R² is
 * that of the range's end. One warning for each end. `fits` are by analysis and layout, then by budget.
 */
export function penaltiesAtEnd(
  analyses: readonly Pick<Analysis, 'name'>[],
  fits: readonly (readonly Pick<LayoutFit, 'atEnd'>[])[],
  { layouts, budgets }: Pick<RecordsSettings, 'layouts' | 'budgets'>,
): RetrospectWarning[] {
  const templates = fits.flatMap((own, piece) =>
    own.map(({ atEnd }, b) => ({
      analysis: analyses[Math.floor(piece / layouts.length)]!.name,
      template: templateName(layouts[piece % layouts.length]!, budgets[b]!),
      atEnd,
    })),
  );
  const folds = templates.reduce((sum, { atEnd }) => sum + atEnd.length, 0);
  return ([-1, 1] as const).flatMap((end): RetrospectWarning[] => {
    const found = templates
      .map((one) => ({ ...one, count: one.atEnd.filter((own) => own === end).length }))
      .filter(({ count }) => count > 0);
    if (found.length === 0) return [];
    const count = found.reduce((sum, one) => sum + one.count, 0);
    const named = [...found]
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_NAMED)
      .map((one) => `${quoted(one.analysis)} ${one.template} in ${one.count} of ${one.atEnd.length} folds`);
    const left = found.length - named.length;
    const which = end < 0 ? 'smallest' : 'largest';
    const further =
      end < 0
        ? 'less shrinkage might predict better where readings nearly repeat each other'
        : 'more shrinkage might predict better';
    return [
      {
        kind: 'penalty-at-end',
        path: 'templates',
        what:
          `the ${which} of the ${PENALTIES.length} penalties, ${end < 0 ? PENALTIES[0] : PENALTIES.at(-1)}, was best in ${count} of ` +
          `${folds} fits (${named.join(', ')}${left > 0 ? ` and ${left} more templates` : ''}); ${further}`,
      },
    ];
  });
}
