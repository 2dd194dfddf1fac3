// What the tests of `sightline design` share: a small study, its sets of actions, and their values by another command.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { DENSE_FILES } from '../../study/test/dense-fixtures.ts';
import { runInMemory } from '../src/memory-io.ts';

export const example = (name: string) =>
  readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');

export async function run(command: string, study: string, ...options: string[]) {
  const argv = [command, 'study.yaml', '--json', ...options];
  const { code, out, err } = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': study });
  return { code, err, result: JSON.parse(out) };
}
export const design = (study: string, ...options: string[]) => run('design', study, ...options);

export async function text(study: string, ...options: string[]) {
  const { code, out, err } = await runInMemory(['design', 'study.yaml', ...options], {
    ...DENSE_FILES,
    'study.yaml': study,
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const line of out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
  return out;
}
export const unwrapped = (out: string) => out.replace(/\s+/g, ' ');

export const SMALL = `sightline: 1
time: { horizon: 10, points: 20, unit: h }
target: { above: 0.5 }
latent: { kernel: { ou: { tau: 2 } }, trait: 0.1 }
catalogue:
  - { at: [1, 3, 5, 7, 9], noise: 0.4 }
  - { at: [2, 6], width: 2, noise: 0.8, cost: 1.5 }
  - { at: 5, noise: 0.4, repeats: 3, cost: 2.5 }
choose: { exactly: 3 }
`;
export const ACTIONS = [
  ...[1, 3, 5, 7, 9].map((at) => ({ at, noise: 0.4, cost: 1 })),
  ...[2, 6].map((at) => ({ at, width: 2, noise: 0.8, cost: 1.5 })),
  { at: 5, noise: 0.4, repeats: 3, cost: 2.5 },
];
export const SUBSETS = Array.from({ length: (1 << ACTIONS.length) - 1 }, (_, bits) =>
  ACTIONS.flatMap((_, a) => (((bits + 1) >> a) & 1 ? [a] : [])),
);

/** Values of sets of actions by another command, which knows nothing of choosing. */
export async function valuesOf(study: string, sets: readonly (readonly number[])[]) {
  const protocols = sets.map((set, i) => `  p${i}: ${JSON.stringify(set.map((a) => ACTIONS[a]))}`).join('\n');
  const { result } = await run('value', `${study}protocols:\n${protocols}\n`);
  return sets.map((_, i) => result.protocols[`p${i}`].value as number);
}
