import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, exampleStudy } from '../opening/examples.ts';
import { memoryFiles } from '../study/memory-files.ts';
import { answerQuestion } from './answer-question.ts';
import type { Progress, Question } from './question.ts';

const onDisk = (path: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url))));

async function ask(question: Question, study: string, cancelled = false) {
  const controller = new AbortController();
  const { name, text, files } = await exampleStudy(study);
  const progress: Progress[] = [];
  const partial: unknown[] = [];
  const answer = await answerQuestion(question, { study: name, text, seed: 0 }, memoryFiles(files), {
    signal: controller.signal,
    onProgress: (one) => {
      progress.push(one);
      if (cancelled && one.share !== undefined && one.share < 0.5) controller.abort();
    },
    onPartial: (one) => partial.push(one),
  });
  return { answer, progress, partial };
}

describe('examples', () => {
  it('come with every file that they name, byte by byte', async () => {
    for (const { study } of EXAMPLES) {
      const { name, text, files } = await exampleStudy(study);
      expect(new TextEncoder().encode(text)).toEqual(onDisk(name));
      for (const [path, bytes] of files) expect(bytes).toEqual(onDisk(path));
    }
  });

  it('can all be drawn or say why not', async () => {
    for (const { study } of EXAMPLES) {
      const { answer } = await ask({ command: 'value' }, study);
      // Some have no law that a value could be computed under, but a benchmark in its place, or records; second moments are none to draw.
      const without = ['benchmark-data/study.yaml', 'two-studies/data.yaml'];
      const instead = without.includes(study)
        ? 'identify'
        : study.startsWith('records-')
          ? 'retrospect'
          : undefined;
      if (answer.kind !== 'answered' || !('result' in answer.result))
        throw new Error(`${study}: ${answer.kind}`);
      const { law, notAsked } = answer.result;
      expect([study, notAsked?.instead]).toEqual([study, instead && [instead]]);
      expect(law === undefined).toBe(instead !== undefined || study === 'calibration/linear.yaml');
    }
  });

  it('without a law still tell what is wrong with them', async () => {
    const { name, text, files } = await exampleStudy('benchmark-data/study.yaml');
    const asking = { study: name, text: text.replace('at: [2.5, 3.5]', 'at: [2.5, 99]'), seed: 0 };
    const answer = await answerQuestion({ command: 'value' }, asking, memoryFiles(files), {
      signal: new AbortController().signal,
      onProgress() {},
      onPartial() {},
    });
    expect(answer).toMatchObject({
      kind: 'problems',
      problems: [{ path: ['protocols', 'later', 'at', 1], value: 99 }],
    });
  });
});

describe('answers', () => {
  it('have paths of unit variance that begin where the law says', async () => {
    const { answer } = await ask({ command: 'value' }, 'shift/study.yaml');
    if (answer.kind !== 'answered' || !('result' in answer.result) || !answer.result.law)
      throw new Error('no law');
    const { times, paths } = answer.result.law;
    expect(times).toHaveLength(128);
    const all = paths.flat();
    expect(all.length).toBe(5 * 128);
    expect(Math.sqrt(all.reduce((sum, z) => sum + z * z, 0) / all.length)).toBeGreaterThan(0.6);
    expect(Math.sqrt(all.reduce((sum, z) => sum + z * z, 0) / all.length)).toBeLessThan(1.5);
  });

  it('bring verdicts before ranges', async () => {
    const { answer, partial } = await ask({ command: 'identify', request: {} }, 'four-points/any.yaml');
    expect(partial).toMatchObject([{ alternatives: { middle: { verdict: 'not-identified', range: null } } }]);
    expect(answer).toMatchObject({
      kind: 'answered',
      result: { alternatives: { middle: { verdict: 'not-identified' } } },
    });
    if (answer.kind !== 'answered' || !('alternatives' in answer.result)) throw new Error('no verdict');
    // The sharp range over all correlation matrices, known from an independent solver.
    expect(answer.result.alternatives.middle!.range!.low).toBeCloseTo(0.4299, 4);
    expect(answer.result.alternatives.middle!.range!.high).toBeCloseTo(1, 5);
  });

  it('end where they are cancelled', async () => {
    const { answer, progress } = await ask(
      { command: 'calibrate', request: { draws: 4000, level: 0.95 } },
      'calibration/study.yaml',
      true,
    );
    expect(progress.length).toBeGreaterThan(0);
    expect(answer).toEqual({ kind: 'cancelled' });
  });

  it('tell problems with their lines', async () => {
    const asking = { study: 'study.yaml', text: 'sightline: 1\ntarget: median\n', seed: 0 };
    const answer = await answerQuestion({ command: 'value' }, asking, memoryFiles(new Map()), {
      signal: new AbortController().signal,
      onProgress() {},
      onPartial() {},
    });
    expect(answer.kind).toBe('problems');
    expect(answer).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ line: 2, path: ['target'] })]),
    });
  });
});
