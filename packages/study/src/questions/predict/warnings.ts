import { applyAction, measurementCovariance, type PredictingLaw } from '@sightline/engine/internal';
import type { MadeLaw } from '../../law/law.ts';
import { type Warning, warned } from '../../problems/warning.ts';
import { digits, list, moment } from '../../words/text.ts';
import type { PredictPlan } from './plan-and-result.ts';

/** Standard errors, and standard deviations, beyond which the readings of a column are not those of the law. */
const FAR = 4;
/** Standard deviations from its mean that a single reading hardly ever has. */
const OUTLYING = 6;

/** What readings and law give to think before the predictions are used. */
export function predictWarnings(
  { readings, protocol, grid, file, latent, estimated, from }: PredictPlan & MadeLaw,
  law: PredictingLaw,
  read: readonly number[],
): Warning[] {
  const { units, values, report, lineOf } = readings;
  const { actions } = protocol;
  const warnings: Warning[] = [];
  const warn = (kind: Warning['kind'], what: string) => warnings.push({ kind, path: '--readings', what });
  const empty = read.flatMap((own, row) => (own === 0 ? [row] : []));
  if (empty.length > 0)
    warn(
      'no-reading',
      `${empty.length === 1 ? 'a unit has' : `${empty.length} units have`} no reading at all (${units[empty[0]!]}, line ${lineOf(empty[0]!)}` +
        `${empty.length > 1 ? ' the first' : ''}): what is said of ${empty.length === 1 ? 'it' : 'them'} is the mean of all`,
    );
  const lines = new Map<string, number[]>();
  for (const [row, unit] of units.entries()) lines.set(unit, [...(lines.get(unit) ?? []), row].slice(0, 3));
  const repeated = [...lines].filter(([, rows]) => rows.length > 1);
  if (repeated.length > 0) {
    const [unit, rows] = repeated[0]!;
    warn(
      'repeated-units',
      `${repeated.length === 1 ? 'a unit stands' : `${repeated.length} units stand`} in several rows (${unit} in lines ${list(rows.map(lineOf))}` +
        `): each row is predicted by itself, as a trajectory of its own`,
    );
  }
  warnings.push(...unlikeTheLaw());
  if (!report.named)
    warn(
      'column-order',
      `the column ${report.unit} was taken for the units, and the others for the readings in the protocol’s order: ${report.columns.join(', ')}`,
    );
  const windows = actions.some(({ width, repeats }) => width > 0 || repeats > 1);
  if ((estimated?.data.transform ?? latent.transform) === 'log' && windows)
    warn(
      'log-means',
      'a reading that is a mean, over a window or of repeats, is one of logarithms under this law: its cell has to hold the geometric mean',
    );
  if (latent.estimand === 'linear')
    warn(
      'normal-errors',
      'intervals are those of a regression with normal errors of the same variance in every unit: second moments say no more',
    );
  else if (from === 'fit' || latent.fitted)
    warn(
      'law-uncertainty',
      'intervals take the law as known: how uncertain it is from these data is not in them',
    );
  return warnings;

  /** Another unit of measurement, columns that were exchanged, a slip of the pen. */
  function unlikeTheLaw(): Warning[] {
    const { between } = measurementCovariance(law, actions);
    const d = actions.length;
    const found: string[] = [];
    const single: { row: number; a: number; value: number }[] = [];
    const shown = (value: number) => digits(value);
    const log = (estimated?.data.transform ?? latent.transform) === 'log' ? ' (of logarithms)' : '';
    actions.forEach((action, a) => {
      const expected = law.mean ? applyAction(action, law.mean) : 0;
      const sd = Math.sqrt(between.data[a * d + a]! + action.noise);
      let [sum, n] = [0, 0];
      for (let row = 0; row < units.length; row++) {
        const value = values[row * d + a]!;
        if (Number.isNaN(value)) continue;
        sum += value - expected;
        n++;
        if (Math.abs(value - expected) > OUTLYING * sd) single.push({ row, a, value });
      }
      const away = n === 0 ? 0 : sum / n;
      if (Math.abs(away) > FAR * sd * Math.max(1 / FAR, 1 / Math.sqrt(n)))
        found.push(
          `${report.columns[a]} has mean ${shown(expected + away)} where the law has ${shown(expected)} with standard deviation ${shown(sd)}${log}`,
        );
    });
    if (found.length > 0)
      return warned(
        'unlike-law',
        '--readings',
        `the readings are not those of the law: ${list(found.slice(0, 3))}${found.length > 3 ? `, and ${found.length - 3} more` : ''}; ` +
          'is it the same unit of measurement, and is each column the reading that it is taken for?',
      );
    const [first] = single;
    if (!first) return [];
    return warned(
      'unlike-law',
      '--readings',
      `${single.length === 1 ? 'a reading lies' : `${single.length} readings lie`} more than ${OUTLYING} standard deviations from the law’s mean` +
        ` (${shown(first.value)}${log} of ${units[first.row]} at ${moment(actions[first.a]!.at, grid)}, ${file}, line ${lineOf(first.row)}${single.length > 1 ? ', the first' : ''})`,
    );
  }
}
