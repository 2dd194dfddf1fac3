import { type DividedWork, thisThread, type Workers } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { memoryPieceStore } from '../../test/memory-piece-store.ts';
import { keepingWorkers } from '../sharing/keeping-workers.ts';
import { openPieces } from './kept-pieces.ts';

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
  const kept = openPieces(memoryPieceStore(files), run, (sentence) => said.push(sentence));
  let clock = 0;
  const { work, made } = countingWork();
  const workers = keepingWorkers(
    inner,
    (...of) => kept.shelf('figure-9', ...of),
    () => (clock += tick),
  );
  return { end: workers.run(work, own, pieces), made, kept };
}

const uninterrupted = () => thisThread.run(countingWork().work, input(), PIECES);
const stopped = async (until: number, tick = 400) => {
  const files = new Map<string, Uint8Array>();
  await expect(started(files, { inner: stoppingAt(until), tick }).end).rejects.toThrow('killed');
  return files;
};

describe('workers that keep pieces', () => {
  it.each([1, 7, 15])(
    'stopped before piece %i, another run makes the others and has the same bytes',
    async (until) => {
      const files = await stopped(until);
      const { end, made, kept } = started(files);
      expect(kept.begun()).toEqual([
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
    const { end, kept } = started(files);
    const before = kept.earlier('figure-9');
    expect(before).toBeGreaterThan(10 * 400);
    await end;
    expect(started(files).kept.earlier('figure-9')).toBeGreaterThan(before);
  });

  it('never uses a file with a changed byte or one that is cut off: it says so, and makes its pieces again', async () => {
    const files = await stopped(6, 200);
    const whole = await uninterrupted();
    const [[name, bytes]] = [...files] as [[string, Uint8Array]];
    const broken = (at: number) => {
      const changed = Uint8Array.from(bytes);
      changed[at]! ^= 0x15;
      return changed;
    };
    for (let at = 0; at < bytes.length; at++)
      for (const spoiled of [broken(at), bytes.slice(0, at)]) {
        const said: string[] = [];
        const { end, made } = started(new Map([...files, [name, spoiled]]), { said });
        expect(await end, `byte ${at}`).toStrictEqual(whole);
        expect(said).toEqual([`${name} is damaged: it is not used, and removed`]);
        expect(made.length).toBeGreaterThan(PIECES - 6);
      }
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
    const size = files.size + 1;
    const said: string[] = [];
    files.set('notes.txt', new Uint8Array(3));
    const other = started(files, { run: 'version 2', said });
    await other.end;
    expect(said).toEqual([
      expect.stringMatching(
        /^\d+ files with pieces of another version, seed or setting are not used; --fresh/,
      ),
    ]);
    other.kept.remove(['figure-9']);
    expect(files.size).toBe(size);
    expect(started(files).kept.begun()).toHaveLength(1);
  });

  it('a file under another name is not taken for what it says', async () => {
    const [[name, bytes]] = [...(await stopped(12))] as [[string, Uint8Array]];
    const said: string[] = [];
    const { end, made } = started(new Map([[name.replace('figure-9', 'figure-8'), bytes]]), { said });
    await end;
    expect(made).toHaveLength(PIECES);
    expect(said).toHaveLength(1);
  });

  it('goes on where nothing can be kept, and says so once', async () => {
    const store = memoryPieceStore();
    const said: string[] = [];
    const full = () => {
      throw new Error('no space left');
    };
    const kept = openPieces({ ...store, write: full }, 'v', (sentence) => said.push(sentence));
    const workers = keepingWorkers(
      stoppingAt(PIECES),
      (...of) => kept.shelf('a', ...of),
      () => 0,
    );
    expect(await workers.run(countingWork().work, input(), PIECES)).toStrictEqual(await uninterrupted());
    expect(said).toEqual(['what is done cannot be kept any more (no space left); the run goes on']);
  });
});
