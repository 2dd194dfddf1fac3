import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeFolder } from '../node/folder.ts';
import { ltafdb } from './databases/ltafdb.ts';
import { sleepEdfx } from './databases/sleep-edfx.ts';
import type { StateRecord } from './state-record.ts';

// What is known of two public databases. They are not ours to pass on: who has them names their folder.
const beside = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const data = process.env.SIGHTLINE_DATA ?? beside;
const open = (database: string) => nodeFolder(join(data, database));

function among(database: string) {
  const there = existsSync(join(data, database));
  if (!there)
    console.warn(`${database} is not in ${data}: skipped. SIGHTLINE_DATA names the folder that holds it.`);
  return describe.skipIf(!there);
}

function counts(
  records: readonly StateRecord[],
  weight: (seconds: number) => number,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { intervals } of records)
    for (const { from, to, state } of intervals) sums[state] = (sums[state] ?? 0) + weight(to - from);
  return sums;
}

among('sleep-edfx')('Sleep-EDF', () => {
  it('has the hypnograms, subjects and epochs that are known of it', async () => {
    const { records, skipped, notes } = await sleepEdfx.read(open('sleep-edfx'));
    expect({ skipped, notes }).toEqual({ skipped: [], notes: [] });
    expect(records).toHaveLength(197);
    const strata = records.map(({ stratum }) => stratum);
    expect(strata.filter((stratum) => stratum === 'SC')).toHaveLength(153);
    expect(strata.filter((stratum) => stratum === 'ST')).toHaveLength(44);
    expect(new Set(records.map(({ unit }) => unit)).size).toBe(100);
    const epochs = counts(records, (seconds) => seconds / 30);
    expect(epochs['Sleep stage ?']).toBe(25_047);
    expect(epochs['Movement time']).toBe(211);
    const valid = Object.values(epochs).reduce((sum, n) => sum + n, 0) - 25_047 - 211;
    expect(valid / 120).toBeCloseTo(3818.0, 1);
    const first = records.find(({ record }) => record === 'ST7151')!;
    expect(first.intervals[0]!.from).toBe(6780);
    for (const { stratum, intervals } of records)
      if (stratum === 'SC') expect([intervals[0]!.from, intervals.at(-1)!.to]).toEqual([0, 86_400]);
  });

  it('has one night with temazepam for each telemetry subject', async () => {
    const { records } = await sleepEdfx.read(open('sleep-edfx'));
    const nights = new Map<string, number[]>();
    for (const { unit, covariates } of records)
      nights.set(unit, [...(nights.get(unit) ?? []), Number(covariates.temazepam)]);
    for (const [unit, own] of nights)
      if (unit.startsWith('ST')) expect(own.sort()).toEqual([0, 1]);
      else expect(own.every((night) => night === 0)).toBe(true);
    // The first two rows of the table: placebo first, then placebo second.
    const of = (record: string) => records.find((r) => r.record === record)!.covariates.temazepam;
    expect(['ST7011', 'ST7012', 'ST7021', 'ST7022'].map(of)).toEqual([0, 1, 1, 0]);
  });
});

among('ltafdb')('LTAF', () => {
  it('has the records and rhythm marks that are known of it', async () => {
    const { records, skipped, notes } = await ltafdb.read(open('ltafdb'));
    expect(skipped).toEqual([]);
    expect(notes).toEqual([{ file: '30.atr', what: expect.stringContaining('past the record') }]);
    expect(records).toHaveLength(84);
    expect(counts(records, () => 1)).toEqual({
      N: 22834,
      SBR: 11326,
      AFIB: 7358,
      AB: 4472,
      SVTA: 3268,
      B: 2696,
      VT: 828,
      T: 785,
      IVR: 137,
    });
    const of = (record: string) => records.find((r) => r.record === record)!;
    expect(Math.floor(of('64').intervals[0]!.from)).toBe(67_945);
    expect(of('30').length).toBe(2826240 / 128);
    for (const { intervals, length } of records) {
      expect(intervals.at(-1)!.to).toBe(length);
      expect(intervals.filter(({ from, to }) => !(from < to))).toEqual([]);
      expect(intervals.filter(({ from }, i) => i > 0 && from !== intervals[i - 1]!.to)).toEqual([]);
    }
  });
});
