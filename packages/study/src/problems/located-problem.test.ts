import { describe, expect, it } from 'vitest';
import { inFileOrder, type LocatedProblem } from './located-problem.ts';

const problem = (file: string, line: number, field: string, column = 1): LocatedProblem => ({
  file,
  line,
  column,
  path: [field],
  value: null,
  why: 'wrong',
  accepted: 'right',
});
const paths = (...problems: LocatedProblem[]) => inFileOrder(problems).map(({ path }) => path[0]);

describe('problems in the order of a reader', () => {
  it('from top to bottom, file by file, each once', () => {
    const [a, b, c] = [problem('x', 9, 'a'), problem('y', 1, 'b'), problem('x', 2, 'c')];
    expect(paths(a, b, c, a)).toEqual(['c', 'a', 'b']);
  });

  it('another version first, wherever it stands: fields that are missing are placed at the beginning', () => {
    expect(paths(problem('x', 1, 'time'), problem('x', 1, 'sightline', 12))).toEqual(['sightline', 'time']);
    expect(paths(problem('x', 3, 'time'), problem('x', 8, 'sightline'))).toEqual(['sightline', 'time']);
  });
});
