import { integerBelow, randomStream } from '../numerics/random/random-stream.ts';
import type { FeasibleFamily } from './selection/rules.ts';

/**
 * A protocol drawn at random: admissible actions one after the other, each as likely as the others. Whether a protocol can
 * be completed is asked of the action drawn; one that will not do is drawn again from the rest, which changes no odds.
 */
export function randomProtocol(family: FeasibleFamily, seed: number, draw: number): number[] {
  const stream = randomStream(seed, 'random protocol', draw);
  const chosen = [...family.required];
  let drawn = 0;
  for (;;) {
    const spent = family.spent(chosen);
    const open = family.allowed.filter((a) => family.fits(chosen, spent, a));
    let next: number | undefined;
    while (next === undefined && open.length > 0) {
      const [a] = open.splice(integerBelow(stream, open.length, drawn++), 1);
      if (family.completable([...chosen, a!])) next = a;
    }
    if (next === undefined) return chosen;
    chosen.push(next);
  }
}
