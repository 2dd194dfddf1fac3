import { latentCovariance, timeGrid } from '@sightline/engine/internal';
import type { Random } from './random.ts';
import { writtenByTheClock } from './random-clock.ts';
import { singleActions } from './random-entries.ts';
import { rowsOf, table, withCells, withColumns, withLabels, withTimes } from './rewritten-tables.ts';
import { allEntries, entriesOf, type StudyCase, type Written } from './study-case.ts';

/** The same study written otherwise, and what its protocols and targets, its units and records are called in it. */
export interface Rewriting extends StudyCase {
  called?: Record<string, string>;
  labels?: Record<string, string>;
}
export type Rewrite = (rng: Random, made: StudyCase) => Rewriting;

const copyOf = ({ study, files, ...rest }: StudyCase): StudyCase => ({
  study: structuredClone(study),
  files: { ...files },
  ...rest,
});
/** Rules that name actions by their number in the catalogue hold it to its order. */
const BY_NUMBER = ['required', 'forbidden', 'groups'];

/** Protocols, the catalogue, units, records and the entries of each protocol in another order. */
export const inOtherOrder: Rewrite = (rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  if (study.protocols) {
    study.protocols = Object.fromEntries(rng.shuffled(Object.entries(study.protocols)));
    for (const [name, own] of Object.entries<Written>(study.protocols)) {
      const entries = entriesOf(own);
      const order = rng.shuffled([...entries.keys()]);
      const others = order.map((k) => entries[k]);
      if (Array.isArray(own)) study.protocols[name] = others;
      else if (own.actions !== undefined) study.protocols[name] = { ...own, actions: others };
      else continue;
      const columns = placesOf(entries, study.time);
      const measured = order.flatMap((k) => columns[k]!);
      if (study.benchmark && name === study.realised)
        files['benchmark.csv'] = withColumns(files['benchmark.csv']!, measured, 'y');
      if (name === made.read) files['readings.csv'] = withColumns(files['readings.csv']!, measured, 'r');
    }
  }
  if (study.catalogue && !BY_NUMBER.some((rule) => study.choose?.[rule] !== undefined))
    study.catalogue = rng.shuffled(study.catalogue);
  for (const name of ['dense.csv', 'benchmark.csv', 'folds.csv', 'readings.csv']) {
    if (files[name] === undefined) continue;
    const { head, rows } = rowsOf(files[name]);
    files[name] = table(head, rng.shuffled(rows));
  }
  if (files['states.csv'] !== undefined) {
    const { head, rows } = rowsOf(files['states.csv']);
    const records = [...new Set(rows.map((row) => row.split(',')[0]!))];
    const own = (record: string) => rows.filter((row) => row.startsWith(`${record},`));
    files['states.csv'] = table(head, rng.shuffled(records).flatMap(own));
  }
  return { study, files, ...rest };
};

/** The columns of measurements go by the order of the actions: those of each entry, from 1 on. */
function placesOf(entries: readonly Written[], time: Written): number[][] {
  let last = 0;
  return entries.map((entry) => singleActions(entry, time).map(() => ++last));
}

const LABELLED = ['dense.csv', 'benchmark.csv', 'states.csv', 'folds.csv', 'readings.csv'];

/** Units and records get other labels, which sort otherwise. */
export const relabelled: Rewrite = (rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  const names = LABELLED.filter((name) => name in files);
  const labels = new Set<string>();
  for (const name of names)
    withLabels(files[name]!, (label) => {
      labels.add(label);
      return label;
    });
  const others = rng.shuffled([...labels].map((_, k) => `n${k}`));
  const called = new Map([...labels].map((label, k) => [label, others[k]!]));
  for (const name of names) files[name] = withLabels(files[name]!, (label) => called.get(label)!);
  return { study, files, ...rest, labels: Object.fromEntries(called) };
};

/** A clock needs an hour that is one. */
const isOfDays = ({ time, calibration, records }: Written) =>
  time?.start !== undefined || calibration?.split !== undefined || records?.split !== undefined;

/**
 * Protocols, targets of records and columns get other names; units get others that sort alike, unless readings of their records
 * have noise, which hangs on the names.
 */
