import { printable } from '@sightline/study';
import type { AnswerDocument, Block, Fact, Section } from '../document/document.ts';
import { fileName } from '../words/file-name.ts';
import { counted } from '../words/quantities.ts';
import { pictureLines } from './picture-lines.ts';
import { tableLines } from './table-lines.ts';
import { length, wrapText } from './wrap-text.ts';

const LABEL = 12;

/** A document for a terminal of 80 columns: the verdict first, then evidence, then what it rests on. */
export function documentText(document: AnswerDocument): string {
  const { verdict, cautions, sections, basis, warnings, repairs, next } = document;
  return written([
    ...heading(document),
    '',
    ...verdict.map((sentence) => wrapText('', sentence)),
    ...cautions.flatMap((fact) => ['', ...factLines([fact], LABEL)]),
    ...sections.flatMap(sectionLines),
    ...block(factLines([...basis, ...next], LABEL)),
    ...warnings.flatMap((what) => ['', wrapText('warning  ', what)]),
    ...repairs.flatMap((what) => ['', wrapText('repair   ', what)]),
  ]);
}

/** Of the answer to several questions only the sentences, and where the rest is. */
export function shortText(document: AnswerDocument, report: string): string {
  const { recommendation = [], parts = [], next, warnings, repairs } = document;
  const remarks = [
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
    ...(repairs.length > 0 ? [counted(repairs.length, 'repair')] : []),
  ];
  return written([
    ...heading(document),
    ...block(recommendation.length > 0 ? [wrapText('', recommendation.join(' '))] : []),
    ...parts.flatMap(({ question, sentences }) => [
      '',
      question,
      ...sentences.map((sentence) => wrapText('  ', sentence)),
    ]),
    ...(next.length === 0 ? [] : ['', 'not asked', ...factLines(next, LABEL, '  ')]),
    '',
    ...(remarks.length > 0 ? [wrapText('', `${remarks.join(' and ')}, in the report`)] : []),
    printable(report),
  ]);
}

const written = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const block = (lines: readonly string[]) => (lines.length > 0 ? ['', ...lines] : []);

function heading({ title, study }: AnswerDocument): string[] {
  return [...(title === null ? [] : [wrapText('', title)]), fileName(study)];
}

/** Labels in a column, unless one is too long for it. */
function factLines(facts: readonly Fact[], width: number, indent = ''): string[] {
  return facts.map(({ label, text }) => {
    const name = printable(label);
    const lead = length(name) < width ? name + ' '.repeat(width - length(name)) : `${name}: `;
    return wrapText(indent + lead, text);
  });
}

function sectionLines({ heading: title, blocks }: Section): string[] {
  const lines = blocks.filter(({ detail }) => !detail).map(blockLines);
  const said = lines.filter((own) => own.length > 0);
  return said.length === 0
    ? []
    : ['', wrapText('', title), ...said.flatMap((own, i) => (i === 0 ? own : ['', ...own]))];
}

function blockLines(part: Block): string[] {
  if (part.kind === 'text') return part.sentences.map((sentence) => wrapText('', sentence));
  if (part.kind === 'table') return tableLines(part.table);
  if (part.kind === 'picture') return pictureLines(part.picture);
  const widest = part.facts.reduce((most, { label }) => Math.max(most, length(label)), 0);
  return factLines(part.facts, Math.min(LABEL + 2, widest + 2), '  ');
}
