import { type DividedWork, thisThread, type Workers } from '@sightline/engine';
import { describe, expect, it } from 'vitest';
import { memoryCheckpointStore } from '../../test/memory-checkpoint-store.ts';
import { checkpointedWorkers } from './checkpointed-workers.ts';
import { openCheckpoints } from './checkpoints.ts';

interface Input {
  seed: number;
  scale: Float64Array;
}

/** Pieces with numbers that no decimal writes shortly, and a record of which were made. */
function countingWork() {
  const made: number[] = [];
  const work: DividedWork<Input, { piece: number; values: Float64Array; odd: number[] }> = {
    name: 'counted',
    prepare:
      ({ seed, scale }) =>
      (piece) => {
        made.push(piece);
        const values = Float64Array.from(scale, (s, i) => s * Math.sin(seed + piece * 1.7 + i));
        return { piece, values, odd: [-0, Number.NaN, Number.NEGATIVE_INFINITY] };
      },
  };
  return { work, made };
}

const PIECES = 16;
const input = (): Input => ({ seed: 3, scale: Float64Array.of(1 / 3, 1e-300, 7) });

/** This thread, which hands over every piece on its own and stops before piece `until`. */
function stoppingAt(until: number): Workers {
  return {
    async run(work, own, pieces, { made, onMade } = {}) {
      const make = work.prepare(own);
      const all = new Map(made);
      for (let piece = 0; piece < pieces; piece++) {
        if (all.has(piece)) continue;
        if (piece === until) throw new Error('killed');
        all.set(piece, make(piece));
        onMade?.(new Map([[piece, all.get(piece)!]]));
      }
      return Array.from({ length: pieces }, (_, piece) => all.get(piece)!);
    },
  };
}

interface Settings {
  inner?: Workers;
  run?: string;
  own?: Input;
  pieces?: number;
  said?: string[];
  /** Milliseconds between two looks at the clock. */
  tick?: number;
}

function started(files: Map<string, Uint8Array>, settings: Settings = {}) {
  const {
    inner = thisThread,
    run = 'version 1',
    own = input(),
    pieces = PIECES,
    said = [],
    tick = 400,
  } = settings;
  const checkpoints = openCheckpoints(memoryCheckpointStore(files), run, (sentence) => said.push(sentence));
  let clock = 0;
  const { work, made } = countingWork();
  const workers = checkpointedWorkers(
    inner,
    (...of) => checkpoints.shelf('figure-9', ...of),
    () => (clock += tick),
  );
  return { end: workers.run(work, own, pieces), made, checkpoints };
}

const uninterrupted = () => thisThread.run(countingWork().work, input(), PIECES);
const stopped = async (until: number, tick = 400) => {
  const files = new Map<string, Uint8Array>();
  await expect(started(files, { inner: stoppingAt(until), tick }).end).rejects.toThrow('killed');
  return files;
};

