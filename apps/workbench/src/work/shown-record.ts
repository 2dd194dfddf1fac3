import { layoutOfName, secondsIn, takenOf, type ValueTarget, valueEpochs } from '@sightline/engine/internal';
import { loadPlan, questionOf, type RetrospectPlan, type StudyFiles } from '@sightline/study';
import { withText } from './answer-question.ts';
import type { Asking, RecordAsked, RecordShown, RecordTargetShown } from './question.ts';

/** The records stay while one looks from one to the next. */
let last: { asking: Asking; files: StudyFiles; plan: RetrospectPlan } | undefined;

async function planOf(asking: Asking, files: StudyFiles): Promise<RetrospectPlan> {
  if (last && last.files === files && last.asking.study === asking.study && last.asking.text === asking.text)
    return last.plan;
  const retrospect = questionOf('retrospect');
  const { plan } = await loadPlan(retrospect, asking.study, withText(asking, files), {}, asking.seed);
  last = { asking, files, plan };
  return plan;
}

/** One record with the looks of a layout or a protocol on it. */
export async function shownRecord(
  asked: RecordAsked,
  asking: Asking,
  files: StudyFiles,
): Promise<{ result: RecordShown }> {
  const plan = await planOf(asking, files);
  const { set, settings, used } = plan;
  const { points } = settings.mapping;
  const number = Math.min(asked.record, set.records.length - 1);
  const name = set.records[number]!;
  const record = used.find((one) => one.record === name)!;
  const lookers = lookersOf(plan);
  const { name: by } =
    lookers.find((one) => one.name === asked.by) ??
    lookers.find((one) => one.name !== 'contiguous') ??
    lookers[0]!;
  const looks = looksOf(plan, by, Math.min(asked.looks, points));
  return {
    result: {
      records: set.records,
      number,
      unit: record.unit,
      ...inTime(record, settings),
      points,
      targets: settings.targets.map((_, t) => targetOf(plan, number, t, looks)),
      lookers,
      by,
      looks,
    },
  };
}

type Settings = RetrospectPlan['settings'];

/** Layouts that no record has a say in: where those of the study are all learned, the plainest one. */
function lookersOf({ settings, protocols }: RetrospectPlan): RecordShown['lookers'] {
  const fixed = settings.layouts.filter((name) => layoutOfName(name).fixed);
  const layouts = fixed.length + protocols.length === 0 ? (['middles'] as const) : fixed;
  return [
    ...layouts.map((name) => ({ name, words: layoutOfName(name).title, isProtocol: false })),
    ...protocols.map(({ name }) => ({ name, words: name, isProtocol: true })),
  ];
}

function looksOf({ settings, protocols }: RetrospectPlan, by: string, count: number): RecordShown['looks'] {
  const protocol = protocols.find(({ name }) => name === by);
  if (protocol) return protocol.actions.map(({ first, last }) => ({ first, last }));
  const { mapping, learning } = settings;
  const chosen = layoutOfName(by as Settings['layouts'][number]).fixed!(
    mapping.points,
    count,
    learning.rounding,
  );
  return [...new Set(chosen)].map((point) => ({ first: point, last: point }));
}

/** Hours of valid time, joined where there are gaps, as relative time has it; or the horizon. */
function inTime(
  record: RetrospectPlan['used'][number],
  { mapping, clock }: Settings,
): Pick<RecordShown, 'time' | 'stretches' | 'times' | 'values'> {
  const isValid = ({ state }: { state: string }) => !mapping.invalid.includes(state);
  if (clock) {
    const { horizon, unit, start } = clock.grid;
    const seconds = secondsIn(unit)!;
    const at = (time: number) => Math.min(horizon, time / seconds);
    const time = { horizon, unit, ...(start !== undefined && { start }) };
    if ('values' in record)
      return { time, stretches: [], times: Array.from(record.times, at), values: [...record.values] };
    const stretches = record.intervals
      .filter(isValid)
      .map(({ from, to, state }) => ({ from: at(from), to: at(to), state }));
    return { time, stretches, times: [], values: [] };
  }
  const hours = (seconds: number) => seconds / 3600;
  if ('values' in record) {
    const epochs = valueEpochs(record.times, record.values, 'mean', mapping);
    const each = hours(mapping.resolution * mapping.block);
    return {
      time: { horizon: epochs.length * each, unit: 'h' },
      stretches: [],
      times: Array.from(epochs, (_, i) => (i + 0.5) * each),
      values: [...epochs],
    };
  }
  let end = 0;
  const stretches = record.intervals.filter(isValid).map(({ from, to, state }) => {
    const began = end;
    end += hours(to - from);
    return { from: began, to: end, state };
  });
  return { time: { horizon: end, unit: 'h' }, stretches, times: [], values: [] };
}

/** What the looks alone say: the mean of what they read, or its ratio to the time that the target is a share of. */
function targetOf(
  { set, settings }: RetrospectPlan,
  record: number,
  t: number,
  looks: RecordShown['looks'],
): RecordTargetShown {
  const { name, of, reads } = settings.targets[t]!;
  const { features, beside, values } = set.targets[t]!;
  const p = features.cols;
  const take = 'value' in of && reads === 'values' ? takenOf(of.value) : (value: number) => value;
  const sum = (data: Float64Array, i: number) =>
    looks.reduce((all, { first, last }) => {
      const own = data.subarray(i * p + first, i * p + last + 1);
      return all + take(own.reduce((a, b) => a + b, 0) / own.length);
    }, 0);
  // Nothing over nothing is no number.
  const seen = values.map((_, i) => sum(features.data, i) / (beside ? sum(beside.data, i) : looks.length));
  return {
    name,
    states: 'states' in of ? [...of.states] : [],
    levels: 'value' in of ? levelsOf(of.value) : [],
    isMean: 'value' in of && of.value === 'mean',
    whole: values[record]!,
    seen: Number.isNaN(seen[record]!) ? null : seen[record]!,
    all: { whole: values, seen },
  };
}

/** The values that a target's limits lie at. */
const levelsOf = (of: ValueTarget): number[] =>
  of === 'mean'
    ? []
    : 'between' in of
      ? [...of.between]
      : [of.above, of.below].filter((level) => level !== undefined);
