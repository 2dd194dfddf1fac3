/** When a search ends before it is done: what was found so far stands, and nothing is proved of the rest. */
export interface SearchLimit {
  /** Looked at whenever a search gives others a turn. */
  signal?: AbortSignal | undefined;
  /** A time of `performance.now()`. */
  until?: number | undefined;
}

export function isOver({ signal, until }: SearchLimit): boolean {
  return signal?.aborted === true || (until !== undefined && performance.now() >= until);
}
