/**
 * A search that says which pieces it needs next and goes on when it has them: who makes them, and whether one after the other
 * or side by side, is left to others. It is then the same search in one thread and in many.
 */
export type Stepwise<Order, Piece, Result> = Generator<readonly Order[], Result, readonly Piece[]>;

/** The result, with pieces that are made at once. */
export function madeHere<Order, Piece, Result>(
  search: Stepwise<Order, Piece, Result>,
  make: (order: Order) => Piece,
): Result {
  let step = search.next();
  while (!step.done) step = search.next(step.value.map(make));
  return step.value;
}

/** The result, with pieces that are waited for. */
export async function madeElsewhere<Order, Piece, Result>(
  search: Stepwise<Order, Piece, Result>,
  make: (orders: readonly Order[]) => Promise<readonly Piece[]>,
): Promise<Result> {
  let step = search.next();
  while (!step.done) step = search.next(await make(step.value));
  return step.value;
}
