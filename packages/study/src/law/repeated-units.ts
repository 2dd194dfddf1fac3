import type { Warning } from '../problems/warning.ts';
import { list } from '../words/text.ts';
import type { CalibrationData } from './calibration-data.ts';

/** What stands behind a unit's own name where several rows are of one unit: a date, or a number with or without a word. */
const ENDINGS = [
  /^(.+?)[\s_\-./:#|]+\d{4}[-/.]?\d{2}[-/.]?\d{2}$/,
  /^(.+?)[\s_\-./:#|]+[a-z]{0,8}\s?\d+$/i,
  /^(.*\d)[a-z]{1,8}\d+$/i,
];
/** Of fewer names with others behind them, chance or a scheme of numbers may be the reason. */
const FEWEST_NAMES = 3;
/** So much of the labels must share its beginning with another. */
const MOST_OF_THEM = 0.5;

/** Columns that name what rows belong to. */
const NAMES_OF_UNITS =
  /^(?:id|pid|sid|(?:patient|pat|subject|subj|participant|person|proband|case|animal|station|site|device|sensor|user)[\s_.-]?(?:id|nr|no|number|code|name)?)$/i;

/**
 * Trajectories of the same unit that count as units of their own make intervals too narrow, and nothing in the numbers shows
 * it: labels may, and columns that nothing asked for.
 */
export function repeatedUnits({ survey, report, units, trajectories }: CalibrationData): Warning[] {
  if (trajectories > units || survey.labels.length === 0) return [];
  const tell = (what: string): Warning[] => [{ kind: 'repeated-units', path: 'calibration.data', what }];
  const narrow =
    'then they are not independent, and the intervals here are too narrow: say which trajectories are of one unit, by ' +
    'calibration.columns (unit and trajectory) or, with timestamps, split: day';
  const found = sharedBeginnings(survey.labels);
  if (found) {
    const [one, other] = found.pair.map((label) => JSON.stringify(label));
    return tell(
      `the labels of ${found.labels} units have ${found.names} beginnings, such as ${one} and ${other}: are these trajectories of ` +
        `one unit? If so, ${narrow}. If they are different units, nothing needs to be done`,
    );
  }
  const columns = (report.ignored ?? []).filter((name) => NAMES_OF_UNITS.test(name));
  if (columns.length === 0) return [];
  return tell(
    `the column${columns.length > 1 ? 's' : ''} ${list(columns)} ${columns.length > 1 ? 'are' : 'is'} not used: do rows with the same ` +
      `entry belong to one unit? If so, ${narrow}`,
  );
}

function sharedBeginnings(
  labels: readonly string[],
): { names: number; labels: number; pair: [string, string] } | undefined {
  const names = new Map<string, string[]>();
  for (const label of labels) {
    const name = ENDINGS.map((ending) => ending.exec(label)?.[1]).find((begins) => begins !== undefined);
    if (name === undefined) continue;
    const own = names.get(name);
    if (own) own.push(label);
    else names.set(name, [label]);
  }
  const shared = [...names.values()].filter((own) => own.length > 1);
  const count = shared.reduce((sum, own) => sum + own.length, 0);
  if (shared.length < FEWEST_NAMES || count < MOST_OF_THEM * labels.length) return undefined;
  const [first, second] = shared[0]!;
  return { names: shared.length, labels: count, pair: [first!, second!] };
}
