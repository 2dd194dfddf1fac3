import type { LocatedProblem } from '@sightline/study';
import { expect, it } from 'vitest';
import { problemsText } from './problem-text.ts';

const cell = (line: number, unit: string, value: string): LocatedProblem => ({
  file: 'dense.csv',
  line,
  column: 3,
  path: ['calibration', 'data', line - 2, '0'],
  value,
  why: `the value for unit "${unit}" at time ${line} is not a number`,
  accepted: 'a finite number',
});
const noise: LocatedProblem = {
  ...cell(7, '', ''),
  file: 'study.yaml',
  path: ['protocols', 'a', 'noise'],
  value: -1,
  why: 'the noise is not a variance',
};

it('tells one cause once, with every place and what was found there', () => {
  expect(
    problemsText([cell(3, 'b', 'x'), noise, cell(4, 'c', 'y'), cell(9, 'd', 'z')]),
  ).toBe(`dense.csv:3:3  calibration.data[1].0
  found     "x"
  why       the value for unit "b" at time 3 is not a number
  accepted  a finite number
  also      4:3  calibration.data[2].0  "y"
            9:3  calibration.data[7].0  "z"

study.yaml:7:3  protocols.a.noise
  found     -1
  why       the noise is not a variance
  accepted  a finite number

4 problems of 2 causes in 2 files; nothing was computed.
`);
});

it('keeps apart what differs in more than place and value, and what stands for many', () => {
  const rest = { ...cell(5, 'e', 'w'), count: 7 };
  const text = problemsText([cell(3, 'b', 'x'), { ...cell(4, 'c', 'y'), accepted: 'a word' }, rest]);
  expect(text).not.toContain('also');
  expect(text).toContain('9 problems; nothing was computed.');
});
