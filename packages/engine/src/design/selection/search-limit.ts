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

const TURN_MILLISECONDS = 40;

/** Gives others a turn now and then, so that a search can be watched and ended from outside. */
export function turns(): { due(): boolean; give(): Promise<void> } {
  let last = performance.now();
  return {
    due: () => performance.now() - last > TURN_MILLISECONDS,
    async give() {
      await new Promise((resolve) => setTimeout(resolve));
      last = performance.now();
    },
  };
}
