import { type Clocked, clockText, thousands } from '@sightline/engine/internal';
import {
  type CellRead,
  type GridSummary,
  moment,
  type PredictedTarget,
  type StudyWords,
} from '@sightline/study';
import type { Picture } from '../pictures/draw.ts';
import {
  boundMark,
  costText,
  digits,
  errorUnit,
  minus,
  share,
  threeDigits,
  time,
} from '../words/quantities.ts';
import type {
  AnswerDocument,
  Block,
  Cell,
  Column,
  Fact,
  IntervalCell,
  NumberCell,
  Row,
  Section,
  Table,
} from './document.ts';

// What documents are put together from.

export const fixed = (
  value: number,
  places: number,
  bound: { lowerBound?: true | undefined } = {},
): NumberCell => ({ number: value, text: boundMark(bound) + share(value, places) });
/** The column of errors, with their unit. */
export const errorColumn = (
  target: Pick<PredictedTarget, 'unit' | 'quantity'>,
  words: StudyWords | undefined,
  narrow?: Column['narrow'],
): Column => {
  const unit = errorUnit(target, words);
  return number(`RMSE${unit && ` (${unit})`}`, narrow);
};
export const error = (rmse: number, { lowerBound }: { lowerBound?: true | undefined } = {}): NumberCell => ({
  number: rmse,
  text: (lowerBound ? '≤\u00a0' : '') + threeDigits(rmse),
});
export const amount = (value: number): NumberCell => ({ number: value, text: digits(value) });
/** A time of the horizon; its unit, where it has one, stands in the column's name. */
export const instant = (at: number, grid: Clocked): NumberCell => ({
  number: at,
  text: clockText(at, grid) ?? digits(at),
});
export const count = (value: number): NumberCell => ({ number: value, text: thousands(value) });
export const cost = (value: number): NumberCell => ({ number: value, text: costText(value) });
export const between = (low: number, high: number, places = 3): IntervalCell => ({
  interval: [fixed(low, places), fixed(high, places)],
});

export const text = (name: string, narrow?: Column['narrow']): Column => ({
  name,
  align: 'left',
  ...(narrow && { narrow }),
});
export const number = (name: string, narrow?: Column['narrow']): Column => ({
  name,
  align: 'right',
  ...(narrow && { narrow }),
});

export function table(
  name: string,
  caption: string,
  columns: readonly Column[],
  rows: readonly (Row | readonly Cell[])[],
  room: Pick<Table, 'most' | 'thin'> = {},
): Extract<Block, { kind: 'table' }> {
  const keyed = rows.map((row) => ('cells' in row ? row : { key: keyOf(row[0]!), cells: row }));
  return {
    kind: 'table',
    table: { name, caption, columns, rows: keyed, ...room },
  };
}

export const picture = <Name extends Picture['name']>(
  name: Name,
  of: Extract<Picture, { name: Name }>['of'],
  caption: string,
): Block => ({ kind: 'picture', picture: { name, of } as Picture, caption });
export const sentences = (...said: readonly string[]): Block => ({ kind: 'text', sentences: said });
/** What a short view leaves out. */
export const folded = (block: Block): Block => ({ ...block, detail: true });

const keyOf = (cell: Cell) =>
  typeof cell === 'string' ? cell : cell && 'number' in cell ? String(cell.number) : '';

/** A section, unless nothing is in it. */
export const section = (
  name: string,
  heading: string,
  blocks: readonly (Block | null | false)[],
): Section[] => {
  const kept = blocks.filter((block) => block !== null && block !== false);
  return kept.length > 0 ? [{ name, heading, blocks: kept }] : [];
};

/** A fact unless its text is empty. */
type Said = readonly [label: string, text: string | null | undefined, number?: number | null] | null;

export const facts = (...all: readonly Said[]): Fact[] =>
  all.flatMap((one) => {
    if (!one?.[1]) return [];
    const [label, said, value] = one;
    return [{ label, text: said, ...(typeof value === 'number' && { number: value }) }];
  });

/** Some facts as a part of a section. */
export const stated = (...all: readonly Said[]): Block => ({ kind: 'facts', facts: facts(...all) });

interface Head {
  command: string;
  title: string | null;
  study: string;
  warnings: readonly { kind?: string; what: string }[];
  repairs: readonly { kind: string; what: string }[];
}

