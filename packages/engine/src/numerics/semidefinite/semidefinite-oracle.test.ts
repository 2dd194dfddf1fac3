import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import type { SemidefiniteProgramme } from './programme.ts';
import { solveSemidefinite } from './solve-semidefinite.ts';

const near = comparedWith('optima of semidefinite programmes (relative)', 'CSDP');

/** Block, row, column, value; the linear block stands after the others. */
type Entry = [number, number, number, number];

interface Fixture {
  name: string;
  blocks: number[];
  linear: number;
  objective: Entry[];
  constraints: { value: number; entries: Entry[] }[];
  /** CSDP's two objectives, 1e-8 apart at most. */
  primal: number;
  dual: number;
}

const fixtures: Fixture[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/semidefinite_oracle.json', import.meta.url), 'utf8'),
);

function programmeOf({ blocks, linear, objective, constraints }: Fixture): SemidefiniteProgramme {
  const row = (entries: Entry[]) => ({
    blocks: blocks.map((_, b) => {
      const own = entries.filter(([block]) => block === b);
      return { rows: own.map((e) => e[1]), cols: own.map((e) => e[2]), values: own.map((e) => e[3]) };
    }),
    linear: (() => {
      const own = entries.filter(([block]) => block === blocks.length);
      return { indices: own.map((e) => e[1]), values: own.map((e) => e[3]) };
    })(),
  });
  return {
    blocks,
    linear,
    objective: row(objective),
    constraints: constraints.map(({ value, entries }) => ({ ...row(entries), value })),
  };
}

describe.each([wasmKernels(), plainKernels()])('against CSDP ($name)', (kernels) => {
  it.each(fixtures)('$name', (fixture) => {
    const solution = solveSemidefinite(programmeOf(fixture), { kernels });
    const unit = 1 + Math.abs(fixture.primal);
    expect(solution.status).toBe('optimal');
    expect(solution.dropped).toEqual([]);
    expect(solution.iterations).toBeLessThanOrEqual(20);
    near(Math.abs(solution.primal - fixture.primal) / unit, 3e-8);
    near(Math.abs(solution.dual - fixture.dual) / unit, 3e-8);
    // Either objective bounds the optimum from its side, whoever computed it.
    expect(solution.dual).toBeLessThan(fixture.primal + 1e-8 * unit);
    expect(fixture.dual).toBeLessThan(solution.primal + 1e-8 * unit);
  });

  it.each(fixtures)('$name, to 1e-10', (fixture) => {
    const solution = solveSemidefinite(programmeOf(fixture), { kernels, tolerance: 1e-10 });
    const unit = 1 + Math.abs(fixture.primal);
    expect(solution.status).toBe('optimal');
    expect(Math.abs(solution.primal - fixture.primal) / unit).toBeLessThan(1e-8);
  });
});
