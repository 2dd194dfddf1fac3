import {
  type DividedWork,
  InvalidInput,
  type ResamplingInput,
  resampling,
  thisThread,
} from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { DENSE_FILES, denseStudy } from '../../../study/test/dense-fixtures.ts';
import { main } from '../main.ts';
import { sharedInput } from './shared-input.ts';
import { workerThreads } from './worker-threads.ts';

/** Threads at once, however small the work. */
const EAGER = { trial: 0, worthIt: 0 };

const values = Float64Array.from({ length: 30 * 8 }, (_, n) => Math.sin(1 + 3.7 * n) + (n % 8) / 9);
const input = (more: Partial<ResamplingInput['estimator']> = {}, draws = 60): ResamplingInput => ({
  estimator: {
    sample: { values: { rows: 30, cols: 8, data: values } },
    estimand: 'gaussian',
    noise: 0,
    weights: new Float64Array(8).fill(1 / 8),
    targets: ['mean'],
    protocols: [[{ first: 1, last: 1, noise: 0.4 }]],
    ...more,
  },
  seed: 3,
  resamples: Array.from({ length: draws }, (_, draw) => ({ kind: 'bootstrap' as const, draw })),
  distances: 10,
});

describe('worker threads', () => {
  it.each([2, 3, 8])('%i threads make the pieces that one makes', async (threads) => {
    const alone = await thisThread.run(resampling, input(), 60);
    const seen: number[] = [];
    const pieces = await workerThreads(threads, EAGER).run(resampling, input(), 60, {
      onProgress: (done, of) => seen.push(done / of),
    });
    expect(pieces).toEqual(alone);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('begins here and goes on in threads', async () => {
    const alone = await thisThread.run(resampling, input(), 60);
    expect(await workerThreads(2, { trial: 1, worthIt: 0 }).run(resampling, input(), 60)).toEqual(alone);
    // Too little for threads: all of it is done here.
    expect(await workerThreads(2).run(resampling, input(), 60)).toEqual(alone);
  });

  it('brings the error of a piece home, with its kind', async () => {
    const sample = { ...input().estimator.sample, counts: new Int32Array(30).fill(1) };
    const single = { ...input({ sample, noise: 'replicates' }), distances: 0 };
    const run = workerThreads(2, EAGER).run(resampling, single, 60);
    await expect(run).rejects.toThrow(InvalidInput);
    await expect(run).rejects.toMatchObject({ problems: [{ path: ['noise', 'replicates'] }] });
  });

  it('brings any other error home with its message', async () => {
    const empty = { ...input({ sample: { values: { rows: 1, cols: 8, data: values } } }), distances: 0 };
    await expect(workerThreads(2, EAGER).run(resampling, empty, 60)).rejects.toThrow(
      'a covariance needs at least 2 units',
    );
  });

  it('stops when it is told to, with the reason', async () => {
    const cancel = new AbortController();
    const reason = new Error('enough');
    const run = workerThreads(2, EAGER).run(resampling, input({}, 100_000), 100_000, {
      signal: cancel.signal,
      onProgress: () => cancel.abort(reason),
    });
    await expect(run).rejects.toBe(reason);
    const late = workerThreads(2, EAGER).run(resampling, input(), 60, { signal: cancel.signal });
    await expect(late).rejects.toBe(reason);
  });

  it('knows the works by name only, and refuses those it does not know', async () => {
    const other: DividedWork<ResamplingInput, unknown> = { ...resampling, name: 'other' };
    await expect(workerThreads(2, EAGER).run(other, input(), 60)).rejects.toThrow(
      'no thread knows the work other',
    );
  });

  describe('in rounds', () => {
    const ROUNDS = [[5, 3, 3], [], [40], [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]];

    it.each([1, 2, 3, 8])('%i threads make the pieces that were ordered, in their order', async (threads) => {
      const pieces = await thisThread.run(resampling, input(), 60);
      for (const settings of [EAGER, { trial: 0, worthIt: 4 }, undefined]) {
        const rounds = workerThreads(threads, settings).open!(resampling, input());
        for (const orders of ROUNDS)
          expect(await rounds.make(orders)).toEqual(orders.map((order) => pieces[order]));
        // All at once: a round may be ordered before the one before is made.
        expect(await Promise.all(ROUNDS.map((orders) => rounds.make(orders)))).toEqual(
          ROUNDS.map((orders) => orders.map((order) => pieces[order])),
        );
        await rounds.close();
      }
    });

    it('brings the error of a piece home, to this round and to later ones', async () => {
      const sample = { ...input().estimator.sample, counts: new Int32Array(30).fill(1) };
      const single = { ...input({ sample, noise: 'replicates' }), distances: 0 };
      const rounds = workerThreads(2, EAGER).open!(resampling, single);
      await expect(rounds.make([1, 2, 3])).rejects.toThrow(InvalidInput);
      await expect(rounds.make([1])).rejects.toThrow(InvalidInput);
      await rounds.close();
    });

    it.each([EAGER, { trial: 0, worthIt: 4 }])(
      'stops when it is told to, with the reason',
      async (settings) => {
        const cancel = new AbortController();
        const reason = new Error('enough');
        const own = workerThreads(2, settings).open!(resampling, input({}, 100_000), {
          signal: cancel.signal,
        });
        const run = own.make(Array.from({ length: 100_000 }, (_, order) => order));
        setTimeout(() => cancel.abort(reason), 30);
        await expect(run).rejects.toBe(reason);
        await expect(own.make([1])).rejects.toBe(reason);
        await own.close();
      },
    );

    it('refuses works that no thread knows', async () => {
      const other = { ...resampling, name: 'other' };
      const own = workerThreads(2, EAGER).open!(other, input());
      await expect(own.make([1])).rejects.toThrow('no thread knows the work other');
    });
  });

  it('shares large arrays and leaves small ones', () => {
    const shared = sharedInput({
      list: [new Float64Array(4096).fill(2)],
      small: new Float64Array(3),
      text: 'a',
    });
    expect(shared.list[0]!.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shared.list[0]).toEqual(new Float64Array(4096).fill(2));
    expect(shared.small.buffer).toBeInstanceOf(ArrayBuffer);
    expect(shared.text).toBe('a');
  });
});

describe('sightline calibrate in threads', () => {
  async function run(argv: string[], io: Partial<Parameters<typeof main>[1]> = {}) {
    const study = denseStudy(undefined, 'classes: { nested: { exactly: 2, noise: 0.4, bins: [3, 4] } }\n');
    const files: Record<string, string> = { ...DENSE_FILES, 'study.yaml': study };
    let [out, err] = ['', ''];
    const code = await main(argv, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      files: { read: async (path) => new TextEncoder().encode(files[path]!) },
      env: {},
      now: () => performance.now(),
      workers: (threads = 1) => workerThreads(threads, EAGER),
      ...io,
    });
    return { code, out: out.replace(/"elapsed": [\d.]+/, ''), err };
  }

  it.each(['calibrate', 'plan'])('%s prints the same bytes with 1, 2 and 8 threads', async (command) => {
    const argv = (threads: number) => [
      command,
      'study.yaml',
      '--json',
      '--draws',
      '100',
      '--workers',
      `${threads}`,
    ];
    const alone = await run(argv(1));
    expect(alone).toMatchObject({ code: 0, err: '' });
    for (const threads of [2, 8]) expect(await run(argv(threads))).toEqual(alone);
  });

  it.each([
    ['a range over all correlation matrices', 'mean', 'any', 26],
    ['a range over stationary ones', 'mean', 'stationary', 8],
    ['permutations', '{ above: 0.5 }', 'any', 12],
  ])('identify prints the same bytes with 1, 2 and 8 threads: %s', async (_, target, assume, points) => {
    // One alternative, of which several starts are climbed from side by side, and three.
    for (const others of ['', 'one: { at: 1.5 }, early: { at: [0.5, 4.5], noise: 0.3 }, ']) {
      const study = `sightline: 1
time: { horizon: 26, points: ${points} }
target: ${target}
latent: { kernel: { ou: { tau: 3 } } }
protocols: { seen: { at: [3.5, 16.5], noise: 0.1 }, ${others}pair: { at: [8.5, 20.5], noise: 0.1 } }
realised: seen
assume: ${assume}
`;
      const read = async () => new TextEncoder().encode(study);
      const argv = (n: number) => ['identify', 'study.yaml', '--json', '--workers', `${n}`];
      const alone = await run(argv(1), { files: { read } });
      expect(alone).toMatchObject({ code: 0, err: '' });
      for (const threads of [2, 8]) expect(await run(argv(threads), { files: { read } })).toEqual(alone);
    }
  });

  it('identify from data prints the same bytes with 1 and 3 threads', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${1.3 * Math.sin(7 * i)},${Math.sin(7 * i + 0.9)}`);
    const files: Record<string, string> = {
      'study.yaml': `sightline: 1
time: { horizon: 3, points: 3 }
target: mean
protocols: { seen: { at: 0.5 }, other: { at: 1.5, noise: 0.1 }, both: { at: [1.5, 2.5], noise: 0.1 } }
realised: seen
benchmark: { data: y.csv }
`,
      'y.csv': `y1,target\n${rows.join('\n')}\n`,
    };
    const read = async (path: string) => new TextEncoder().encode(files[path]!);
    const argv = (n: number) => ['identify', 'study.yaml', '--json', '--resamples', '6', '--workers', `${n}`];
    const lines: string[] = [];
    const alone = await run(argv(1), { files: { read } });
    const shared = await run(argv(3), { files: { read }, progress: (line) => void lines.push(line) });
    expect(alone).toMatchObject({ code: 0, err: '' });
    expect(alone.out).toContain('"resamples": 6');
    expect(shared).toEqual(alone);
    expect(lines[0]).toMatch(/^resampling \d+ %/);
  });

  it.each([1, 2])('is cancelled cleanly with %i threads', async (threads) => {
    const cancel = new AbortController();
    const lines: string[] = [];
    const argv = ['calibrate', 'study.yaml', '--json', '--draws', '100000', '--workers', `${threads}`];
    const { code, out, err } = await run(argv, {
      signal: cancel.signal,
      progress: (line) => {
        lines.push(line);
        cancel.abort();
      },
    });
    expect({ code, out, err }).toEqual({ code: 130, out: '', err: 'cancelled; nothing was written\n' });
    expect(lines[0]).toMatch(/^resampling \d+ %/);
    expect(lines.at(-1)).toBe('');
  });

  it('shows how far it is and how long it may take, and takes the line away', async () => {
    const lines: string[] = [];
    let clock = 0;
    const { code, err } = await run(['calibrate', 'study.yaml', '--draws', '3000', '--workers', '2'], {
      now: () => (clock += 400),
      progress: (line) => lines.push(line),
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines.some((line) => /^resampling \d+ %, about \d+ s left$/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('');
  });
});
