import {
  fillNormal,
  type RecordSet,
  randomFolds,
  randomStream,
  type StabilityInput,
  stability,
  unitWeights,
} from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = 200;
const SUBSAMPLES = 1000;
const RECORDS = 10_000;
const POINTS = 48;
/** So many are made, and the time of all reckoned from it: each is the same work on other units. */
const MADE = 20;

/** Records of two a unit: states of a course with memory, seen at each point; the target is the share of time in one of them. */
export function records(n: number, p: number, strata: number): RecordSet {
  const unit = Int32Array.from({ length: n }, (_, i) => Math.floor(i / 2));
  const stratum = unit.map((u) => u % strata);
  const noise = new Float64Array(n * p);
  fillNormal(randomStream(1, 'course'), noise);
  const data = new Float64Array(n * p);
  const values = new Float64Array(n);
  const columns = strata > 1 ? strata + 1 : 0;
  const baselines = new Float64Array(n * columns);
  for (let i = 0; i < n; i++) {
    let now = noise[i * p]! + 0.2 * stratum[i]!;
    for (let j = 0; j < p; j++) {
      now = 0.9 * now + 0.44 * noise[i * p + j]!;
      data[i * p + j] = now > 0.3 ? 1 : 0;
      values[i]! += data[i * p + j]! / p;
    }
    if (columns === 0) continue;
    baselines[i * columns + stratum[i]!] = 1;
    baselines[i * columns + strata] = 20 + (i % 7);
  }
  return {
    records: Array.from({ length: n }, (_, i) => `record ${i}`),
    unit,
    units: Array.from({ length: Math.ceil(n / 2) }, (_, u) => `unit ${u}`),
    stratum,
    strata: Array.from({ length: strata }, (_, s) => (strata > 1 ? `stratum ${s}` : '')),
    weights: unitWeights(unit),
    baselines: { rows: n, cols: columns, data: baselines },
    targets: [{ name: 'share', features: { rows: n, cols: p, data }, values }],
  };
}

function input(set: RecordSet): StabilityInput & { redraw: { outer: number; inner: number } } {
  const redraw = { outer: 5, inner: 3 };
  return {
    set,
    folds: randomFolds(set, 1, redraw),
    target: 0,
    budget: 16,
    layouts: ['aware', 'kernelQuadrature', 'dispersed'],
    learning: { rounding: 'nearest', swaps: 3, floor: 1, moments: 'unit' },
    share: 0.8,
    seed: 1,
    redraw,
  };
}

function secondsOf(n: number, p: number, strata: number, made: number): number {
  const asked = input(records(n, p, strata));
  const start = process.cpuUsage();
  const piece = stability.prepare(asked);
  for (let k = 0; k < made; k++) piece(k);
  return (cpuSeconds(start) * SUBSAMPLES) / made;
}

export const row: LimitRow = {
  name: 'stability',
  work: `${SUBSAMPLES} subsamples of ${RECORDS} records`,
  wanted: `${WANTED} s of CPU`,
  measure() {
    const seconds = secondsOf(RECORDS, POINTS, 4, MADE);
    const grown = [
      [RECORDS, POINTS, 1],
      [RECORDS, 96, 4],
      [RECORDS, 128, 4],
      [1000, POINTS, 4],
      [100, POINTS, 4],
    ] as const;
    return {
      reached: `${seconds.toFixed(0)} s`,
      met: seconds <= WANTED,
      more: [
        `from ${MADE} subsamples; ${POINTS} points, 4 strata with their indicators and a covariate as baselines`,
        ...grown.map(
          ([n, p, strata]) =>
            `${String(n).padStart(6)} records, ${String(p).padStart(3)} points, ${strata === 1 ? 'no strata or baselines' : `${strata} strata`}: ${secondsOf(n, p, strata, 5).toFixed(0)} s`,
        ),
      ],
    };
  },
};
