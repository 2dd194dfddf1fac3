import { describe, expect, it } from 'vitest';
import { DENSE_FILES, denseStudy } from '../../study/test/dense-fixtures.ts';
import { main } from '../src/main.ts';
import { runInMemory } from '../src/memory-io.ts';
import { workerThreads } from '../src/threads/worker-threads.ts';

/** Threads at once, however small the work. */
const threads = (count = 1) => workerThreads(count, { trial: 0, worthIt: 0 });

async function asked(study: string, options: readonly string[], workers: number) {
  const argv = ['design', 'study.yaml', '--json', ...options, '--workers', `${workers}`];
  const answer = await runInMemory(argv, { ...DENSE_FILES, 'study.yaml': study }, {}, { workers: threads });
  return { ...answer, out: answer.out.replace(/"elapsed": [\d.]+/, '"elapsed": 0') };
}

const study = (rest: string) => `sightline: 1
time: { horizon: 10, points: 24, unit: h }
${rest}`;
const READINGS = 'catalogue: [{ at: { from: 0.2, to: 9.8, count: 36 }, noise: 0.4 }]';
const DEARER = `catalogue:
  - { at: { from: 0.2, to: 9.8, count: 9 }, noise: 0.4 }
  - { at: { from: 0.4, to: 9.6, count: 6 }, noise: 0.1, cost: 1.6 }`;
const OU = 'latent: { kernel: { ou: { tau: 1 } } }';

describe('a design is the same bytes with 1, 2 and 8 workers', () => {
  it.each<[string, string, string[], string]>([
    [
      'branch and bound',
      study(`target: { above: 0 }\n${OU}\n${READINGS}\nchoose: { exactly: 5, spacing: 0.6 }`),
      ['--method', 'branch'],
      'branch and bound',
    ],
    [
      'branch and bound for two targets in the unit of the data',
      study(`target: mean\nlatent: { kernel: { matern32: { tau: 2 } }, mean: 3, sd: 2 }\n${READINGS}
choose: { exactly: 5, targets: [{ target: mean }, { target: { above: 4 } }] }`),
      ['--method', 'branch'],
      'branch and bound',
    ],
    [
      'all choices in slices, and what each cost buys',
      study(`target: { outside: 1 }\n${OU}\n${DEARER}\nchoose: { budget: 7 }`),
      ['--frontier', '--sensitivity'],
      'exhaustive',
    ],
    [
      'what some budgets buy, where the choices are too many',
      study(`target: mean\n${OU}\n${DEARER.replace('count: 9', 'count: 30')}\nchoose: { budget: 9 }`),
      ['--method', 'heuristic', '--frontier'],
      'forward selection and swaps',
    ],
    [
      'readings that may be missing',
      study(
        `target: { above: 0 }\n${OU}\n${READINGS.replace('noise', 'missed: 0.2, noise')}\nchoose: { exactly: 3 }`,
      ),
      ['--method', 'branch'],
      'branch and bound',
    ],
    [
      'laws estimated from draws',
      denseStudy(undefined, 'catalogue: [{ at: [1, 2, 3, 4], noise: 0.4 }]\nchoose: { exactly: 2 }\n'),
      ['--under', 'draws', '--draws', '6'],
      'exhaustive',
    ],
  ])('%s', async (_, own, options, method) => {
    const alone = await asked(own, options, 1);
    expect(alone).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(alone.out).best.method).toBe(method);
    for (const workers of [2, 8]) expect(await asked(own, options, workers)).toEqual(alone);
  });
});

it.each([1, 2])('Ctrl-C ends the search of %i threads with the best so far', async (workers) => {
  const large = study(`target: { above: 0 }\n${OU}\n${READINGS.replace('36', '48')}\nchoose: { exactly: 8 }`);
  const cancel = new AbortController();
  const lines: string[] = [];
  let out = '';
  let now = 0;
  const argv = ['design', 'study.yaml', '--json', '--method', 'branch', '--workers', `${workers}`];
  const code = await main(argv, {
    out: (part) => {
      out += part;
    },
    err: () => {},
    files: { read: async () => new TextEncoder().encode(large) },
    env: {},
    now: () => (now += 1000),
    workers: threads,
    signal: cancel.signal,
    progress: (line) => {
      lines.push(line);
      if (lines.length === 3) cancel.abort();
    },
  });
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^\d+ parts, best 0\.\d{4}, at most 0\.\d{4} better is possible/);
  const { best } = JSON.parse(out);
  expect(best).toMatchObject({ certified: false, ended: 'interrupted' });
  expect(best.upperBound).toBeGreaterThan(best.objective);
});
