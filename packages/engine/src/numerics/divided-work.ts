/**
 * Work of many pieces, each a function of the input and of its order alone, so that it makes no difference to a single
 * byte who does which piece. Inputs, orders and pieces are plain data: they travel to workers and back. What is ordered in
 * a round may depend on what came of the rounds before.
 */
export interface RoundsWork<Input, Order, Piece> {
  /** By this name a worker finds the work again. */
  readonly name: string;
  /** What the pieces share is made once in each worker. */
  prepare(input: Input): (order: Order) => Piece;
  /** The memory of large pieces, where their maker needs it no more: it travels as it is, and is not copied. */
  handsOver?(piece: Piece): ArrayBuffer[];
}

/** Work whose pieces are known beforehand: each is ordered by its number. */
export type DividedWork<Input, Piece> = RoundsWork<Input, number, Piece>;

/** Workers that have got their input and stay for one round after the other. */
export interface Rounds<Order, Piece> {
  /** The pieces in the order of their orders. The next round may be ordered before this one is made. */
  make(orders: readonly Order[]): Promise<Piece[]>;
  /** How many orders can be on their way at the same time, where that is more than a machine has cores. */
  ahead?(): number;
  /** Lets the workers go; what they still do is lost. */
  close(): Promise<void>;
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

/** What does divided work: this thread, a pool of Node's, web workers. */
export interface Workers {
  run<Input, Piece>(
    work: DividedWork<Input, Piece>,
    input: Input,
    pieces: number,
    options?: RunOptions<Piece>,
  ): Promise<Piece[]>;
  /** Work in rounds; `openRounds` is for those who cannot. */
  open?<Input, Order, Piece>(
    work: RoundsWork<Input, Order, Piece>,
    input: Input,
    options?: RoundsOptions<Order, Piece>,
  ): Rounds<Order, Piece>;
}

export interface RoundsOptions<Order, Piece> extends Pick<WorkOptions, 'signal'> {
  /** What `prepare` would make of the input, where this thread has it already. */
  prepared?: ((order: Order) => Piece) | undefined;
  /** Whether the work is known to be long: then nobody has to try how long a piece takes. */
  atOnce?: boolean;
}

/** Rounds by workers that can make them, and else by this thread. */
export function openRounds<Input, Order, Piece>(
  workers: Workers | undefined,
  ...asked: [RoundsWork<Input, Order, Piece>, Input, RoundsOptions<Order, Piece>?]
): Rounds<Order, Piece> {
  return workers?.open?.(...asked) ?? openHere(...asked);
}

/** The numbers of the pieces that are still to be made. */
export function unmade(pieces: number, made: ReadonlyMap<number, unknown> | undefined): number[] {
  return Array.from({ length: pieces }, (_, piece) => piece).filter((piece) => !made?.has(piece));
}

/** How long this thread works before it lets others (a progress bar, a click on 'cancel') have their turn. */
const TURN_MILLISECONDS = 40;

/** Whether it is time for others, and their turn. */
export function turns(): { due(): boolean; give(): Promise<void> } {
  let last = performance.now();
  return {
    due: () => performance.now() - last >= TURN_MILLISECONDS,
    async give() {
      await new Promise((resolve) => setTimeout(resolve));
      last = performance.now();
    },
  };
}

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
    const turn = turns();
    for (const number of unmade(pieces, made)) {
      make ??= work.prepare(input);
      const piece = make(number);
      all.set(number, piece);
      fresh.set(number, piece);
      if (!turn.due()) continue;
      handOver();
      await turn.give();
      signal?.throwIfAborted();
    }
    handOver();
    return Array.from({ length: pieces }, (_, number) => all.get(number)!);
  },
  open: openHere,
};

function openHere<Input, Order, Piece>(
  work: RoundsWork<Input, Order, Piece>,
  input: Input,
  { signal, prepared = work.prepare(input) }: RoundsOptions<Order, Piece> = {},
): Rounds<Order, Piece> {
  return roundsHere(prepared, signal);
}

/** Rounds that this thread makes, one piece after the other. */
export function roundsHere<Order, Piece>(
  make: (order: Order) => Piece,
  signal?: AbortSignal,
): Rounds<Order, Piece> {
  const turn = turns();
  return {
    async make(orders) {
      const pieces: Piece[] = [];
      for (const order of orders) {
        if (turn.due()) await turn.give();
        signal?.throwIfAborted();
        pieces.push(make(order));
      }
      return pieces;
    },
    close: async () => {},
  };
}
