/** Those that no other beats: none costs no more and is worth more, or is worth as much for less. Cheapest first. */
export function undominated<One extends { cost: number; value: number }>(all: readonly One[]): One[] {
  return all
    .filter(
      (one) =>
        !all.some(
          (other) =>
            other.cost <= one.cost &&
            other.value >= one.value &&
            (other.cost < one.cost || other.value > one.value),
        ),
    )
    .sort((a, b) => a.cost - b.cost);
}
