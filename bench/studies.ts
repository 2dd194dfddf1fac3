// Simulated studies of how often intervals hold, divided over a process for each core: a script forks itself, and each child does
// every so-manieth study.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export const CORES = availableParallelism();

/** Numbers that are counted, in lists and by names. */
type Tally = number | { [name: string | number]: Tally };

interface Task<Part> {
  part: Part;
  first: number;
}

/**
 * What `part.studies` studies found, added up, and the seconds that it took. In a child there is nothing to be asked for: it does
 * its share of what its parent is asked.
 */
export function simulatedStudies<Part extends { studies: number }, Counts extends object>(
  script: string,
  oneStudy: (part: Part, study: number) => Counts | Promise<Counts>,
): ((part: Part) => Promise<{ sum: Counts; seconds: number }>) | undefined {
  if (process.send) {
    process.once('message', async ({ part, first }: Task<Part>) => {
      const sum = {};
      for (let study = first; study < part.studies; study += CORES) add(sum, await oneStudy(part, study));
      process.send!(sum, () => process.disconnect());
    });
    return undefined;
  }
  const share = (part: Part, first: number) =>
    new Promise<object>((resolve, reject) => {
      const child = fork(fileURLToPath(script));
      child.once('message', resolve as (message: unknown) => void);
      child.once('error', reject);
      child.once('exit', (code) => code && reject(new Error(`a process ended with ${code}`)));
      child.send({ part, first } satisfies Task<Part>);
    });
  return async (part) => {
    const start = performance.now();
    const sum = {};
    for (const own of await Promise.all(Array.from({ length: CORES }, (_, first) => share(part, first))))
      add(sum, own);
    return { sum: sum as Counts, seconds: (performance.now() - start) / 1000 };
  };
}

/** Adds every number to the one at its place; where there is none yet, it is the first. */
function add(to: object, more: object): void {
  const sums = to as Record<string, Tally>;
  for (const [name, own] of Object.entries(more as Record<string, Tally>))
    if (typeof own === 'number') sums[name] = ((sums[name] as number | undefined) ?? 0) + own;
    else add((sums[name] ??= Array.isArray(own) ? ([] as unknown as Tally) : {}) as object, own);
}

/** All settings with their places; or that one alone whose number, from 1 on, was asked for. */
export function settingsAsked<Setting>(
  settings: readonly Setting[],
  number: string | undefined,
): [place: number, setting: Setting][] {
  return [...settings.entries()].filter(([place]) => number === undefined || place === Number(number) - 1);
}

export const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;

/** Whether all simultaneous intervals of differences hold what is true. */
export function allHold(
  comparisons: readonly { a: number; b: number; low: number; high: number }[],
  truth: readonly number[],
): boolean {
  return comparisons.every(({ a, b, low, high }) => {
    const difference = truth[a]! - truth[b]!;
    return low <= difference && difference <= high;
  });
}

/** The largest error of some values. */
export const uniformDistance = (values: ArrayLike<number>, truth: readonly number[]) =>
  Math.max(...truth.map((own, i) => Math.abs(values[i]! - own)));