export const underOtherNames: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  const called: Record<string, string> = {};
  const labels: Record<string, string> = {};
  const renamed = (map: Written, label: string): Written =>
    Object.fromEntries(
      Object.entries(map).map(([name, value], k) => {
        called[name] = `${label} ${String.fromCharCode(97 + k)}`;
        return [called[name], value];
      }),
    );
  if (study.protocols) study.protocols = renamed(study.protocols, 'protocol');
  if (Array.isArray(study.realised)) study.realised = study.realised.map((name: string) => called[name]);
  else if (study.realised !== undefined) study.realised = called[study.realised];
  if (Array.isArray(study.classes))
    for (const one of study.classes)
      if (one.protocols) one.protocols = one.protocols.map((name: string) => called[name]);
  if (study.records?.targets) study.records.targets = renamed(study.records.targets, 'target');
  for (const cohort of Object.values<Written>(study.records?.cohorts ?? {})) cohort.of = called[cohort.of];
  if (study.time?.unit !== undefined && !isOfDays(study)) study.time.unit = 'units of time';
  for (const [name, text] of Object.entries(files))
    if (LABELLED.includes(name) && study.records?.grid.time !== 'clock')
      files[name] = withLabels(text, (label) => {
        labels[label] = label.replace(/^("?)/, '$1of ');
        return labels[label];
      });
  for (const [owner, file] of [
    [study.calibration, 'dense.csv'],
    [study.records, 'states.csv'],
  ])
    for (const [column, name] of Object.entries<string>(owner?.columns ?? {})) {
      owner.columns[column] = `the ${name}`;
      files[file] = files[file]!.replace(new RegExp(`(^|,)${name}(?=[,\\n])`), `$1the ${name}`);
    }
  return { study, files, called, labels, ...(made.read !== undefined && { read: called[made.read]! }) };
};

/** Times of records are in seconds: with samples four times as long, a record lasts four times as long. */
export const LONGER = 4;

/** Every time 60 times as long, as from hours to minutes; those of records four times, exactly. */
export const inOtherUnit: Rewrite = (_rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  if (study.records?.epoch !== undefined) {
    study.records.epoch.seconds *= LONGER;
    files['states.csv'] = withCells(files['states.csv']!, ['from', 'to', 'time'], (time) => LONGER * time);
  }
  const factor = 60;
  const times = (x: number) => x * factor;
  const scaleIn = (owner: Written, field: string) => {
    if (typeof owner?.[field] === 'number') owner[field] = times(owner[field]);
    else if (Array.isArray(owner?.[field])) owner[field] = owner[field].map(times);
  };
  if (!study.time) return { study, files };
  study.time.horizon = times(study.time.horizon);
  if (isOfDays(study)) study.time.unit = 'min';
  else if (study.time.unit !== undefined) study.time.unit = 'other';
  for (const entry of [...allEntries(study), ...(Array.isArray(study.classes) ? study.classes : [])]) {
    scaleIn(entry, 'at');
    for (const end of ['from', 'to', 'every']) scaleIn(entry.at, end);
    scaleIn(entry, 'width');
    if (typeof entry.cost === 'object') entry.cost.perWidth /= factor;
  }
  const kernels = study.latent?.kernel;
  for (const one of kernels?.mixture ?? [kernels])
    for (const [kind, own] of Object.entries<Written>(one ?? {}))
      if (kind !== 'toeplitz' && typeof own === 'object')
        for (const field of Object.keys(own)) scaleIn(own, field);
  if (typeof study.weights === 'object') scaleIn(study.weights, 'recency');
  scaleIn(study.choose, 'spacing');
  for (const stretch of study.choose?.forbidden ?? [])
    for (const end of ['from', 'to']) scaleIn(stretch, end);
  for (const own of Object.values<Written>(study.protocols ?? {})) if (own.dropout) own.dropout /= factor;
  for (const pair of study.know?.correlations ?? []) scaleIn(pair, 'times');
  if (files['dense.csv'] !== undefined && study.calibration.split === undefined)
    files['dense.csv'] = withTimes(files['dense.csv'], times);
  return { study, files, ...rest };
};

/**
 * Dense units are put into an order by their values, from the first time on, and then drawn. With the last values in the order of
 * the first ones they come into the same order backwards, so that the same units are drawn.
 */
export function endsInOneOrder({ study, files, ...rest }: StudyCase): StudyCase {
  if (files['dense.csv'] === undefined) return { study, files, ...rest };
  const { head, rows } = rowsOf(files['dense.csv']);
  const names = head.split(',');
  const cells = rows.map((row) => row.split(','));
  const place = (...of: string[]) => names.findIndex((name) => of.includes(name));
  const [unit, time] = [place('unit', 'patient'), place('time', 'when')];
  const isTime = (name: string) => /^[\d.e+-]+$/i.test(name);
  const times = time < 0 ? names.filter(isTime) : cells.map((row) => row[time]!);
  const ordered = [...new Set(times.map(Number))].sort((a, b) => a - b);
  /** Of each unit the cells at a time: row and column. */
  const at = (wanted: number) => {
    const found = new Map<string, [number, number][]>();
    cells.forEach((row, i) => {
      const column =
        time < 0
          ? names.findIndex((name) => isTime(name) && Number(name) === wanted)
          : names.indexOf('value');
      if ((time >= 0 && Number(row[time]) !== wanted) || row[column] === '') return;
      found.set(row[unit]!, [...(found.get(row[unit]!) ?? []), [i, column]]);
    });
    return found;
  };
  const [first, last] = [at(ordered[0]!), at(ordered.at(-1)!)];
  const mean = (own: readonly [number, number][]) =>
    own.reduce((sum, [i, j]) => sum + Number(cells[i]![j]), 0) / own.length;
  const units = [...first.keys()]
    .filter((label) => last.has(label))
    .sort((a, b) => mean(first.get(a)!) - mean(first.get(b)!));
  const ends = units.map((label) => mean(last.get(label)!)).sort((a, b) => a - b);
  units.forEach((label, k) => {
    const by = ends[k]! - mean(last.get(label)!);
    for (const [i, j] of last.get(label)!) cells[i]![j] = String(Number(cells[i]![j]) + by);
  });
  return {
    study,
    files: {
      ...files,
      'dense.csv': table(
        head,
        cells.map((row) => row.join(',')),
      ),
    },
    ...rest,
  };
}

/** Time runs backwards. Times stand on grid points here: half-way between two, the earlier one is read. */
export const mirrored: Rewrite = (_rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  if (!study.time) return { study, files, ...rest };
  const { horizon, points } = study.time;
  const back = (t: number) => horizon - t;
  const turn = (entry: Written) => {
    if (typeof entry.at === 'number') entry.at = back(entry.at);
    else if (Array.isArray(entry.at)) entry.at = entry.at.map(back);
    else entry.at = { ...entry.at, from: back(entry.at.from), to: back(entry.at.to) };
    if (typeof entry.noise === 'object') entry.noise = { from: entry.noise.to, to: entry.noise.from };
  };
  for (const entry of allEntries(study)) turn(entry);
  if (Array.isArray(study.classes)) for (const one of study.classes) if (one.at !== undefined) turn(one);
  if (Array.isArray(study.weights)) study.weights.reverse();
  else if (typeof study.weights === 'object')
    study.weights = recencyList(study.weights.recency, horizon, points).reverse();
  for (const stretch of study.choose?.forbidden ?? [])
    if (typeof stretch === 'object')
      Object.assign(stretch, { from: back(stretch.to), to: back(stretch.from) });
  for (const list of [study.latent?.mean, study.latent?.sd, study.trial?.profile])
    if (Array.isArray(list)) list.reverse();
  const { profile } = study.trial ?? {};
  if (profile?.from !== undefined) study.trial.profile = { from: profile.to, to: profile.from };
  const kernels = study.latent?.kernel;
  for (const one of kernels?.mixture ?? [kernels])
    if (one?.varyingOu) one.varyingOu = { from: one.varyingOu.to, to: one.varyingOu.from };
  for (const pair of study.know?.correlations ?? []) pair.times = pair.times.map(back);
  if (files['covariance.csv'] !== undefined)
    files['covariance.csv'] = `${files['covariance.csv']
      .trimEnd()
      .split('\n')
      .map((row) => row.split(',').reverse().join(','))
      .reverse()
      .join('\n')}\n`;
  if (files['dense.csv'] !== undefined) {
    files['dense.csv'] = withTimes(files['dense.csv'], back);
    const { align } = study.calibration;
    if (align === 'start' || align === 'end') study.calibration.align = align === 'start' ? 'end' : 'start';
    if (Array.isArray(study.calibration.noise)) study.calibration.noise.reverse();
  }
  return { study, files, ...rest };
};

function recencyList(recency: number, horizon: number, points: number): number[] {
  return Array.from({ length: points }, (_, j) =>
    Math.exp(-(horizon - ((j + 0.5) * horizon) / points) / recency),
  );
}

/** Everything that stands for several things, or for a number, written out, and what is there where nothing is said. */
export const writtenOut: Rewrite = (_rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  if (study.records !== undefined) {
    study.records = { weights: 'unit', strata: 'together', ...study.records };
    if (study.records.grid.time !== 'clock')
      study.records.grid = { reading: 'anchor', ...study.records.grid };
    study.templates = { rounding: 'nearest', ...study.templates };
  }
  if (!study.time) return { study, files, ...rest };
  const { horizon, points } = study.time;
  const single = (entry: Written) => singleActions(entry, study.time);
  for (const [name, own] of Object.entries<Written>(study.protocols ?? {})) {
    const actions = entriesOf(own).flatMap(single);
    study.protocols[name] = own.dropout === undefined ? actions : { actions, dropout: own.dropout };
  }
  for (const [owner, field] of [
    [study.latent, 'mean'],
    [study.latent, 'sd'],
    [study.trial, 'profile'],
  ])
    if (typeof owner?.[field] === 'number') owner[field] = Array(points).fill(owner[field]);
  if (study.catalogue) study.catalogue = study.catalogue.flatMap(single);
  if (study.weights === undefined || study.weights === 'uniform') study.weights = Array(points).fill(1);
  else if (!Array.isArray(study.weights)) study.weights = recencyList(study.weights.recency, horizon, points);
  if (files['dense.csv'] !== undefined && !study.fit && typeof study.calibration.noise === 'number')
    study.calibration.noise = Array(points).fill(study.calibration.noise);
  return { study, files, ...rest };
};

/** The kernel as the matrix that it makes, in a file. */
export const asCovariance: Rewrite = (_rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  if (study.latent?.kernel === undefined) return { study, files, ...rest };
  const { horizon, points } = study.time;
  const { kernel, trait, mean, sd = 1, transform } = study.latent;
  const { covariance } = latentCovariance(
    { kernel, ...(trait !== undefined && { trait }) },
    timeGrid(horizon, points),
  );
  const deviation = (j: number): number => (Array.isArray(sd) ? sd[j] : sd);
  const rows = Array.from({ length: points }, (_, j) =>
    Array.from(
      { length: points },
      (_, k) => covariance.data[j * points + k]! * deviation(j) * deviation(k),
    ).join(','),
  );
  study.latent = {
    covariance: 'covariance.csv',
    ...(mean !== undefined && { mean }),
    ...(transform !== undefined && { transform }),
  };
  return { study, files: { ...files, 'covariance.csv': `${rows.join('\n')}\n` }, ...rest };
};

/** In the unit of the data that is a fourth of the other, every number is four times as large, exactly. */
export const FACTOR = 4;

/** Whether values have a unit that can be changed: those of a logarithm, and of a standardised law, have none. */
export const hasUnit = (made: StudyCase): boolean => {
  const { latent, calibration, records } = made.study;
  if (latent !== undefined) return latent.mean !== undefined && latent.transform !== 'log';
  if (calibration !== undefined)
    return calibration.scale !== 'standardised' && calibration.transform !== 'log';
  return records !== undefined && /^(.*,)?(value|glucose)(,|$)/m.test(made.files['states.csv']!);
};

/** Everything in another unit of the data. */
export const inOtherDataUnit: Rewrite = (_rng, made) => {
  const { study, files, ...rest } = copyOf(made);
  const scale = (owner: Written, field: string, by = FACTOR) => {
    const old = owner?.[field];
    if (typeof old === 'number') owner[field] = old * by;
    else if (Array.isArray(old)) owner[field] = old.map((one: number) => one * by);
    else if (old !== null && typeof old === 'object') for (const key of ['from', 'to']) scale(old, key, by);
  };
  const targets = [
    study.target,
    ...Object.values<Written>(study.records?.targets ?? {}),
    ...(study.choose?.targets ?? []).map(({ target }: Written) => target),
  ];
  for (const one of targets)
    if (typeof one === 'object') for (const kind of Object.keys(one)) scale(one, kind);
  for (const field of ['mean', 'sd']) scale(study.latent, field);
  scale(study.trial, 'profile');
  const classes = Array.isArray(study.classes) ? study.classes : [study.classes?.nested];
  for (const owner of [...allEntries(study), ...classes, study.calibration])
    scale(owner, 'noise', FACTOR ** 2);
  for (const end of ['low', 'high']) scale(study.calibration?.limits, end);
  for (const name of ['dense.csv', 'states.csv', 'readings.csv'])
    if (files[name] !== undefined)
      files[name] = withCells(
        files[name],
        /^(?!(unit|patient|record|time|when|visit|day|serial|replicate|stratum|age)$)/,
        (value) => FACTOR * value,
      );
  if (files['covariance.csv'] !== undefined)
    files['covariance.csv'] = files['covariance.csv'].replace(/[^,\n]+/g, (cell) =>
      String(FACTOR ** 2 * Number(cell)),
    );
  return { study, files, ...rest };
};

/** The same times, by the clock. */
export const byClock: Rewrite = (rng, made) => {
  const copy = copyOf(made);
  writtenByTheClock(rng, copy.study);
  return copy;
};
