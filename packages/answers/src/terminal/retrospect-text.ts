import type {
  FoldsFrom,
  RetrospectResult,
  Spread,
  StabilityResult,
  SweepResult,
  TargetResult,
} from '@sightline/study';
import { isLearned, list, percent, printable, quoted, signed, templateName } from '@sightline/study';

const LABEL = 12;

import { MARKS, r2Table, sideOf } from './r2-table.ts';
import { heading, remarks } from './result-text.ts';
import { timeline } from './timeline.ts';
import { wrapText } from './wrap-text.ts';

/** The answer of `sightline retrospect` for people, within 80 columns: what the contrasts say first. */
export function retrospectText(result: RetrospectResult): string {
  const { stability, sweep } = result;
  return `${[
    ...heading(result),
    '',
    ...summary(result),
    ...Object.entries(result.targets).flatMap(([name, target]) => ['', ...targetBlock(name, target, result)]),
    ...overlapBlock(result),
    ...(stability === null ? [] : ['', line('stability', stabilityText(stability))]),
    ...(sweep === null ? [] : ['', ...sweepBlock(sweep)]),
    '',
    line('records', recordsText(result)),
    ...skippedLines(result),
    line('grid', gridText(result)),
    line('folds', foldsText(result.folds).replace(/^folds /, '')),
    line('R²', r2Text(result)),
    line('ranges', rangesText(result)),
    ...remarks(result),
  ].join('\n')}\n`;
}

const line = (label: string, text: string) => wrapText(label.padEnd(LABEL), text);
/** Of files that were skipped, or are strange. */
const MOST_FILES = 5;

