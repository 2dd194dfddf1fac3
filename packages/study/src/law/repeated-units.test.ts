import { fillNormal, randomStream, trajectoriesOf, unitsOf } from '@sightline/engine';
import { describe, expect, it } from 'vitest';
import type { CalibrationData } from './calibration-data.ts';
import { MOST_HELD, sampleInProgress } from './dense-file.ts';
import { repeatedUnits } from './repeated-units.ts';

const p = 2;

function rows(units: string[], trajectories?: string[]) {
  const data = new Float64Array(units.length * p);
  fillNormal(randomStream(1, 'repeated units'), data);
  return { units, ...(trajectories && { trajectories }), values: { rows: units.length, cols: p, data } };
}

/** Labels of `units` units with `each` trajectories. */
const twice = <Label>(units: number, each: number, label: (unit: number, k: number) => Label) =>
  Array.from({ length: units * each }, (_, i) => label(Math.floor(i / each), i % each));

function warned(units: string[], ignored?: string[]): string | undefined {
  const sample = sampleInProgress(p, false);
  sample.add(rows(units));
  const read = sample.finished();
  const data = { ...read, units: units.length, trajectories: units.length, report: { ignored } };
  return repeatedUnits(data as unknown as CalibrationData)[0]?.what;
}

describe('labels that look like trajectories of the same units', () => {
  it.each([
    ['a word and a number', (u: number, k: number) => `p0${u}_day${k + 1}`],
    ['a date', (u: number, k: number) => `anna-${u} 2013-03-0${k + 1}`],
    ['a number', (u: number, k: number) => `P${10 + u}.${k}`],
    ['no separator', (u: number, k: number) => `s${u}n${k}`],
  ])('with %s behind the name', (_, label) => {
    const found = warned(twice(5, 3, label))!;
    expect(found).toContain('the labels of 15 units have 5 beginnings');
    expect(found).toContain(`such as "${label(0, 0)}" and "${label(0, 1)}"`);
    expect(found).toContain('split: day');
  });

  it.each([
    ['numbers', (i: number) => String(i)],
    ['a name and a number', (i: number) => `unit-${i}`],
    ['a letter and a number', (i: number) => `u${i}`],
    ['years in one scheme', (i: number) => `2013-${100 + i}`],
  ])('but not %s', (_, label) => {
    expect(warned(Array.from({ length: 40 }, (__, i) => label(i)))).toBeUndefined();
  });

  it('a column that names patients and is not used', () => {
    const units = Array.from({ length: 12 }, (_, i) => String(i));
    expect(warned(units, ['device', 'Patient_ID', 'note'])).toContain(
      'the columns device and Patient_ID are not used',
    );
    expect(warned(units, ['note', 'glucose'])).toBeUndefined();
  });
});

describe('which trajectories belong together', () => {
  const units = twice(20, 3, (u) => `p${u}`);
  const days = twice(20, 3, (_, k) => `2013-03-0${k + 1}`);

  it('is said by their units, or by days', () => {
    const by = (independent: 'unit' | 'day') => {
      const sample = sampleInProgress(p, false, undefined, 0, independent);
      const whole = rows(units, days);
      const part = (from: number, to: number) => ({
        units: units.slice(from, to),
        trajectories: days.slice(from, to),
        values: { rows: to - from, cols: p, data: whole.values.data.slice(from * p, to * p) },
      });
      // In parts that divide a unit.
      sample.add(part(0, 31));
      sample.add(part(31, 60));
      return sample.finished();
    };
    const found = by('unit').sample;
    expect('clusters' in found && [...found.clusters!]).toEqual(twice(20, 3, (u) => u));
    expect([unitsOf(found), trajectoriesOf(found)]).toEqual([20, 60]);
    const other = by('day').sample;
    expect('clusters' in other && [...other.clusters!]).toEqual(twice(20, 3, (_, k) => k));
    expect(by('unit').survey.labels).toEqual([]);
  });

  it('units with many trajectories are held one by one; too many units are not, and stay whole', () => {
    const held = sampleInProgress(p, false);
    held.add(
      rows(
        twice(40, 200, (u) => `p${u}`),
        twice(40, 200, (_, k) => String(k)),
      ),
    );
    expect('clusters' in held.finished().sample).toBe(true);
    const many = sampleInProgress(p, false);
    const names = twice(MOST_HELD + 50, 2, (u) => `p${u}`);
    many.add(
      rows(
        names,
        twice(MOST_HELD + 50, 2, (_, k) => String(k)),
      ),
    );
    const { sample } = many.finished();
    expect('moments' in sample).toBe(true);
    expect([unitsOf(sample), trajectoriesOf(sample)]).toEqual([MOST_HELD + 50, 2 * MOST_HELD + 100]);
  });
});