/** Warnings that say which number to quote: they are part of the answer. */
const OF_THE_VERDICT = new Set(['unequal-variances']);
export const isOfTheVerdict = ({ kind }: { kind?: string }) => kind !== undefined && OF_THE_VERDICT.has(kind);
/** Noise in another unit, or a wild value among the data, must be seen before the values. */
const CAUTIONS: Readonly<Record<string, string>> = {
  'one-value': 'look at',
  'mixed-units': 'look at',
  'repeated-units': 'look at',
  'data-scale': 'scale',
};
export const isCaution = ({ kind }: { kind?: string }) => kind !== undefined && kind in CAUTIONS;
/** Of data, what was not used: to be seen before any number. */
const LEFT_OUT = ['dropped', 'outside', 'ignored'];
export const isLeftOut = ({ kind }: { kind: string }) => LEFT_OUT.includes(kind);

/** The document of a result; what is left out is empty. */
export function documentOf(
  head: Head,
  { verdict = [], cautions = [], ...parts }: Partial<AnswerDocument>,
): AnswerDocument {
  const leftOut = head.repairs.filter(isLeftOut).map(({ what }) => what);
  const first = head.warnings.filter(isOfTheVerdict);
  const before = head.warnings.filter(isCaution);
  const others = head.warnings.filter((warning) => !first.includes(warning) && !before.includes(warning));
  return {
    question: head.command as AnswerDocument['question'],
    title: head.title?.trim() || null,
    study: head.study,
    lead: [],
    verdict: [...verdict, ...first.map(({ what }) => `${what}.`)],
    cautions: [
      ...facts(['left out', leftOut.join('; ')]),
      ...before.map(({ kind, what }) => ({ label: CAUTIONS[kind!]!, text: what })),
      ...cautions,
    ],
    sections: [],
    basis: [],
    warnings: others.map(({ what }) => what),
    repairs: head.repairs.filter((repair) => !isLeftOut(repair)).map(({ what }) => what),
    methods: [],
    references: [],
    next: [],
    ...parts,
  };
}

export function gridText(grid: GridSummary): string {
  const { horizon, points, unit, spacing, start, largestShift, reads } = grid;
  const clock = start === undefined ? '' : `, from ${moment(0, grid)} to ${moment(horizon, grid)}`;
  return (
    `${points} points over ${`${horizon} ${unit}`.trim()}${clock}, ${time(spacing, unit)} apart; each reading is taken ` +
    `at the nearest grid point, at most ${time(largestShift, unit)} away${reads ? `; ${readsText(reads, grid)}` : ''}`
  );
}

/** Which cell a time between two of them reads. */
function readsText(reads: readonly CellRead[], grid: GridSummary): string {
  const [{ at, from, to }] = reads as [CellRead, ...CellRead[]];
  const begin = grid.start === undefined ? digits(from) : moment(from, grid);
  const span = `${begin} to ${moment(to, grid)}`;
  const more = reads.length === 1 ? '' : `, and ${reads.length - 1} more likewise`;
  return `a time between two cells reads the earlier one (${moment(at, grid)} reads ${span}${more})`;
}

/** Of the levels in a target's name: that of the data, where it has a name. */
const levelUnit = ({ unit, quantity }: Pick<PredictedTarget, 'unit' | 'quantity'>, words?: StudyWords) =>
  quantity === 'share' && unit === 'data' && words?.value ? ` ${words.value}` : '';

/** What is predicted, and how much there is to explain. */
export function targetText(
  target: Pick<PredictedTarget, 'name' | 'unit' | 'quantity' | 'transform' | 'thresholds'> & {
    weights: string | null;
    variance: number | null;
    mean: number | null;
  },
  words: StudyWords | undefined,
): string {
  const { name, weights, variance, mean, transform, thresholds } = target;
  const unit = errorUnit(target, words);
  const spread =
    variance === null
      ? []
      : [
          // A standardised quantity has the mean 0.
          ...(mean === null || unit === 'SD' ? [] : [`mean ${digits(mean)}${unit && ` ${unit}`}`]),
          `variance ${digits(variance)}`,
        ];
  return [
    `${minus(name).replace(/( of the record)?$/, (record) => levelUnit(target, words) + record)}${thresholds === 'cell-means' ? ' (of means over cells)' : ''}${weights === null ? '' : `, weights ${weights}`}`,
    ...(spread.length > 0 ? [spread.join(', ')] : []),
    ...(transform === 'log' ? ['law, readings and noise are of the logarithm of the quantity'] : []),
  ].join('; ');
}
