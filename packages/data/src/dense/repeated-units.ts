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

/** Labels that begin as others do: how many, how many beginnings they have, and two with the same one. */
export interface SharedBeginnings {
  names: number;
  labels: number;
  pair: [string, string];
}

/** Whether labels of units look like those of several rows of one unit: p01_day1 and p01_day2. */
export function sharedBeginnings(labels: readonly string[]): SharedBeginnings | undefined {
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

const NAMES_OF_UNITS =
  /^(?:id|pid|sid|(?:patient|pat|subject|subj|participant|person|proband|case|animal|station|site|device|sensor|user)[\s_.-]?(?:id|nr|no|number|code|name)?)$/i;

/** Whether a column is called as one that names what rows belong to. */
export const namesUnits = (column: string): boolean => NAMES_OF_UNITS.test(column);
