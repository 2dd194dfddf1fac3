import { type Rounds, roundsHere } from '../../numerics/divided-work.ts';
import type { Effort, Searcher } from '../selection/forward-selection.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';

/** A kind of piece that searches are divided into. Orders and pieces are plain data. */
export interface SearchPiece<Order, Piece> {
  readonly name: string;
  prepare(search: Searcher): (order: Order, limit: SearchLimit) => Piece;
}

/** An order as it travels. */
export interface SearchOrder {
  piece: string;
  order: unknown;
  /** By the clock on the wall: threads count their milliseconds each from its own start. */
  until: number | undefined;
}

/** A piece as it comes back, with what it took; nothing where time was up before it was begun. */
export type SearchAnswer = { made: unknown; effort: Effort; metBounds: boolean; drawn: boolean } | undefined;

/** Whoever makes the pieces of a search: this thread, or others with it. */
export interface SearchCrew {
  /** The pieces in the order of their orders, undefined where time was up. What they took is added to `search`. */
  make<Order, Piece>(
    kind: SearchPiece<Order, Piece>,
    search: Searcher,
    orders: readonly Order[],
    limit: SearchLimit,
  ): Promise<(Piece | undefined)[]>;
  /** A piece that is made at once by this thread, even where time is up. */
  makeNow<Order, Piece>(
    kind: SearchPiece<Order, Piece>,
    search: Searcher,
    order: Order,
    limit: SearchLimit,
  ): Piece;
  close(): Promise<void>;
}

/** Makes the pieces that orders ask for. */
export function pieceMaker(
  search: Searcher,
  kindOf: (name: string) => SearchPiece<never, unknown>,
): (order: SearchOrder, limit?: SearchLimit) => SearchAnswer {
  const effort: Effort = { considered: 0, evaluations: 0 };
  const own = { ...search, effort };
  const prepared = new Map<string, (order: never, limit: SearchLimit) => unknown>();
  return ({ piece, order, until }, given) => {
    const limit = given ?? { until: until === undefined ? undefined : until - performance.timeOrigin };
    if (!given && isOver(limit)) return undefined;
    let make = prepared.get(piece);
    if (!make) {
      make = kindOf(piece).prepare(own);
      prepared.set(piece, make);
    }
    [effort.considered, effort.evaluations] = [0, 0];
    const made = make(order as never, limit);
    const { metBounds, drawn } = own.evaluate;
    return { made, effort: { ...effort }, metBounds: metBounds(), drawn: drawn() };
  };
}

/** `open` is asked once, when there is something to make, with what makes pieces here: by default this thread does all. */
export function searchCrew(
  search: Searcher,
  signal?: AbortSignal,
  open: (here: (order: SearchOrder) => SearchAnswer) => Rounds<SearchOrder, SearchAnswer> = (here) =>
    roundsHere(here, signal),
): SearchCrew {
  const kinds = new Map<string, SearchPiece<never, unknown>>();
  const here = pieceMaker(search, (name) => kinds.get(name)!);
  const added = (into: Searcher, { made, effort, ...met }: NonNullable<SearchAnswer>): unknown => {
    into.effort.considered += effort.considered;
    into.effort.evaluations += effort.evaluations;
    into.evaluate.meet(met);
    return made;
  };
  let rounds: Rounds<SearchOrder, SearchAnswer> | undefined;
  return {
    async make<Order, Piece>(
      kind: SearchPiece<Order, Piece>,
      into: Searcher,
      orders: readonly Order[],
      { until }: SearchLimit,
    ) {
      kinds.set(kind.name, kind);
      rounds ??= open(here);
      const clock = until === undefined ? undefined : performance.timeOrigin + until;
      try {
        const answers = await rounds.make(orders.map((order) => ({ piece: kind.name, order, until: clock })));
        return answers.map((answer) => answer && (added(into, answer) as Piece));
      } catch (error) {
        // Who is told to stop keeps what was found so far.
        if (!signal?.aborted) throw error;
        return orders.map(() => undefined);
      }
    },
    makeNow<Order, Piece>(kind: SearchPiece<Order, Piece>, into: Searcher, order: Order, limit: SearchLimit) {
      kinds.set(kind.name, kind);
      return added(into, here({ piece: kind.name, order, until: undefined }, limit)!) as Piece;
    },
    close: async () => rounds?.close(),
  };
}

/** So many pieces are a round, however many make them. */
const ROUND = 16;

/**
 * Orders in rounds, as long as `next` has one. A round is ordered before the one before is made, so that nobody waits for
 * the last piece of it; what is ordered then depends on the pieces of all rounds but that one, and on nothing else.
 */
export async function inRounds<Order, Piece>(
  next: () => Order | undefined,
  make: (orders: readonly Order[]) => Promise<(Piece | undefined)[]>,
  take: (order: Order, piece: Piece | undefined) => void,
): Promise<void> {
  let before: { orders: Order[]; pieces: Promise<(Piece | undefined)[]> } | undefined;
  for (;;) {
    const orders: Order[] = [];
    while (orders.length < ROUND) {
      const order = next();
      if (order === undefined) break;
      orders.push(order);
    }
    const round = orders.length > 0 ? { orders, pieces: make(orders) } : undefined;
    // Its failure is seen when its turn has come.
    round?.pieces.catch(() => {});
    if (before) {
      const pieces = await before.pieces;
      before.orders.forEach((order, i) => {
        take(order, pieces[i]);
      });
    } else if (!round) return;
    before = round;
  }
}