describe('workers with checkpoints', () => {
  it.each([1, 7, 15])(
    'stopped before piece %i, another run makes the others and has the same bytes',
    async (until) => {
      const files = await stopped(until);
      const { end, made, checkpoints } = started(files);
      expect(checkpoints.begun()).toEqual([
        { experiment: 'figure-9', work: 'counted', made: until, pieces: PIECES },
      ]);
      expect(await end).toStrictEqual(await uninterrupted());
      expect(made).toEqual(Array.from({ length: PIECES - until }, (_, i) => until + i));
      // And a third one has nothing to do.
      const third = started(files);
      expect(await third.end).toStrictEqual(await uninterrupted());
      expect(third.made).toEqual([]);
    },
  );

  it('knows how long earlier runs took', async () => {
    const files = await stopped(10);
    const { end, checkpoints } = started(files);
    const before = checkpoints.earlier('figure-9');
    expect(before).toBeGreaterThan(10 * 400);
    await end;
    expect(started(files).checkpoints.earlier('figure-9')).toBeGreaterThan(before);
  });

  it('goes on from a file that was cut off at any byte', async () => {
    // Of several portions.
    const [[name, bytes]] = [...(await stopped(6, 200))] as [[string, Uint8Array]];
    const whole = await uninterrupted();
    const again = new Set<number>();
    for (let length = 0; length <= bytes.length; length++) {
      const said: string[] = [];
      const files = new Map([[name, bytes.slice(0, length)]]);
      const { end, made } = started(files, { said });
      expect(await end, `cut to ${length} bytes`).toStrictEqual(whole);
      expect(said).toEqual([]);
      again.add(made.length);
      // What was appended behind the cut can be read as well.
      const next = started(files);
      expect(await next.end).toStrictEqual(whole);
      expect(next.made).toEqual([]);
    }
    expect(again).toContain(PIECES);
    expect(again).toContain(PIECES - 6);
    expect(again.size).toBeGreaterThan(2);
  });

  it('never uses a file with a changed byte: it says so, or drops what follows', async () => {
    const [[name, bytes]] = [...(await stopped(6, 200))] as [[string, Uint8Array]];
    const whole = await uninterrupted();
    let damaged = 0;
    for (let at = 0; at < bytes.length; at++) {
      const said: string[] = [];
      const changed = Uint8Array.from(bytes);
      changed[at]! ^= 0x15;
      const { end, made } = started(new Map([[name, changed]]), { said });
      expect(await end, `byte ${at}`).toStrictEqual(whole);
      expect(made.length, `byte ${at}`).toBeGreaterThan(PIECES - 6);
      if (said.length > 0) {
        expect(said).toEqual([`the checkpoint ${name} is damaged: it is not used, and removed`]);
        expect(made.length).toBe(PIECES);
        damaged++;
      }
    }
    expect(damaged).toBeGreaterThan(bytes.length / 2);
  });

  it.each<[string, Settings]>([
    ['another version', { run: 'version 2' }],
    ['another seed', { own: { ...input(), seed: 4 } }],
    ['another number in an array', { own: { ...input(), scale: Float64Array.of(1 / 3, 2e-300, 7) } }],
    ['another kind of array', { own: { ...input(), scale: Float32Array.of(1, 2, 3) as never } }],
    ['another number of pieces', { pieces: PIECES - 1 }],
  ])('with %s, nothing that was kept is used', async (_, settings) => {
    const { end, made } = started(await stopped(12), settings);
    await end;
    expect(made).toHaveLength(settings.pieces ?? PIECES);
  });

  it('leaves alone what belongs to others, and says that it is there', async () => {
    const files = await stopped(12);
    const said: string[] = [];
    files.set('notes.txt', new Uint8Array(3));
    const other = started(files, { run: 'version 2', said });
    await other.end;
    expect(said).toEqual([
      '1 checkpoint is of another version, seed or setting and not used; --fresh removes what is there',
    ]);
    other.checkpoints.remove(['figure-9']);
    expect(files.size).toBe(2);
    expect(started(files).checkpoints.begun()).toHaveLength(1);
  });

  it('a file under another name is not taken for what it says', async () => {
    const [[name, bytes]] = [...(await stopped(12))] as [[string, Uint8Array]];
    const said: string[] = [];
    const { end, made } = started(new Map([[name.replace('figure-9', 'figure-8'), bytes]]), { said });
    await end;
    expect(made).toHaveLength(PIECES);
    expect(said).toHaveLength(1);
  });

  it('goes on without checkpoints where they cannot be written, and says so once', async () => {
    const store = memoryCheckpointStore();
    const said: string[] = [];
    const full = () => {
      throw new Error('no space left');
    };
    const checkpoints = openCheckpoints({ ...store, append: full }, 'v', (sentence) => said.push(sentence));
    const workers = checkpointedWorkers(
      stoppingAt(PIECES),
      (...of) => checkpoints.shelf('a', ...of),
      () => 0,
    );
    expect(await workers.run(countingWork().work, input(), PIECES)).toStrictEqual(await uninterrupted());
    checkpoints.keep('a', { outcome: { rows: [] }, seconds: 1, seen: {} });
    expect(said).toEqual([
      'checkpoints cannot be written any more (no space left); the run goes on without them',
    ]);
  });
});

describe('outcomes', () => {
  const row = {
    what: 'π',
    published: 3.14,
    computed: Math.PI,
    tolerance: 0.005,
    verdict: 'agrees',
    note: '',
  } as const;

  it('are kept to the last bit, in place of the pieces behind them', async () => {
    const files = await stopped(12);
    const checkpoints = openCheckpoints(memoryCheckpointStore(files), 'version 1', () => {});
    const kept = { outcome: { rows: [row] }, seconds: 2.5, seen: { 'file a': 'b' } };
    checkpoints.keep('figure-9', kept);
    expect([...files.keys()]).toEqual([expect.stringMatching(/^figure-9-[0-9a-f]{20}\.outcome$/)]);
    const later = openCheckpoints(memoryCheckpointStore(files), 'version 1', () => {});
    expect(later.outcome('figure-9')).toStrictEqual(kept);
    expect(later.outcome('figure-8')).toBeUndefined();
    expect(later.begun()).toEqual([]);
    later.keep('figure-9', { ...kept, seconds: 3 });
    expect(
      openCheckpoints(memoryCheckpointStore(files), 'version 1', () => {}).outcome('figure-9')?.seconds,
    ).toBe(3);
    later.remove(['figure-9']);
    expect(files.size).toBe(0);
  });
});
