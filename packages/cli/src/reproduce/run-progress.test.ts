import { type DividedWork, thisThread, type Workers } from '@sightline/engine/internal';
import { EXPERIMENTS, referenceSeconds } from '@sightline/experiments';
import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../io/io.ts';
import { runProgress, type Stage } from './run-progress.ts';

/** A machine that is so many times slower than was told, and its terminal. */
function machine(stages: readonly Stage[], slower: number) {
  let clock = 0;
  const lines: { at: number; line: string }[] = [];
  const io = {
    now: () => clock,
    progress: (line: string) => lines.push({ at: clock, line }),
  } as Partial<CommandIo>;
  const progress = runProgress(io as CommandIo, stages);
  const work: DividedWork<number, number> = { name: 'w', prepare: () => (piece) => piece };
  /** Takes what the work is told to take, and tells every hundredth of it. */
  const workers: Workers = {
    async run(own, input, pieces, { made, onProgress } = {}) {
      const seconds = input as number;
      for (let piece = made?.size ?? 0; piece < pieces; piece++) {
        clock += (1000 * slower * seconds) / pieces;
        onProgress?.(piece + 1, pieces);
      }
      return thisThread.run(own, input, pieces, { made });
    },
  };
  const run = async (made = 0) => {
    for (const { name, works, rest } of stages) {
      progress.begin(name);
      for (const seconds of works)
        await progress
          .watched(workers)
          .run(work, seconds, 100, { made: new Map(Array.from({ length: made }, (_, i) => [i, i])) });
      clock += 1000 * slower * rest;
      progress.end();
    }
    progress.close();
    return { lines, end: clock };
  };
  return { run };
}

const STAGES: Stage[] = [
  { name: 'one', works: [], rest: 2 },
  { name: 'two', works: [10, 20], rest: 1 },
  { name: 'three-longer', works: [30], rest: 0 },
];
const percent = (line: string) => Number(line.match(/ (\d+) %/)![1]);
const left = (line: string) => {
  const found = line.match(/about (\d+) (s|min) left/);
  return found ? Number(found[1]) * (found[2] === 'min' ? 60 : 1) : undefined;
};

describe('the bar over a whole run', () => {
  it.each([0.5, 1, 4])('on a machine %f times as slow: never back, and soon about right', async (slower) => {
    const { lines, end } = await machine(STAGES, slower).run();
    expect(lines.at(-1)!.line).toBe('');
    const bars = lines.filter(({ line }) => line !== '');
    for (const { line } of bars) expect(line.length).toBeLessThanOrEqual(80);
    const parts = bars.map(({ line }) => percent(line));
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts[0]).toBe(0);
    expect(parts.at(-1)).toBe(100);
    for (const { at, line } of bars.filter((own) => own.at > end / 4 && end - own.at > 3000)) {
      const error = left(line)! - (end - at) / 1000;
      expect(Math.abs(error), `${line} at ${at} of ${end}`).toBeLessThan(31 + (0.25 * (end - at)) / 1000);
    }
    // It does not jump about: from one line to the next by little more than the time between them.
    const near = bars.filter(({ line }) => (left(line) ?? 1000) < 100);
    for (let i = 1; i < near.length; i++) {
      const [a, b] = [near[i - 1]!, near[i]!];
      const change = left(b.line)! - left(a.line)! + (b.at - a.at) / 1000;
      expect(Math.abs(change), `${a.line} then ${b.line}`).toBeLessThan(4 + (b.at - a.at) / 1000);
    }
  });

  it('what earlier runs made of a work is there at once, and says nothing of this machine', async () => {
    const { lines, end } = await machine(STAGES, 1).run(50);
    const bars = lines.filter(({ line }) => line !== '');
    expect(end).toBe(33_000);
    // The first stage and half of the next work, which was there before.
    const second = bars.find(({ line }) => line.startsWith('two') && percent(line) > 4)!;
    expect(percent(second.line)).toBeGreaterThanOrEqual(Math.floor((100 * (2 + 5)) / 63));
    for (const { at, line } of bars.filter((own) => own.at > 20_000 && end - own.at > 1000))
      expect(Math.abs(left(line)! - (end - at) / 1000), line).toBeLessThan(2 + (17 * (end - at)) / end);
  });

  it('knows how long every experiment takes', () => {
    for (const { name } of EXPERIMENTS)
      for (const quick of [false, true]) expect(referenceSeconds(name, quick), name).toBeDefined();
  });
});
