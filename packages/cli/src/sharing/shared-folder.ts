import type { DividedWork, RunOptions, Workers } from '@sightline/engine/internal';
import { digestOf } from '@sightline/queue/pieces';
import type { PieceStore } from '../io/piece-store.ts';
import { ShareMade } from '../io/share-made.ts';
import { keepingWorkers, type PieceShelf } from './keeping-workers.ts';
import { type PieceFile, pieceFileBytes, pieceFilesIn, piecesOf } from './piece-file.ts';

// Pieces in a folder that several hosts see. Each work on each input has a folder of its own in it; each file is written as a
// whole and holds some pieces; two that write at the same time are not in each other's way.

export interface SharedFolder {
  /** The store of a folder inside the shared one. */
  store(name: string): PieceStore;
  /** The program, since another one may make other pieces. */
  program: string;
  /** Told of what is there and cannot be used. */
  say(sentence: string): void;
  now(): number;
}

/** Of `of` equal shares of the pieces, the one with number `share`, from 1 on. */
export interface Share {
  share: number;
  of: number;
}

/** Workers that take the pieces which lie in the folder, make those that do not, and put them there. */
export function sharingWorkers(inner: Workers, folder: SharedFolder, only?: Share): Workers {
  const keeping = (work: string, input: unknown, pieces: number) => shelf(folder, work, input, pieces);
  const all = keepingWorkers(inner, keeping, folder.now);
  if (only === undefined) return all;
  return {
    ...inner,
    async run<Input, Piece>(
      work: DividedWork<Input, Piece>,
      input: Input,
      pieces: number,
      options: RunOptions<Piece> = {},
    ) {
      const others = new Map<number, Piece>();
      for (let number = 0; number < pieces; number++)
        if (number % only.of !== only.share - 1) others.set(number, undefined as Piece);
      await all.run(work, input, pieces, { ...options, made: others });
      const { made } = keeping(work.name, input, pieces);
      if (made.size < pieces) throw new ShareMade(work.name, made.size, pieces);
      return Array.from({ length: pieces }, (_, number) => made.get(number) as Piece);
    },
  };
}

/** What stands in a file: pieces, and what they are pieces of. */
interface Shared extends PieceFile {
  of: string;
}

const OURS = /^\d+-[0-9a-f]+\.pieces$/;

function shelf(folder: SharedFolder, work: string, input: unknown, pieces: number): PieceShelf {
  const of = digestOf({ program: folder.program, work, input, pieces });
  const store = folder.store(`${work}-${of.slice(0, 24)}`);
  const files = pieceFilesIn<Shared>(store, OURS, (file) => file.of === of, folder.say);
  return {
    made: piecesOf([...files.values()]),
    add(more) {
      const numbers = [...more.keys()];
      const file: Shared = { of, numbers, made: [...more.values()] };
      // Other shares begin with the same number: the name has all of them.
      store.write(`${numbers[0]}-${digestOf(numbers).slice(0, 12)}.pieces`, pieceFileBytes(file));
    },
  };
}
