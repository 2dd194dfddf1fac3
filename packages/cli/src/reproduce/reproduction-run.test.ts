import { UnreadableFile } from '@sightline/data';
import { thisThread } from '@sightline/engine/internal';
import type { Experiment, Outcome, Row } from '@sightline/experiments';
import { describe, expect, it } from 'vitest';
import { memoryPieceStore } from '../../test/memory-piece-store.ts';
import type { CommandIo } from '../io/io.ts';
import { openPieces } from './kept-pieces.ts';
import { type RunRequest, runExperiments } from './reproduction-run.ts';

const row = (what: string): Row => ({
  what,
  published: 1,
  computed: 1,
  tolerance: 0,
  verdict: 'agrees',
  note: '',
});

/** Experiments that say when they are run: one alone, one that reads a file and a folder, one that is left out. */
function experiments(ran: string[]): Experiment[] {
  const made = (name: string, outcome: (files: CommandIo['files']) => Promise<Outcome>): Experiment => ({
    name,
    title: `the ${name}`,
    run: ({ files }) => {
      ran.push(name);
      return outcome(files);
    },
  });
  return [
    made('alone', async () => ({ rows: [row('1 + 1')] })),
    made('reader', async (files) => {
      const folder = files.folder!('data');
      const names = await folder.list();
      const splits = await files.read('splits.csv').catch(() => 'none');
      const sizes = await Promise.all(names.map(async (name) => (await folder.read(name)).length));
      return { rows: [row(`${splits === 'none' ? 'drawn' : 'given'} ${sizes.join(' ')}`)] };
    }),
    made('absent', async () => ({ rows: [], skipped: 'there are no records' })),
  ];
}

type Disk = Record<string, string>;

function io(disk: Disk, printed: string[]): CommandIo {
  const read = async (path: string) => {
    if (disk[path] === undefined) throw new UnreadableFile(path, 'there is no such file', 'a file');
    return new TextEncoder().encode(disk[path]);
  };
  return {
    out: () => {},
    err: (text) => void printed.push(text),
    files: {
      read,
      folder: (path) => ({
        list: async () =>
          Object.keys(disk)
            .filter((name) => name.startsWith(`${path}/`))
            .map((name) => name.slice(path.length + 1)),
        read: (name) => read(`${path}/${name}`),
      }),
    },
    env: {},
    now: () => 0,
  };
}

async function run(disk: Disk, kept: Map<string, Uint8Array>, more: Partial<RunRequest> = {}) {
  const ran: string[] = [];
  const printed: string[] = [];
  const pieces = openPieces(memoryPieceStore(kept), 'v', (sentence) => printed.push(sentence));
  const request = { seed: 1, quick: false, data: 'data', workers: thisThread, kept: pieces };
  const end = await runExperiments({ experiments: experiments(ran), ...request, ...more }, io(disk, printed));
  return { ran, printed, end };
}

const DISK: Disk = { 'data/a': 'one', 'data/b': 'three' };

describe('a run of experiments', () => {
  it('says at the beginning and at the end of each what there is to say', async () => {
    const { ran, printed, end } = await run(DISK, new Map());
    expect(ran).toEqual(['alone', 'reader', 'absent']);
    expect(printed).toEqual([
      'alone: the alone\n',
      'alone: 1 agree, 0 explained, 0 unexplained, 0 differ, 0.0 s\n',
      'reader: the reader\n',
      'reader: 1 agree, 0 explained, 0 unexplained, 0 differ, 0.0 s\n',
      'absent: the absent\n',
      'absent: skipped, there are no records\n',
    ]);
    expect(end.experiments.reader!.rows[0]!.what).toBe('drawn 3 5');
  });

  it('does not make pieces again that are there', async () => {
    const made: number[] = [];
    const work = { name: 'squares', prepare: () => (piece: number) => made.push(piece) && piece * piece };
    const divided: Experiment = {
      name: 'divided',
      title: 'the divided',
      run: async ({ workers }) => ({ rows: [row(String(await workers.run(work, {}, 3)))] }),
    };
    const kept = new Map<string, Uint8Array>();
    const first = await run(DISK, kept, { experiments: [divided] });
    const second = await run(DISK, kept, { experiments: [divided] });
    expect(second.end).toStrictEqual(first.end);
    expect(second.printed[0]).toBe('going on where an earlier run stopped: divided: squares, 3 of 3\n');
    expect(made).toEqual([0, 1, 2]);
  });

  it('stops between experiments when it is cancelled', async () => {
    const cancel = new AbortController();
    const ran: string[] = [];
    const [alone, ...others] = experiments(ran);
    const busy: Experiment = {
      ...alone!,
      // Ctrl-C is heard by the machine while nobody has a turn.
      run: async (surroundings) => {
        setTimeout(() => cancel.abort(new Error('enough')));
        return alone!.run(surroundings);
      },
    };
    const request = { seed: 1, quick: false, data: undefined, workers: thisThread };
    const end = runExperiments(
      { ...request, experiments: [busy, ...others] },
      { ...io({}, []), signal: cancel.signal },
    );
    await expect(end).rejects.toThrow('enough');
    expect(ran).toEqual(['alone']);
  });
});
