import type { DividedWork, RunOptions, Workers } from '@sightline/engine/internal';

/** Where the pieces of one divided work are kept. */
export interface PieceShelf {
  /** Those that an earlier run made, by their numbers. */
  readonly made: ReadonlyMap<number, unknown>;
  /** Keeps more of them, and how long they took. */
  add(pieces: ReadonlyMap<number, unknown>, milliseconds: number): void;
}

/** The shelf of a work on its input, of so many pieces: another one where any of them differs. */
type PieceShelves = (work: string, input: unknown, pieces: number) => PieceShelf;

/** What a kill may cost, in milliseconds of work. */
const EVERY = 1000;

/**
 * Workers that keep finished pieces on a shelf, about every second and when they stop for whatever reason, and make only
 * those that are not there. A piece is a function of input and number alone, so that it makes no difference to a byte
 * which run made it.
 */
export function keepingWorkers(inner: Workers, shelves: PieceShelves, now: () => number): Workers {
  return {
    ...inner,
    async run<Input, Piece>(
      work: DividedWork<Input, Piece>,
      input: Input,
      pieces: number,
      options: RunOptions<Piece> = {},
    ) {
      const shelf = shelves(work.name, input, pieces);
      let unkept = new Map<number, Piece>();
      let keptAt = now();
      // The first ones at once: that there is something to go on from is worth more than a second.
      let due = Number.NEGATIVE_INFINITY;
      const keep = () => {
        if (unkept.size > 0) shelf.add(unkept, now() - keptAt);
        unkept = new Map();
        keptAt = now();
        due = keptAt + EVERY;
      };
      try {
        return await inner.run(work, input, pieces, {
          ...options,
          made: new Map([...(shelf.made as ReadonlyMap<number, Piece>), ...(options.made ?? [])]),
          onMade(portion) {
            for (const [number, piece] of portion) unkept.set(number, piece);
            if (now() >= due) keep();
            options.onMade?.(portion);
          },
        });
      } finally {
        keep();
      }
    },
  };
}
