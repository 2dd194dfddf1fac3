// Simulated studies divided over a process for each core: a script forks itself, and each child does every so-manieth study.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export const CORES = availableParallelism();
export const isChild = process.send !== undefined;

interface Task<Part> {
  part: Part;
  first: number;
}

/** What each process made of its share of `part.studies` studies. */
export function inProcesses<Part extends { studies: number }, Sum>(
  script: string,
  part: Part,
): Promise<Sum[]> {
  const run = (_: unknown, first: number) =>
    new Promise<Sum>((resolve, reject) => {
      const child = fork(fileURLToPath(script));
      child.once('message', resolve as (message: unknown) => void);
      child.once('error', reject);
      child.once('exit', (code) => code && reject(new Error(`a process ended with ${code}`)));
      child.send({ part, first } satisfies Task<Part>);
    });
  return Promise.all(Array.from({ length: CORES }, run));
}

/** Does in a child what its parent asks for. */
export function answerParent<Part extends { studies: number }, Sum>(
  work: (part: Part, studies: readonly number[]) => Promise<Sum>,
): void {
  process.once('message', async ({ part, first }: Task<Part>) => {
    const all = Array.from({ length: part.studies }, (_, study) => study);
    const sum = await work(
      part,
      all.filter((study) => study % CORES === first),
    );
    process.send!(sum, () => process.disconnect());
  });
}
