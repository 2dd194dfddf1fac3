import {
  halfToEven,
  quantile,
  type SampleRun,
  type StateMapping,
  sampleRuns,
} from '@sightline/engine/internal';
import { warned } from '../problems/warning.ts';
import { large, list, percent, quoted } from '../words/text.ts';
import type { AnyRecord } from './gridded-record.ts';
import type { RecordsSettings } from './settings.ts';
import type { RetrospectWarning } from './warning.ts';

// Time that is no part of any target, for a reason that nobody wrote down: it was not annotated, or its state is listed
// nowhere. Both change the answer.

export function coverageWarnings(
  records: readonly AnyRecord[],
  settings: RecordsSettings,
): RetrospectWarning[] {
  const courses = records.map((record) => ({ name: record.record, runs: runsOf(record, settings.mapping) }));
  const told = records.some((record) => 'intervals' in record);
  // By the clock a gap stays where it is, and its record is dropped or filled, which is said of all of them.
  const holes = settings.clock ? [] : unannotated(courses, settings);
  return [...holes, ...(told ? otherStates(courses, settings) : [])];
}

interface Course {
  name: string;
  runs: SampleRun[];
}

/** States in samples, from the record's beginning to its end. Values are one state, with holes where some are missing. */
function runsOf(record: AnyRecord, mapping: StateMapping): SampleRun[] {
  const { resolution, rounding } = mapping;
  if ('intervals' in record) return sampleRuns(record.intervals, mapping, record.length);
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  const { times, length } = record;
  if (times.length === 0) return [];
  const steps = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1]! - times[i]!);
  // Readings may be further apart than samples: a hole is where one of them is missing, not every sample in between.
  const usual = Math.max(1, steps.length === 0 ? 1 : quantile(steps.slice().sort(), 0.5) / resolution);
  const runs: SampleRun[] = [];
  let end = 0;
  const hole = (to: number) => {
    if (to - end >= 0.5 * usual) runs.push({ state: undefined, first: end, samples: to - end });
  };
  for (const time of times) {
    const place = at(time / resolution);
    hole(place);
    const last = runs.at(-1);
    const samples = place + usual - end;
    if (last?.state === undefined) runs.push({ state: 'value', first: place, samples: usual });
    else last.samples += samples;
    end = place + usual;
  }
  if (length !== null) hole(at(length / resolution));
  return runs;
}

const hours = (samples: number, { resolution }: StateMapping) => (samples * resolution) / 3600;
const sum = (runs: readonly SampleRun[]) => runs.reduce((all, { samples }) => all + samples, 0);

/** Hours as people write them. */
function time(value: number): string {
  if (value < 1 / 60) return `${Number((3600 * value).toPrecision(2))} s`;
  if (value < 1) return `${Number((60 * value).toPrecision(2))} min`;
  return value < 1e6 ? `${value.toFixed(1)} h` : `${large(value)} h`;
}

function unannotated(courses: readonly Course[], { mapping, from }: RecordsSettings): RetrospectWarning[] {
  const holes = courses.flatMap(({ name, runs }) =>
    runs.flatMap((run, i) =>
      run.state === undefined
        ? [{ name, ...run, where: i === 0 && run.first === 0 ? 0 : i === runs.length - 1 ? 2 : 1 }]
        : [],
    ),
  );
  if (holes.length === 0) return [];
  const records = new Set(holes.map(({ name }) => name)).size;
  const parts = ['before the first annotation', 'between annotations', 'after the last'].flatMap(
    (what, where) => {
      const own = holes.filter((hole) => hole.where === where);
      return own.length === 0 ? [] : [`${time(hours(sum(own), mapping))} ${what}`];
    },
  );
  const longest = holes.reduce((most, hole) => (hole.samples > most.samples ? hole : most));
  const source = 'table' in from ? 'table' : 'preset';
  return warned(
    'unannotated',
    `records.${source}`,
    `${records} of ${courses.length} records have time without annotation: ${list(parts)}; the longest stretch is ` +
      `${time(hours(longest.samples, mapping))} of ${quoted(longest.name)}, from ` +
      `${Number((longest.first * mapping.resolution).toPrecision(12))} s on. Like invalid time, it is removed before the grid ` +
      'is laid, and later time moves forward',
  );
}

/** Of states that are listed nowhere. */
const MOST_NAMED = 5;

function otherStates(
  courses: readonly Course[],
  { mapping, targets, others }: RecordsSettings,
): RetrospectWarning[] {
  const listed = new Set([
    ...mapping.invalid,
    ...others,
    ...targets.flatMap(({ of }) => ('states' in of ? [...of.states, ...(of.among ?? [])] : [])),
  ]);
  const invalid = new Set(mapping.invalid);
  const found = new Map<string, { samples: number; records: number }>();
  let valid = 0;
  for (const { runs } of courses) {
    const seen = new Set<string>();
    for (const { state, samples } of runs) {
      if (state === undefined || invalid.has(state)) continue;
      valid += samples;
      if (listed.has(state)) continue;
      const before = found.get(state) ?? { samples: 0, records: 0 };
      found.set(state, {
        samples: before.samples + samples,
        records: before.records + (seen.has(state) ? 0 : 1),
      });
      seen.add(state);
    }
  }
  if (found.size === 0) return [];
  const most = [...found].sort(([a, x], [b, y]) => y.samples - x.samples || (a < b ? -1 : 1));
  const named = most
    .slice(0, MOST_NAMED)
    .map(([state, own]) => `${quoted(state)} ${time(hours(own.samples, mapping))} in ${own.records} records`);
  const left = most.length - named.length;
  const all = most.reduce((total, [, own]) => total + own.samples, 0);
  const share = percent(Number((all / valid).toPrecision(2)));
  return warned(
    'other-state',
    'records.other',
    `${share} of the valid time is in states that the study does not list: ${named.join(', ')}` +
      `${left > 0 ? ` and ${left} more states` : ''}. It counts as time outside every target. List them under ` +
      '`other` to confirm this, or under `invalid` to remove that time',
  );
}
