import {
  countEpochs,
  MOST_EPOCHS,
  type Problem,
  type StateMapping,
  sampleRuns,
} from '@sightline/engine/internal';
import { large } from '../words/text.ts';
import type { AnyRecord } from './gridded-record.ts';
import type { RecordsSettings } from './settings.ts';

// What records would take on the grid, counted before any of it is made: a wrong unit of time makes epochs by the billion.

/** Epochs of all records and targets together, at most: some seconds of work. */
const MOST_TOGETHER = 1_000_000_000;
/** Readings of all records on the grid, of every target, at most. Fits copy them several times over. */
const MOST_READINGS = 5_000_000;

interface SizedRecords {
  records: AnyRecord[];
  /** Files of a folder that cannot be used; those of a table are problems instead. */
  skipped: { file: string; why: string }[];
  problems: Problem[];
}

/** Records that the grid can hold, or which field makes them too large. */
export function sizedRecords(
  records: readonly AnyRecord[],
  { mapping, targets, from, clock }: RecordsSettings,
): SizedRecords {
  const { resolution, block, points } = mapping;
  // By the clock there are no epochs: a record has as many cells as the grid.
  const counted = records.map((record) => ({ record, epochs: clock ? points : epochsIn(record, mapping) }));
  const long = counted.filter(({ epochs }) => epochs > MOST_EPOCHS);
  const kept = counted.filter(({ epochs }) => epochs <= MOST_EPOCHS);
  const said = (epochs: number) => (epochs === Number.POSITIVE_INFINITY ? 'more than 9e15' : large(epochs));
  const epoch = `epochs of ${Number((resolution * block).toPrecision(12))} s`;
  const problems: Problem[] = [];
  const path = ['records', 'epoch', 'seconds'];
  if (!('preset' in from) && long.length > 0) {
    const [{ record, epochs }] = long as [(typeof long)[number]];
    const others = long.length > 1 ? `; ${large(long.length - 1)} more records have too many as well` : '';
    problems.push({
      path,
      value: resolution,
      why: `the record '${record.record}' would have ${said(epochs)} ${epoch}${others}`,
      accepted: `at most ${large(MOST_EPOCHS)} epochs in a record: longer ones, or times in seconds where they are in another unit`,
    });
  }
  const together = targets.length * kept.reduce((sum, { epochs }) => sum + epochs, 0);
  if (together > MOST_TOGETHER)
    problems.push({
      path,
      value: resolution,
      why: `the records would have ${said(together)} ${epoch} together${targets.length > 1 ? `, for ${targets.length} targets` : ''}`,
      accepted: `at most ${large(MOST_TOGETHER)} of all records and targets: longer ones, or times in seconds where they are in another unit`,
    });
  const readings = kept.length * points * targets.length;
  if (readings > MOST_READINGS)
    problems.push({
      path: ['records', 'grid', 'points'],
      value: points,
      why: `${large(kept.length)} records have ${said(readings)} readings on so many points${targets.length > 1 ? `, for ${targets.length} targets` : ''}`,
      accepted: `at most ${large(MOST_READINGS)} together: ${fewerPoints(kept.length * targets.length)}`,
    });
  const skipped = long.map(({ record, epochs }) => ({
    file: record.record,
    why: `it would have ${said(epochs)} ${epoch}, and at most ${large(MOST_EPOCHS)} are possible: its times cannot be right`,
  }));
  return { records: kept.map(({ record }) => record), skipped: 'preset' in from ? skipped : [], problems };
}

function fewerPoints(records: number): string {
  const most = Math.floor(MOST_READINGS / records);
  return most >= 2 ? `up to ${most} points, or fewer records or targets` : 'fewer records or targets';
}

/** Values make one sample of each reading at most; only the number of a sample may be too large to be exact. */
function epochsIn(record: AnyRecord, mapping: StateMapping): number {
  if ('intervals' in record) return countEpochs(sampleRuns(record.intervals, mapping), mapping);
  const last = (record.times.at(-1) ?? 0) / mapping.resolution;
  return last <= Number.MAX_SAFE_INTEGER ? record.times.length : Number.POSITIVE_INFINITY;
}

/** Numbers that ranges are made of at once: a difference for each draw, a prediction for each record. */
const MOST_AT_ONCE = 20_000_000;

/** Draws and budgets that would not fit beside each other. */
export function rangeProblems(
  { layouts, budgets, contrasts, protocols }: RecordsSettings,
  records: number,
  draws: number,
): Problem[] {
  const path = ['templates', 'budgets'];
  const value = `${budgets.length} budgets`;
  const pairs = contrasts.length * Math.max(1, budgets.length);
  const templates = layouts.length * budgets.length + protocols.length;
  const accepted = (most: number) => `at most ${large(MOST_AT_ONCE)} together: up to ${most} budgets`;
  if (pairs * draws > MOST_AT_ONCE)
    return [
      {
        path,
        value,
        why: `${large(draws)} draws of ${large(pairs)} contrasts are ${large(pairs * draws)} differences`,
        accepted: `${accepted(Math.floor(MOST_AT_ONCE / draws / contrasts.length))}, or fewer --draws`,
      },
    ];
  if (templates * records > MOST_AT_ONCE)
    return [
      {
        path,
        value,
        why: `${large(templates)} templates make ${large(templates * records)} predictions of ${large(records)} records`,
        accepted: accepted(Math.floor(MOST_AT_ONCE / records / layouts.length)),
      },
    ];
  return [];
}
