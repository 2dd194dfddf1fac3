import { digestOf } from '@sightline/queue/pieces';
import type { PieceStore } from '../io/piece-store.ts';
import type { PieceShelf } from '../sharing/keeping-workers.ts';
import { type PieceFile, pieceFileBytes, pieceFilesIn, piecesOf } from '../sharing/piece-file.ts';

// Pieces of divided work in a folder. A piece is a function of input and number alone, so that one which another run made
// is as good as a new one. Each file is written as a whole and holds some pieces of one work; two that write to the folder
// at the same time are not in each other's way.

/** How far an experiment was when the run ended. */
interface Begun {
  experiment: string;
  work: string;
  made: number;
  pieces: number;
}

/** What is kept of a run, so that another one of the same program, seed and setting can go on from there. */
export interface KeptPieces {
  shelf(experiment: string, work: string, input: unknown, pieces: number): PieceShelf;
  /** What earlier runs made. */
  begun(): Begun[];
  /** Milliseconds that earlier runs took for pieces of an experiment. */
  earlier(experiment: string): number;
  /** Removes what is kept of these. */
  remove(experiments: readonly string[]): void;
}

/** What stands in a file. */
interface Kept extends PieceFile {
  /** Program, seed and everything else that a run was started with. */
  run: string;
  experiment: string;
  work: string;
  /** The digest of the work's input. */
  input: string;
  pieces: number;
  milliseconds: number;
}

/** Any other file in the folder is somebody else's. */
const OURS = /\.pieces(\.new)?$/;
const WHOLE = /\.pieces$/;

export function removePieces(store: PieceStore): void {
  for (const name of store.list().filter((file) => OURS.test(file))) store.remove(name);
}

/** Reads what earlier runs kept. `say` is told, in a sentence, of everything that is there and cannot be used. */
export function openPieces(store: PieceStore, run: string, say: (sentence: string) => void): KeptPieces {
  const earlier = readAll(store, run, say);
  const names = new Map([...earlier].map(([name, { experiment }]) => [name, experiment]));
  let writable = true;
  /** A run is worth more than what it keeps. */
  const attempt = (write: () => void) => {
    if (!writable) return;
    try {
      write();
    } catch (error) {
      writable = false;
      const why = error instanceof Error ? error.message : String(error);
      say(`what is done cannot be kept any more (${why}); the run goes on`);
    }
  };
  return {
    shelf(experiment, work, input, pieces) {
      const of = { run, experiment, work, input: digestOf(input), pieces };
      const own = [...earlier.values()].filter((one) => digestOf(headOf(one)) === digestOf(of));
      return {
        made: piecesOf(own),
        add(more, milliseconds) {
          const kept: Kept = { ...of, numbers: [...more.keys()], made: [...more.values()], milliseconds };
          const name = fileName(kept);
          names.set(name, experiment);
          attempt(() => store.write(name, pieceFileBytes(kept)));
        },
      };
    },
    begun() {
      const works = new Map<string, Begun>();
      for (const one of earlier.values()) {
        const key = digestOf(headOf(one));
        const made = (works.get(key)?.made ?? 0) + one.numbers.length;
        works.set(key, { experiment: one.experiment, work: one.work, made, pieces: one.pieces });
      }
      return [...works.values()];
    },
    earlier: (experiment) =>
      [...earlier.values()].reduce(
        (sum, one) => sum + (one.experiment === experiment ? one.milliseconds : 0),
        0,
      ),
    remove(experiments) {
      for (const [name, experiment] of names)
        if (experiments.includes(experiment)) attempt(() => store.remove(name));
    },
  };
}

function readAll(store: PieceStore, run: string, say: (sentence: string) => void): Map<string, Kept> {
  const all = pieceFilesIn<Kept>(store, WHOLE, (kept, name) => fileName(kept) === name, say);
  const own = new Map([...all].filter(([, kept]) => kept.run === run));
  const others = all.size - own.size;
  if (others > 0)
    say(
      `${others} ${others === 1 ? 'file' : 'files'} with pieces of another version, seed or setting ` +
        `${others === 1 ? 'is' : 'are'} not used; --fresh removes what is there`,
    );
  return own;
}

const headOf = ({ numbers: _, made: __, milliseconds: ___, ...head }: Kept) => head;

/** A name that pieces of another work, or others of this one, have not. */
function fileName(kept: Kept): string {
  return `${kept.experiment}-${digestOf(headOf(kept)).slice(0, 20)}-${kept.numbers[0]}.pieces`;
}
