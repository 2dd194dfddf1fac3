import { byName } from '@sightline/answers';
import type { ValueResult } from '@sightline/study';

/** A protocol in two versions; undefined where one does not have it. */
export interface ChangedValue {
  name: string;
  values: [number | undefined, number | undefined];
  costs: [number | undefined, number | undefined];
  change: number | undefined;
}

type Worth = Pick<ValueResult, 'protocols'>;

/** Every protocol of either version, those of the second in its order first. */
export function changedValues(first: Worth, second: Worth): ChangedValue[] {
  const names = [...new Set([...Object.keys(second.protocols), ...Object.keys(first.protocols)])];
  return names.map((name) => {
    const [a, b] = [byName(first.protocols, name), byName(second.protocols, name)];
    return {
      name,
      values: [a?.value, b?.value],
      costs: [a?.cost, b?.cost],
      change: a && b && b.value - a.value,
    };
  });
}

/** To the digits that are shown. */
const isSeen = (change: number) => Number(Math.abs(change).toFixed(4)) > 0;

/** How the second version stands to the first, in a sentence or two. */
export function verdictOf(changes: readonly ChangedValue[]): string {
  const both = changes.filter((one) => one.change !== undefined);
  const moved = both.filter((one) => isSeen(one.change!));
  const only = (which: 0 | 1) => changes.filter(({ values }) => values[which] === undefined).length;
  const sentences: string[] = [];
  if (moved.length > 0) {
    const most = moved.reduce((a, b) => (Math.abs(b.change!) > Math.abs(a.change!) ? b : a));
    const [from, to] = most.values.map((value) => value!.toFixed(3));
    sentences.push(
      `${moved.length} of ${both.length} protocol${both.length === 1 ? '' : 's'} in both ${moved.length === 1 ? 'has' : 'have'} another value; most changes ‘${most.name}’, from ${from} to ${to}.`,
    );
  } else if (both.length > 0) sentences.push('Protocols in both have the same values.');
  if (only(0) > 0) sentences.push(`${only(0)} only in the second.`);
  if (only(1) > 0) sentences.push(`${only(1)} only in the first.`);
  return sentences.join(' ') || 'Neither has protocols.';
}