/** On how many of its cells each contrast has a range on one side of zero, for all records and for parts of them. */
function summary({ targets, level }: RetrospectResult): string[] {
  const parts: [string, (target: TargetResult) => boolean][] = [
    ['', ({ cohort }) => cohort.kind === 'all'],
    ['strata', ({ cohort }) => cohort.kind === 'stratum'],
    ['cohorts', ({ cohort }) => cohort.kind === 'cohort'],
  ];
  return parts.flatMap(([label, holds]) => {
    const cells = Object.values(targets)
      .filter(holds)
      .flatMap(({ contrasts }) => contrasts);
    const pairs = new Map<string, (typeof cells)[number][]>();
    for (const cell of cells) {
      const pair = `${layoutOf(cell.a)} over ${layoutOf(cell.b)}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), cell]);
    }
    return [...pairs].map(([pair, own], k) =>
      line(
        k === 0 ? label || 'answer' : '',
        `${pair}: ${sides(own, k === 0 && label === '' ? level : undefined)}`,
      ),
    );
  });
}

const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-'));

function sides(cells: TargetResult['contrasts'], level: number | undefined): string {
  const count = (side: string) => cells.filter((cell) => sideOf(cell) === side).length;
  const [above, below, across] = [count('above'), count('below'), count('across')];
  const what = level === undefined ? 'range' : `the ${percent(level)} range of the gain in R² is`;
  return `${what} above zero in ${above} of ${cells.length}${below > 0 ? `, below in ${below}` : ''}${across > 0 ? `, across zero in ${across}` : ''}`;
}

function targetBlock(name: string, target: TargetResult, result: RetrospectResult): string[] {
  const { cohort, mean, deviation, baselineR2, folds } = target;
  const who =
    cohort.kind === 'all'
      ? ''
      : `${cohort.kind} ${quoted(cohort.name)} alone, ${cohort.records} records of ${cohort.units} units; `;
  const alone =
    result.baselines.length === 0
      ? ''
      : `; ${list(result.baselines.map(printable))} alone have R² ${signed(baselineR2)}`;
  const own = cohort.kind === 'all' ? '' : `; ${foldsText(folds)}`;
  return [
    line(
      printable(name).length < LABEL ? printable(name) : `${printable(name)}  `,
      `${who}${aimText(target)}: mean ${mean.toFixed(3)}, deviation ${deviation.toFixed(3)}${alone}${own}`,
    ),
    '',
    ...r2Table(target, result),
    ...(cohort.kind === 'all' ? [...firstRanges(target), ...chosenTimes(target, result)] : []),
  ];
}

/** What a target is, in words. */
export function aimText({ states, value }: Pick<TargetResult, 'states' | 'value'>): string {
  if (value === null) return `share of time in ${list(states.map(quoted))}`;
  if (value === 'mean') return 'mean value';
  const limits = [
    ...(value.above === undefined ? [] : [`above ${value.above}`]),
    ...(value.below === undefined ? [] : [`below ${value.below}`]),
  ];
  return `share of time with values ${limits.join(' and ')}`;
}

/** The ranges of the first contrast in full; the others are in --json. */
function firstRanges({ contrasts }: TargetResult): string[] {
  const [first] = contrasts;
  if (!first) return [];
  const [a, b] = [layoutOf(first.a), layoutOf(first.b)];
  const own = contrasts.filter((one) => layoutOf(one.a) === a && layoutOf(one.b) === b);
  const each = own.map((one) => {
    const budget = one.a.slice(one.a.lastIndexOf('-') + 1);
    return `${signed(one.low)} … ${signed(one.high)} (N=${budget})`;
  });
  return ['', line('range of', `${a} less ${b}: ${each.join(', ')}`)];
}

const CELLS = 60;

/** Which grid points the first learned layout took in each fold, at the middle budget. */
function chosenTimes({ supports }: TargetResult, { layouts, budgets, grid }: RetrospectResult): string[] {
  const layout = layouts.find(isLearned);
  if (layout === undefined) return [];
  const name = templateName(layout, middleBudget(budgets));
  const placed = (own: readonly number[]) => own.map((j) => ({ at: j + 0.5, width: 0 }));
  return [
    '',
    `grid points of ${name}, in each fold`,
    ...supports[name]!.map(
      (own, fold) =>
        `fold ${fold}`.padEnd(LABEL) + timeline(grid.points, [], placed(own), Math.min(CELLS, grid.points)),
    ),
  ];
}

const middleBudget = (budgets: readonly number[]) => budgets[Math.floor((budgets.length - 1) / 2)]!;

function overlapBlock({ overlaps, budgets }: RetrospectResult): string[] {
  const own = overlaps.filter(({ budget }) => budget === middleBudget(budgets));
  if (own.length === 0) return [];
  const layouts = [...new Set(own.map(({ layout }) => layout))];
  const says = layouts.map((layout) => {
    const pairs = own.filter((one) => one.layout === layout);
    return `${templateName(layout, pairs[0]!.budget)} ${list(pairs.map(({ a, b, jaccard }) => `${printable(a)} and ${printable(b)} ${percent(Number(jaccard.toFixed(2)))}`))}`;
  });
  return [
    '',
    line('overlap', `of supports learned for two targets, Jaccard, mean over folds: ${says.join('; ')}`),
  ];
}

function spreadText({ a, b, median, low, high }: Spread): string {
  const side = { above: 'all above zero', below: 'all below zero', across: 'across zero' }[
    sideOf({ low, high })
  ];
  return `${a} less ${b} has median ${signed(median)}, and 95 % of them lie in ${signed(low)} … ${signed(high)}, ${side}`;
}

function stabilityText({ target, subsamples, share, differences }: StabilityResult): string {
  return (
    `${printable(target)}: everything again on ${subsamples} subsamples of ${percent(share)} of the units, with folds of ` +
    `their own: ${differences.map(spreadText).join('; ')}`
  );
}

function sweepBlock({ target, budget, repeats, sizes }: SweepResult): string[] {
  const [{ differences: first }] = sizes as [SweepResult['sizes'][number]];
  const width = 2 + Math.max(...first.map(({ b }) => `less ${b}`.length));
  const most = Math.floor((80 - width) / 8);
  const cell = (text: string) => text.padStart(Math.max(8, Math.floor((78 - width) / sizes.length)));
  const blocks = Array.from({ length: Math.ceil(sizes.length / most) }, (_, k) =>
    sizes.slice(k * most, (k + 1) * most),
  );
  return [
    line(
      'sweep',
      `${printable(target)}: R² of aware-${budget} less that of others, its support learned from fewer units and ` +
        `fitted to all (median of ${repeats} draws; the last is the whole training side)`,
    ),
    ...blocks.flatMap((own, i) => [
      ...(i === 0 ? [] : ['']),
      `${'units'.padEnd(width)}${own.map(({ units }) => cell(String(units))).join('')}`,
      ...first.map(
        ({ b }, k) =>
          `${`less ${b}`.padEnd(width)}${own.map(({ differences }) => cell(signed(differences[k]!.median))).join('')}`,
      ),
    ]),
  ];
}

function recordsText({
  records,
  units,
  hours,
  medianHours,
  strata,
  weights,
  baselines,
}: RetrospectResult): string {
  const groups = strata.map((one) => `${printable(one.name)} ${one.records} of ${one.units}`);
  const each = weights === 'unit' ? 'units count the same' : 'records count the same';
  const known = baselines.length === 0 ? '' : `; known of each at no cost: ${list(baselines.map(printable))}`;
  return (
    `${records} of ${units} units${groups.length > 0 ? ` (${groups.join(', ')})` : ''}, ${hours.toFixed(1)} valid hours, ` +
    `median ${medianHours.toFixed(1)}; ${each}${known}`
  );
}

function skippedLines({ skipped, notes }: RetrospectResult): string[] {
  const block = (label: string, all: readonly { file: string; text: string }[]) => {
    const left = all.length - MOST_FILES;
    return [
      ...all
        .slice(0, MOST_FILES)
        .map(({ file, text }, i) => line(i === 0 ? label : '', `${printable(file)}: ${text}`)),
      ...(left > 0 ? [line('', `and ${left} more, in --json`)] : []),
    ];
  };
  return [
    ...(skipped.length === 0
      ? [line('skipped', 'nothing')]
      : block(
          'skipped',
          skipped.map(({ file, why }) => ({ file, text: why })),
        )),
    ...block(
      'note',
      notes.map(({ file, what }) => ({ file, text: what })),
    ),
  ];
}

function gridText({ grid, invalid }: RetrospectResult): string {
  const { points, reading, seconds, block } = grid;
  const epoch =
    block === 1 ? `epoch of ${seconds} s` : `epoch (the mean of ${block} samples of ${seconds} s)`;
  const reads = {
    anchor: `reads the ${epoch} in the middle of its bin`,
    mean: `reads the mean of the epochs of its bin, each ${block === 1 ? `${seconds} s` : `the mean of ${block} samples of ${seconds} s`}`,
    overlap: 'reads the exact share of its bin',
  }[reading as 'anchor' | 'mean' | 'overlap'];
  const out = invalid.length === 0 ? '' : `; time in ${list(invalid.map(quoted))} is taken out before`;
  return `${points} points from the beginning of a record to its end; each ${reads}${out}`;
}

function foldsText(folds: FoldsFrom): string {
  return 'file' in folds
    ? `folds from ${printable(folds.file)}`
    : `${folds.outer} outer and ${folds.inner} inner folds of units, drawn with seed ${folds.seed}`;
}

function r2Text({ budgets }: RetrospectResult): string {
  return (
    'one number from all held-out predictions together, each made without its unit: 1 less their squared error over the ' +
    `squared deviation from the mean; below 0 is worse than the mean. N: grid points that are observed, ${budgets.join(', ')}`
  );
}

function rangesText({ level, draws, seed }: RetrospectResult): string {
  return (
    `${percent(level)}, from ${draws} resamples of held-out units, seed ${seed}, with the predictors as they were fitted; ` +
    `${MARKS.above} above zero, ${MARKS.below} below`
  );
}
