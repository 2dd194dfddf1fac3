// What the tests of the report's sentences start from.
import { UnreadableFile } from '@sightline/data';
import { cos, sin } from '@sightline/engine/internal';
import { type RunResult, runResult } from '@sightline/study';
import { stringify } from 'yaml';
import { runDocument } from '../src/questions/run/document.ts';

/** A study of four points that the tests of sentences vary. */
export const STUDY = {
  sightline: 1,
  title: 'Four points',
  time: { horizon: 4, points: 4, unit: 'h' },
  target: 'mean',
  latent: { kernel: { ou: { tau: 1 } } },
  protocols: { first: { at: 0.5 }, middle: { at: [1.5, 2.5] } },
};
export const CHOICE = { catalogue: [{ at: [0.5, 1.5, 2.5, 3.5], noise: 0.1 }], choose: { exactly: 2 } };
/** Twenty units whose first half of the day says little about the second. */
const DENSE = `unit,0.5,1.5,2.5,3.5\n${Array.from({ length: 20 }, (_, u) => {
  const [a, b] = [sin(3 * u + 1), cos(5 * u * u)];
  return [`u${u}`, a, a + 0.3 * sin(7 * u), b, b + 0.3 * cos(11 * u)].join(',');
}).join('\n')}\n`;

/** All that the study allows, with these files in memory. */
export function run(study: object, more: Record<string, string> = {}, seed = 0): Promise<RunResult> {
  const files: Record<string, string> = { 'study.yaml': stringify(study), 'dense.csv': DENSE, ...more };
  const read = async (path: string) => {
    if (files[path] === undefined) throw new UnreadableFile(path, 'there is no such file', 'a file');
    return new TextEncoder().encode(files[path]);
  };
  return runResult('study.yaml', { read }, seed, { draws: 200 });
}

/** What the report says to a question; nothing where it was not asked. */
export const said = (result: RunResult, question: string) =>
  runDocument(result, '1')
    .parts!.filter((one) => one.question === question)
    .flatMap(({ sentences }) => sentences)
    .join(' ');
