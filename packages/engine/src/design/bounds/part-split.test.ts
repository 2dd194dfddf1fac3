import { expect, it } from 'vitest';
import { obeys, testProblem } from '../../../test/problems.ts';
import { subsets } from '../../calibrate/nested-classes.ts';
import { integerBelow, randomStream, uniformAt } from '../../numerics/random/random-stream.ts';
import { countFeasibleSets, feasibleSets, type Part, wholeFamily } from '../selection/feasible-sets.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import type { OpenPart } from './open-part.ts';
import { narrowed, split } from './part-split.ts';

const SIZE = 9;

/** Protocols of a part in one order, as the walk hands them out. */
function protocolsOf(family: FeasibleFamily, part: Part): string[] {
  const found: string[] = [];
  for (const { members, starts } of feasibleSets(family, part, 7))
    for (let i = 0; i + 1 < starts.length; i++)
      found.push([...members.subarray(starts[i]!, starts[i + 1]!)].sort((a, b) => a - b).join());
  expect(countFeasibleSets(family, part, 1e6)).toBe(found.length);
  return found.sort();
}

const keepsTo = (part: Part, set: readonly number[]) =>
  part.base.every((a) => set.includes(a)) &&
  set.every((a) => part.base.includes(a) || part.open.includes(a)) &&
  (part.counts ?? []).every(({ members, least, most }) => {
    const taken = members.filter((a) => set.includes(a)).length;
    return taken >= least && taken <= most;
  });

it('parts with counts hold the protocols that keep to them, and children those of their part, each once', () => {
  let splits = 0;
  for (let seed = 0; seed < 60; seed++) {
    const one = testProblem(seed, SIZE);
    if (!one) continue;
    const { family } = one.problem;
    const all = Array.from({ length: SIZE }, (_, k) => subsets([...Array(SIZE).keys()], k + 1))
      .flat()
      .filter((set) => obeys(one.rules, one.catalogue, set));
    const stream = randomStream(seed, 'test', 'part split');
    let part: OpenPart = { ...wholeFamily(family), bound: 1, shares: [undefined] };
    for (let depth = 0; part.open.length > 0 && depth < 20; depth++) {
      const own = protocolsOf(family, part);
      const { open } = part;
      expect(own).toEqual(
        all
          .filter((set) => keepsTo(part, set))
          .map((set) => set.join())
          .sort(),
      );
      const shares = Float64Array.from(open, (_, i) => uniformAt(stream, 100 * depth + i));
      const children = split(family, { ...part, shares: [shares] });
      expect(children.flatMap((child) => protocolsOf(family, child)).sort()).toEqual(own);
      for (const child of children) expect(child.shares[0]!.length).toBe(child.open.length);
      splits += children.length;
      if (children.length === 0) break;
      part = children[integerBelow(stream, children.length, 100 * depth + 99)]!;
    }
  }
  expect(splits).toBeGreaterThan(300);
});

it('what is left where actions are taken or left is what of the part does so', () => {
  for (let seed = 0; seed < 60; seed++) {
    const one = testProblem(seed, SIZE);
    if (!one) continue;
    const { family } = one.problem;
    const whole = wholeFamily(family);
    const half = whole.open.length >> 1;
    const counts = [
      { members: whole.open.slice(0, half), least: 1, most: 2 },
      { members: whole.open.slice(half), least: 0, most: 2 },
    ];
    const part = { ...whole, counts, bound: 1, shares: [undefined] };
    const [taken, left] = [whole.open.slice(1, 2), whole.open.slice(3, 5)];
    const rest = narrowed(family, part, taken, left);
    expect(rest ? protocolsOf(family, rest) : []).toEqual(
      protocolsOf(family, part).filter((set) => {
        const actions = set.split(',').map(Number);
        return taken.every((a) => actions.includes(a)) && !left.some((a) => actions.includes(a));
      }),
    );
  }
});
