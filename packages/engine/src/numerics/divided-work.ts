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

/** Whoever does divided work: this thread, a pool of Node's, web workers. */
export interface Workers {
  run<Input, Piece>(
    work: DividedWork<Input, Piece>,
    input: Input,
    pieces: number,
    options?: WorkOptions,
  ): Promise<Piece[]>;
}

/** How long this thread works before it lets others (a progress bar, a click on 'cancel') have their turn. */
const TURN_MILLISECONDS = 40;

/** The work done by this thread, piece after piece. */
export const thisThread: Workers = {
  async run(work, input, pieces, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    const make = work.prepare(input);
    const done = [];
    let turn = performance.now();
    for (let i = 0; i < pieces; i++) {
      done.push(make(i));
      if (performance.now() - turn < TURN_MILLISECONDS) continue;
      onProgress?.(i + 1, pieces);
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      turn = performance.now();
    }
    onProgress?.(pieces, pieces);
    return done;
  },
};
