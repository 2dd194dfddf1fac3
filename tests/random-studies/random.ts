/** A stream of random choices: the same for the same numbers, on every engine. */
export interface Random {
  /** In [0, 1), a multiple of 2^-32. */
  unit(): number;
  chance(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** A number between two others, with few digits, as people write them. */
  between(low: number, high: number, digits?: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** Some of the values, in their order; at least `least` of them. */
  some<Value>(values: readonly Value[], least?: number): Value[];
  shuffled<Value>(values: readonly Value[]): Value[];
  /** Roughly normal: a sum of four uniform numbers, which needs no logarithm. */
  normal(): number;
}

export function random(...numbers: number[]): Random {
  // Marsaglia's xorshift128 with a mixed start: plain whole numbers.
  const state = new Uint32Array(4).fill(0x9e3779b9);
  numbers.forEach((number, k) => {
    state[k % 4] = mixed(state[k % 4]! ^ mixed(number >>> 0) ^ mixed(Math.floor(number / 2 ** 32) >>> 0));
    state[(k + 1) % 4] = mixed(state[(k + 1) % 4]! + state[k % 4]!);
  });
  const next = () => {
    let t = state[3]!;
    const s = state[0]!;
    state.copyWithin(1, 0, 3);
    t ^= t << 11;
    t ^= t >>> 8;
    state[0] = t ^ s ^ (s >>> 19);
    return state[0]!;
  };
  for (let k = 0; k < 16; k++) next();
  const unit = () => next() / 2 ** 32;
  const whole = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  const shuffled = <Value>(values: readonly Value[]) => {
    const all = [...values];
    for (let i = all.length - 1; i > 0; i--) {
      const j = whole(0, i);
      [all[i], all[j]] = [all[j]!, all[i]!];
    }
    return all;
  };
  return {
    unit,
    whole,
    shuffled,
    chance: (share) => unit() < share,
    between: (low, high, digits = 4) => Number((low + (high - low) * unit()).toPrecision(digits)),
    pick: (values) => values[whole(0, values.length - 1)]!,
    some(values, least = 0) {
      const kept = values.map(() => unit() < 0.5);
      for (const i of shuffled(values.map((_, k) => k))) {
        if (kept.filter(Boolean).length >= least) break;
        kept[i] = true;
      }
      return values.filter((_, i) => kept[i]);
    },
    normal: () => (unit() + unit() + unit() + unit() - 2) * Math.sqrt(3),
  };
}

/** A finaliser of MurmurHash3: neighbouring numbers become unlike ones. */
function mixed(number: number): number {
  let h = number | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
