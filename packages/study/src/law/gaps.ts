import type { DenseReport } from '@sightline/data';
import { type DenseUnits, type Problem, pairCounts } from '@sightline/engine/internal';
import type { ResultRepair } from '../schema/result-head.ts';
import { shareText } from '../words/text.ts';

// Of dense data with missing values: what was left out, and how many trajectories have both of two times.

/** '2388 of 17532 trajectories (14 %) have missing values and were left out'; a file of one trajectory a unit has units. */
export function droppedText({ dropped, trajectories, units, unitsDropped }: DenseReport): string {
  const { count } = dropped;
  const [first] = dropped.units;
  const several = first?.trajectory !== undefined;
  const share = `${count} of ${count + trajectories} ${several ? 'trajectories' : 'units'} (${shareText(count / (count + trajectories))})`;
  const gone =
    several && unitsDropped > 0
      ? `, and with them all of ${unitsDropped} of ${units + unitsDropped} units`
      : '';
  const example =
    first &&
    ` (${first.unit}${several ? `, ${first.trajectory}` : ''}: ${first.why}${count > 1 ? '; …' : ''})`;
  return `${share} with missing values ${count === 1 ? 'was' : 'were'} left out${gone}${example ?? ''}`;
}

interface Pairs {
  least: number;
  median: number;
  /** The grid points of the pair with the fewest. */
  at: [number, number];
}

function pairsOf({ values }: DenseUnits): Pairs {
  const { cols: p, data } = pairCounts(values);
  const counts: number[] = [];
  let [least, at]: [number, [number, number]] = [Number.POSITIVE_INFINITY, [0, 0]];
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const count = data[j * p + k]!;
      counts.push(count);
      if (count < least) [least, at] = [count, [k, j]];
    }
  counts.sort((a, b) => a - b);
  return { least, median: counts[counts.length >> 1]!, at };
}

/** A covariance from fewer trajectories than this says nothing. */
const FEWEST = 10;

/** Pairs of times that hardly any trajectory has. Paths are below `calibration`. */
export function pairProblems(sample: DenseUnits, timeText: (point: number) => string): Problem[] {
  const { least, at } = pairsOf(sample);
  if (least >= FEWEST) return [];
  const times = at[0] === at[1] ? timeText(at[0]) : `both ${timeText(at[0])} and ${timeText(at[1])}`;
  const few = least === 1 ? 'only 1 trajectory has' : `only ${least} trajectories have`;
  return [
    {
      path: ['missing'],
      value: 'pairwise',
      why: `${least === 0 ? 'no trajectory has' : few} a value at ${times}`,
      accepted: `at least ${FEWEST} trajectories for every pair of times; a coarser grid with align: mean has fewer gaps`,
    },
  ];
}

/** From how many trajectories each moment was estimated. */
export function pairRepairs({ sample, report }: { sample: DenseUnits; report: DenseReport }): ResultRepair[] {
  const { least, median } = pairsOf(sample);
  const share = shareText(report.empty / sample.values.data.length);
  return [
    {
      kind: 'pairwise',
      what:
        `${report.empty} values (${share}) are missing: each moment is from the trajectories that have both of its times, ` +
        `${least} at least and ${median} in the middle, of ${sample.values.rows}`,
      amount: report.empty,
    },
  ];
}
