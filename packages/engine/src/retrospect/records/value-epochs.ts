import { refuse } from '../../model/input/invalid-input.ts';
import { halfToEven, type StateMapping, tooManyEpochs } from './state-grid.ts';

/** What a target takes of each value: the value itself, or whether it lies between limits. */
export type ValueTarget =
  | 'mean'
  | { above?: number | undefined; below?: number | undefined }
  /** Both ends included. */
  | { between: readonly [number, number] };

export const takenOf = (spec: ValueTarget): ((value: number) => number) => {
  if (spec === 'mean') return (value) => value;
  if ('between' in spec) {
    const [from, to] = spec.between;
    return (value) => (value >= from && value <= to ? 1 : 0);
  }
  const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = spec;
  return (value) => (value > above && value < below ? 1 : 0);
};

/**
 * The valid epochs of a recording that was told by values at times: of each, the mean of what the target takes of its
 * values. Samples without a value are no annotation: like invalid states they are taken out before the grid is laid.
 */
export function valueEpochs(
  times: Float64Array,
  values: Float64Array,
  spec: ValueTarget,
  { resolution, rounding, block }: StateMapping,
): Float64Array {
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  const take = takenOf(spec);
  const samples: number[] = [];
  const last = at((times.at(-1) ?? 0) / resolution);
  // Beyond this, numbers of samples are no longer exact, and neighbours would fall together.
  if (!(last <= Number.MAX_SAFE_INTEGER)) refuse([tooManyEpochs(last, { resolution, block })]);
  let [place, sum, count] = [-1, 0, 0];
  const end = () => {
    if (count > 0) samples.push(sum / count);
  };
  times.forEach((time, i) => {
    const own = at(time / resolution);
    if (own !== place) {
      end();
      [place, sum, count] = [own, 0, 0];
    }
    sum += take(values[i]!);
    count++;
  });
  end();
  const epochs = new Float64Array(Math.floor(samples.length / block));
  for (let e = 0; e < epochs.length; e++)
    epochs[e] = samples.slice(e * block, (e + 1) * block).reduce((all, one) => all + one, 0) / block;
  return epochs;
}
