import type { QuestionName } from '@sightline/study';
import type { Picture } from '../pictures/draw.ts';

/**
 * A result as people read it: plain data, made in one place, shown by every renderer. Texts are sentences or phrases;
 * `code` between backquotes is a name of the study file or a command.
 */
export interface AnswerDocument {
  question: QuestionName | 'run';
  /** The study's title, and its file as it was named. */
  title: string | null;
  study: string;
  /** What is asked, for a reader who never saw the study. */
  lead: readonly string[];
  /** What to do, before everything else, where several questions were asked and one of them decides. */
  recommendation?: readonly string[];
  /** The answer in a sentence or a few: what a reader should know who reads nothing else. */
  verdict: readonly string[];
  /** The same question by question, where several were asked. */
  parts?: readonly Part[];
  /** What has to be seen together with the verdict. */
  cautions: readonly Fact[];
  /** Evidence by topic. A short view leaves out what is `detail`; a page may fold any of them. */
  sections: readonly Section[];
  /** What it rests on: target, data, rules, grid. */
  basis: readonly Fact[];
  warnings: readonly string[];
  repairs: readonly string[];
  /** How the numbers were made, for a paper, and the works that are cited as [1], [2], … */
  methods: readonly string[];
  references: readonly string[];
  /** What could be asked or measured next. */
  next: readonly Fact[];
}

/** A question with its answer. */
export interface Part {
  question: string;
  /** What it means, for whoever hears it the first time. */
  meaning: string;
  sentences: readonly string[];
}

export interface Fact {
  label: string;
  text: string;
  /** The number that the text is about, to the last digit. */
  number?: number;
}

export interface Section {
  /** Stays the same whatever the words become. */
  name: string;
  heading: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'text'; sentences: readonly string[]; detail?: true }
  | { kind: 'facts'; facts: readonly Fact[]; detail?: true }
  | { kind: 'table'; table: Table; detail?: true }
  | { kind: 'picture'; picture: Picture; caption: string; detail?: true };

export interface Table {
  name: string;
  /** What it shows, where the section's heading does not say it. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Of more rows than this some are left out where there is little room: the last, or all but every so many-th. */
  most?: number;
  thin?: true;
}

export interface Column {
  name: string;
  /** Texts to the left, numbers to the right. */
  align: 'left' | 'right';
  /** Where the table is too wide: left out, cut off at its end, or moved with those after it into a part below. */
  narrow?: 'drop' | 'cut' | 'below';
}

export interface Row {
  /** What the row is about, to find it by. */
  key: string;
  cells: readonly Cell[];
  /** A line of its own below the cells. */
  below?: string;
}

/** A text, a number with its digits, an interval, a mark, a place between 0 and 1; null is empty. */
export type Cell = string | NumberCell | IntervalCell | MarkCell | BarCell | null;
export interface NumberCell {
  number: number;
  text: string;
}
export interface IntervalCell {
  interval: readonly [NumberCell, NumberCell];
}
interface MarkCell {
  mark: boolean;
}
/** Shown where letters are the only picture there is. */
interface BarCell {
  /** Places between 0 and 1, and what these two stand for where it is something else. */
  bar: { low: number; high: number; at: number | null; ends?: readonly [string, string] };
}

/** What a cell says in letters. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if ('number' in cell) return cell.text;
  if ('interval' in cell) return cell.interval.map(({ text }) => text).join(' … ');
  return 'mark' in cell ? (cell.mark ? 'yes' : 'no') : '';
}

export const isBar = (cell: Cell | undefined): cell is BarCell =>
  cell !== null && typeof cell === 'object' && 'bar' in cell;

/** The columns of a table that are no pictures in letters. */
export const columnsInWords = ({ columns, rows }: Table): number[] =>
  columns.map((_, k) => k).filter((k) => !isBar(rows[0]?.cells[k]));
