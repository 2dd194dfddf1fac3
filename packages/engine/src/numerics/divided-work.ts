/**
 * Work of many pieces, each a function of the input and of its number alone, so that it makes no difference to a single
 * byte who does which piece. Inputs and pieces are plain data: they travel to workers and back.
 */
export interface DividedWork<Input, Piece> {
  /** By this name a worker finds the work again. */
  readonly name: string;
  /** What the pieces share is made once in each worker. */
  prepare(input: Input): (piece: number) => Piece;
}

export interface WorkOptions {
  /** Stops the work; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told from time to time how many pieces are done. */
  onProgress?: ((done: number, of: number) => void) | undefined;
}

export interface RunOptions<Piece> extends WorkOptions {
  /** Pieces that are there already, by their numbers: they are not made again. */
  made?: ReadonlyMap<number, Piece> | undefined;
  /** Handed pieces when they are made, by their numbers, so that they can be kept. */
  onMade?: ((pieces: ReadonlyMap<number, Piece>) => void) | undefined;
}

/** Whoever does divided work: this thread, a pool of Node's, web workers. */
export interface Workers {
  run<Input, Piece>(
    work: DividedWork<Input, Piece>,
    input: Input,
    pieces: number,
    options?: RunOptions<Piece>,
  ): Promise<Piece[]>;
}

/** The numbers of the pieces that are still to be made. */
export function unmade(pieces: number, made: ReadonlyMap<number, unknown> | undefined): number[] {
  return Array.from({ length: pieces }, (_, piece) => piece).filter((piece) => !made?.has(piece));
}

/** How long this thread works before it lets others (a progress bar, a click on 'cancel') have their turn. */
const TURN_MILLISECONDS = 40;

/** The work done by this thread, piece after piece. */
export const thisThread: Workers = {
  async run<Input, Piece>(
    work: DividedWork<Input, Piece>,
    input: Input,
    pieces: number,
    { signal, onProgress, made, onMade }: RunOptions<Piece> = {},
  ) {
    signal?.throwIfAborted();
    const all = new Map(made);
    let fresh = new Map<number, Piece>();
    const handOver = () => {
      if (fresh.size > 0) onMade?.(fresh);
      fresh = new Map();
      onProgress?.(all.size, pieces);
    };
    let make: ((piece: number) => Piece) | undefined;
    let turn = performance.now();
    for (const number of unmade(pieces, made)) {
      make ??= work.prepare(input);
      const piece = make(number);
      all.set(number, piece);
      fresh.set(number, piece);
      if (performance.now() - turn < TURN_MILLISECONDS) continue;
      handOver();
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      turn = performance.now();
    }
    handOver();
    return Array.from({ length: pieces }, (_, number) => all.get(number)!);
  },
};
