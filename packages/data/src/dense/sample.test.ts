import { fillNormal, randomStream, trajectoriesOf, unitsOf } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { MOST_HELD, sampleInProgress } from './sample.ts';

const p = 2;

function rows(units: string[], trajectories: string[]) {
  const data = new Float64Array(units.length * p);
  fillNormal(randomStream(1, 'dense file'), data);
  return { units, trajectories, values: { rows: units.length, cols: p, data } };
}

/** Labels of `units` units with `each` trajectories. */
const twice = <Label>(units: number, each: number, label: (unit: number, k: number) => Label) =>
  Array.from({ length: units * each }, (_, i) => label(Math.floor(i / each), i % each));

describe('which trajectories belong together', () => {
  const units = twice(20, 3, (u) => `p${u}`);
  const days = twice(20, 3, (_, k) => `2013-03-0${k + 1}`);

  it('is said by their units, or by days', () => {
    const by = (independent: 'unit' | 'day') => {
      const sample = sampleInProgress({ points: p, withTargets: false, independent });
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
    const held = sampleInProgress({ points: p, withTargets: false });
    held.add(
      rows(
        twice(40, 200, (u) => `p${u}`),
        twice(40, 200, (_, k) => String(k)),
      ),
    );
    expect('clusters' in held.finished().sample).toBe(true);
    const many = sampleInProgress({ points: p, withTargets: false });
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
