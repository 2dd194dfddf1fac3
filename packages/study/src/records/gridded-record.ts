import type { StateRecord, ValueRecord } from '@sightline/data';
import {
  cellMeans,
  cellShares,
  fillCells,
  InvalidInput,
  onGrid,
  reasonText,
  type StateMapping,
  takenOf,
  validEpochs,
  valueEpochs,
} from '@sightline/engine/internal';
import type { ClockSettings, RecordsSettings, RecordTargetSpec } from './settings.ts';

export type AnyRecord = StateRecord | ValueRecord;

/** One record on the common grid, for one target. */
export interface GriddedRecord {
  features: Float64Array;
  /** What a reading tells besides: whether the time is one that the target is a share of. */
  beside?: Float64Array;
  target: number;
  /** Seconds. */
  valid: number;
  /** Cells that were filled from those beside them, and readings outside the horizon. */
  filled: number;
  outside: number;
}

/** For every target, or why the record cannot be used. */
export function griddedRecord(
  record: AnyRecord,
  { mapping, clock, targets }: RecordsSettings,
): GriddedRecord[] | string {
  try {
    return targets.map((spec) =>
      clock ? byClock(record, spec, clock, mapping) : inRelativeTime(record, spec, mapping),
    );
  } catch (error) {
    if (error instanceof Unusable) return error.message;
    if (!(error instanceof InvalidInput)) throw error;
    return `${error.problems.map(({ why }) => reasonText(why)).join('; ')} (epochs of ${mapping.resolution * mapping.block} s; times are in seconds)`;
  }
}

class Unusable extends Error {}

const shareOf = (inside: number, all: number, among: ReadonlySet<string>) => {
  if (!(all > 0))
    throw new Unusable(`it has no time in ${[...among].join(', ')}, which the target is a share of`);
  return inside / all;
};

function inRelativeTime(
  record: AnyRecord,
  { of, reads }: RecordTargetSpec,
  mapping: StateMapping,
): GriddedRecord {
  const rest = { filled: 0, outside: 0 };
  const seconds = (epochs: number) => epochs * mapping.block * mapping.resolution;
  const grid = (epochs: Float64Array) => onGrid(epochs, mapping);
  if ('values' in record) {
    // A target of states has no epochs in values, and the other way round.
    const epochsOf = (spec: Parameters<typeof valueEpochs>[2]) =>
      grid(valueEpochs(record.times, record.values, spec, mapping));
    if (!('value' in of)) return { ...grid(new Float64Array()), valid: 0, ...rest };
    const { features, target, epochs } = epochsOf(of.value);
    const read = reads === 'values' ? epochsOf('mean').features : features;
    return { features: read, target, valid: seconds(epochs), ...rest };
  }
  if (!('states' in of)) return { ...grid(new Float64Array()), valid: 0, ...rest };
  const { features, target, epochs } = grid(validEpochs(record.intervals, of.states, mapping));
  const valid = seconds(epochs);
  if (!of.among) return { features, target, valid, ...rest };
  const all = grid(validEpochs(record.intervals, of.among, mapping));
  const share = shareOf(target, all.target, of.among);
  return { features, beside: all.features, target: share, valid, ...rest };
}

/** Thresholds apply to the means of cells. */
function byClock(
  record: AnyRecord,
  { of, reads }: RecordTargetSpec,
  clock: ClockSettings,
  { invalid }: StateMapping,
): GriddedRecord {
  let [outside, filled] = [0, 0];
  const complete = (cells: Float64Array) => {
    const empty = [...cells.keys()].filter((j) => Number.isNaN(cells[j]!));
    if (empty.length === 0) return cells;
    const made = clock.missing === 'interpolate' ? fillCells(cells) : undefined;
    if (made === undefined)
      throw new Unusable(
        `${empty.length} of ${cells.length} cells are empty${clock.missing === 'interpolate' ? ', and one of them is at an end' : ''}`,
      );
    filled = made;
    return cells;
  };
  const mean = (cells: Float64Array, take: (value: number) => number = (value) => value) =>
    cells.reduce((sum, value, j) => sum + clock.weights[j]! * take(value), 0);
  const valid = () => (clock.horizon * (clock.points - filled)) / clock.points;
  if ('values' in record) {
    const means = cellMeans(record.times, record.values, clock);
    outside = means.outside;
    const cells = complete(means.cells);
    const take = 'value' in of ? takenOf(of.value) : () => 0;
    const features = reads === 'values' ? cells : cells.map(take);
    return { features, target: mean(cells, take), valid: valid(), filled, outside };
  }
  const isValid = (state: string) => !invalid.includes(state);
  const shares = (states: ReadonlySet<string>) =>
    complete(cellShares(record.intervals, (state) => states.has(state), isValid, clock));
  const states = 'states' in of ? of.states : new Set<string>();
  const features = shares(states);
  const rest = { features, valid: valid(), filled, outside };
  if (!('states' in of) || !of.among) return { ...rest, target: mean(features) };
  const beside = shares(of.among);
  return { ...rest, beside, target: shareOf(mean(features), mean(beside), of.among) };
}
