/** Moments with what belongs to them, the earliest first: a heap. */
export class EarliestFirst {
  readonly #held: [number, number][] = [];
  get size(): number {
    return this.#held.length;
  }
  push(at: number, what: number): void {
    const held = this.#held;
    held.push([at, what]);
    for (let i = held.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (held[parent]![0] <= held[i]![0]) break;
      [held[parent], held[i]] = [held[i]!, held[parent]!];
      i = parent;
    }
  }
  pop(): [number, number] {
    const held = this.#held;
    const first = held[0]!;
    const last = held.pop()!;
    if (held.length === 0) return first;
    held[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < held.length && held[child]![0] < held[least]![0]) least = child;
      if (least === i) return first;
      [held[least], held[i]] = [held[i]!, held[least]!];
      i = least;
    }
  }
}
