import type { RunResult } from '@sightline/study';
import { printable } from '@sightline/study';
import { heading } from '../terminal/result-text.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import { answers } from './answers.ts';

/** The answer of `sightline run` for people, within 80 columns: the report's sentences, and where it is. */
export function runText(run: RunResult, report: string): string {
  const asked = answers(run).filter((one) => one.asked);
  const { skipped, warnings, repairs } = run;
  const remarks = [
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
    ...(repairs.length > 0 ? [counted(repairs.length, 'repair')] : []),
  ];
  return `${[
    ...heading(run),
    ...asked.flatMap(({ question, sentences }) => [
      '',
      question,
      ...sentences.map((sentence) => wrapText('  ', sentence)),
    ]),
    ...(skipped.length === 0 ? [] : ['', 'not asked']),
    ...skipped.map(({ step, why, needs }) => wrapText(`  ${step.padEnd(LABEL)}`, `${why}; needs ${needs}`)),
    '',
    ...(remarks.length > 0 ? [wrapText('', `${remarks.join(' and ')}, in the report`)] : []),
    printable(report),
  ].join('\n')}\n`;
}

const LABEL = 12;
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
