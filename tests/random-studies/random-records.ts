import type { Random } from './random.ts';
import type { Spice } from './random-law.ts';
import type { StudyCase, Written } from './study-case.ts';

const STATES = ['sit', 'walk', 'lift', '3', 'not scored'];

/** Records of states or values that were watched throughout, as a table, with the study that reconstructs protocols. */
export function randomRecords(rng: Random, { or }: Spice): StudyCase {
  const form = rng.pick(['intervals', 'changes', 'values'] as const);
  const epoch = or(rng.pick([30, 60, 1]), 1, 7);
  const points = rng.pick([4, 8, 12, 16]);
  const units = rng.whole(8, 20);
  const [withUnit, withStratum, withAge] = [rng.chance(0.7), rng.chance(0.5), rng.chance(0.4)];
  const columns = [
    'record',
    ...(withUnit ? ['unit'] : []),
    ...(withStratum ? ['stratum'] : []),
    ...(withAge ? ['age'] : []),
    ...(form === 'intervals'
      ? ['from', 'to', 'state']
      : form === 'changes'
        ? ['time', 'state']
        : ['time', 'value']),
  ];
  const rows: string[] = [];
  const names: { record: string; unit: string }[] = [];
  for (let u = 0; u < units; u++)
    for (let k = 0; k < (withUnit && rng.chance(0.25) ? 2 : 1); k++) {
      const record = `r${u}-${k}`;
      names.push({ record, unit: `u${u}` });
      const known = [
        record,
        ...(withUnit ? [`u${u}`] : []),
        ...(withStratum ? [u % 2 === 0 ? 'ward' : 'home'] : []),
        ...(withAge ? [30 + ((7 * u) % 40)] : []),
      ];
      const epochs = rng.whole(2 * points, 4 * points);
      const often = rng.between(0.1, 0.7, 2);
      let state: string = rng.pick(STATES.slice(0, 3));
      let from = 0;
      for (let e = 0; e < epochs; e++) {
        if (form === 'values') {
          rows.push([...known, e * epoch, (often * 3 + rng.normal()).toFixed(2)].join(','));
          continue;
        }
        const next = rng.chance(0.35) ? (rng.chance(often) ? 'lift' : rng.pick(STATES)) : state;
        const last = e === epochs - 1;
        if (next === state && !last) continue;
        const to = (e + (last ? 1 : 0)) * epoch;
        if (to > from) rows.push([...known, from, ...(form === 'intervals' ? [to] : []), state].join(','));
        from = to;
        state = next;
      }
      // With changes alone nothing says when the last state ends.
      if (form === 'changes') rows.push([...known, epochs * epoch, ''].join(','));
    }
  const layouts = rng.some(['contiguous', 'dispersed', 'aware', 'kernelQuadrature', 'posteriorVariance'], 1);
  const study: Written = {
    sightline: 1,
    records: {
      table: 'states.csv',
      grid: { points, ...(rng.chance(0.7) && { reading: rng.pick(['anchor', 'mean', 'overlap']) }) },
      epoch: {
        seconds: or(epoch, epoch / 2, epoch / 3),
        ...(rng.chance(0.3) && { rounding: rng.pick(['nearest', 'down']) }),
        ...(rng.chance(0.15) && { block: rng.whole(1, 2) }),
      },
      targets:
        form === 'values'
          ? rng.pick<Written>([
              { level: 'mean' },
              { high: { above: 1 } },
              { level: 'mean', band: { above: 0, below: 2 } },
            ])
          : rng.pick<Written>([{ lift: ['lift'] }, { lift: ['lift'], rest: ['sit', 3] }]),
    },
    templates: {
      layouts,
      budgets: rng.some([1, 2, 4], 1),
      ...(rng.chance(0.2) && { rounding: rng.pick(['nearest', 'down']) }),
      ...(rng.chance(0.2) && { swaps: rng.whole(0, 4) }),
      ...(rng.chance(0.2) && { floor: or(rng.between(0.2, 3, 2), 1e-9, 1e9) }),
      ...(rng.chance(0.2) && { moments: rng.pick(['unit', 'record']) }),
    },
  };
  const { records } = study;
  if (form !== 'values' && rng.chance(0.5)) records.invalid = ['not scored'];
  const baselines = ['hours', ...(withStratum ? ['stratum'] : []), ...(withAge ? ['age'] : [])];
  // A column that is no baseline has no use, and would be refused.
  const asked = withAge ? [...rng.some(baselines.slice(0, -1)), 'age'] : rng.some(baselines);
  if (asked.length > 0) records.baselines = asked;
  if (rng.chance(0.3)) records.weights = rng.pick(['unit', 'record']);
  if (withStratum && rng.chance(0.3)) records.strata = rng.pick(['together', 'separately']);
  if (rng.chance(0.2))
    records.cohorts = { part: { of: Object.keys(records.targets)[0], above: rng.between(0, 0.3, 2) } };
  const files: StudyCase['files'] = { 'states.csv': `${[columns.join(','), ...rows].join('\n')}\n` };
  if (rng.chance(0.4)) records.folds = { outer: rng.whole(2, 4), inner: rng.whole(2, 3) };
  else if (rng.chance(0.2)) {
    records.folds = 'folds.csv';
    const fold = (unit: string, salt: number) => (Number((withUnit ? unit : unit).slice(1)) + salt) % 3;
    const lines = names.map(({ record, unit }) => {
      const outer = fold(unit, 0);
      return [
        record,
        outer,
        ...[0, 1, 2].map((k) =>
          k === outer ? '' : (fold(unit, 1 + Math.floor(Number(unit.slice(1)) / 3)) + k) % 2,
        ),
      ].join(',');
    });
    files['folds.csv'] = `record,outer,inner0,inner1,inner2\n${lines.join('\n')}\n`;
  }
  return { study, files };
}
