import { latentCovariance, timeGrid } from '@sightline/engine/internal';
import type { Random } from './random.ts';
import { singleActions } from './random-entries.ts';
import type { StudyCase, Written } from './study-case.ts';

/** The same study written otherwise, and what its protocols and targets are called in it. */
export interface Rewriting extends StudyCase {
  called?: Record<string, string>;
}
export type Rewrite = (rng: Random, made: StudyCase) => Rewriting;

const copyOf = ({ study, files }: StudyCase): StudyCase => ({
  study: structuredClone(study),
  files: { ...files },
});
const entriesOf = (protocol: Written): Written[] => (Array.isArray(protocol) ? protocol : [protocol]);
const allEntries = (study: Written): Written[] => [
  ...Object.values(study.protocols ?? {}).flatMap(entriesOf),
  ...(study.catalogue ?? []),
];

/** Rows below a header; those of records stay in their order within each. */
function rowsOf(text: string): { head: string; rows: string[] } {
  const [head, ...rows] = text.trimEnd().split('\n');
  return { head: head!, rows };
}
const table = (head: string, rows: readonly string[]) => `${[head, ...rows].join('\n')}\n`;

/** Rules that name actions by their number in the catalogue hold it to its order. */
const BY_NUMBER = ['required', 'forbidden', 'groups'];

/** Protocols, the catalogue, units, records and the entries of each protocol in another order. */
export const inOtherOrder: Rewrite = (rng, made) => {
  const { study, files } = copyOf(made);
  if (study.protocols) {
    study.protocols = Object.fromEntries(rng.shuffled(Object.entries(study.protocols)));
    for (const [name, own] of Object.entries<Written>(study.protocols))
      if (Array.isArray(own)) {
        const order = rng.shuffled([...own.keys()]);
        study.protocols[name] = order.map((k) => own[k]);
        if (study.benchmark && name === study.realised) {
          const columns = columnsOf(own, study.time.horizon);
          files['benchmark.csv'] = withColumns(
            files['benchmark.csv']!,
            order.flatMap((k) => columns[k]!),
          );
        }
      }
  }
  if (study.catalogue && !BY_NUMBER.some((rule) => study.choose?.[rule] !== undefined))
    study.catalogue = rng.shuffled(study.catalogue);
  for (const name of ['dense.csv', 'benchmark.csv', 'folds.csv']) {
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
  return { study, files };
};

/** The columns y1, y2, … of a benchmark go by the order of the realised actions: those of each entry. */
function columnsOf(entries: readonly Written[], horizon: number): string[][] {
  let last = 0;
  return entries.map((entry) => singleActions(entry, horizon).map(() => `y${++last}`));
}

/** A benchmark whose measurements are these, in this order, and called y1, y2, … again. */
function withColumns(text: string, measured: readonly string[]): string {
  const { head, rows } = rowsOf(text);
  const names = head.split(',');
  const place = (name: string) =>
    names.indexOf(/^y\d+$/.test(name) ? measured[Number(name.slice(1)) - 1]! : name);
  return table(
    head,
    rows.map((row) => {
      const cells = row.split(',');
      return names.map((name) => cells[place(name)]).join(',');
    }),
  );
}

/** Units and records get other labels, which sort otherwise. */
export const relabelled: Rewrite = (rng, made) => {
  const { study, files } = copyOf(made);
  const names = ['dense.csv', 'benchmark.csv', 'states.csv', 'folds.csv'].filter((name) => name in files);
  const labels = new Set<string>();
  for (const name of names)
    withLabels(files[name]!, (label) => {
      labels.add(label);
      return label;
    });
  const others = rng.shuffled([...labels].map((_, k) => `n${k}`));
  const called = new Map([...labels].map((label, k) => [label, others[k]!]));
  for (const name of names) files[name] = withLabels(files[name]!, (label) => called.get(label)!);
  return { study, files };
};

/** Protocols and targets of records get other names, and files too; units get others that sort alike. */
export const underOtherNames: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  const called: Record<string, string> = {};
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
  if (study.time?.unit !== undefined) study.time.unit = 'units of time';
  for (const [name, text] of Object.entries(files))
    if (['dense.csv', 'benchmark.csv', 'states.csv', 'folds.csv'].includes(name))
      files[name] = withLabels(text, (label) => label.replace(/^("?)/, '$1of '));
  return { study, files, called };
};

/** Units and records under other labels. */
function withLabels(text: string, change: (label: string) => string): string {
  const { head, rows } = rowsOf(text);
  const labels = head.split(',').map((name) => ['unit', 'record'].includes(name));
  return table(
    head,
    rows.map((row) =>
      row
        .split(',')
        .map((cell, k) => (labels[k] ? change(cell) : cell))
        .join(','),
    ),
  );
}

/** Every time 60 times as long, as from hours to minutes. */
export const inOtherUnit: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  const factor = 60;
  const times = (x: number) => x * factor;
  const scaleIn = (owner: Written, field: string) => {
    if (typeof owner?.[field] === 'number') owner[field] = times(owner[field]);
    else if (Array.isArray(owner?.[field])) owner[field] = owner[field].map(times);
  };
  if (!study.time) return { study, files };
  study.time.horizon = times(study.time.horizon);
  if (study.time.unit !== undefined) study.time.unit = 'other';
  for (const entry of [...allEntries(study), ...(Array.isArray(study.classes) ? study.classes : [])]) {
    scaleIn(entry, 'at');
    for (const end of ['from', 'to']) scaleIn(entry.at, end);
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
  for (const pair of study.know?.correlations ?? []) scaleIn(pair, 'times');
  if (files['dense.csv'] !== undefined) files['dense.csv'] = withTimes(files['dense.csv'], times);
  return { study, files };
};

/** Dense data with other times: in the header of a wide table, in a column of a long one. */
function withTimes(text: string, change: (time: number) => number): string {
  const { head, rows } = rowsOf(text);
  const names = head.split(',');
  const place = names.indexOf('time');
  if (place < 0)
    return table(
      names.map((name) => (/^[\d.e+-]+$/i.test(name) ? String(change(Number(name))) : name)).join(','),
      rows,
    );
  return table(
    head,
    rows.map((row) => {
      const cells = row.split(',');
      cells[place] = String(change(Number(cells[place])));
      return cells.join(',');
    }),
  );
}

/**
 * Dense units are put into an order by their values, from the first time on, and then drawn. With the last values in the order of
 * the first ones they come into the same order backwards, so that the same units are drawn.
 */
export function endsInOneOrder({ study, files }: StudyCase): StudyCase {
  if (files['dense.csv'] === undefined) return { study, files };
  const { head, rows } = rowsOf(files['dense.csv']);
  const names = head.split(',');
  const cells = rows.map((row) => row.split(','));
  const [unit, time] = [names.indexOf('unit'), names.indexOf('time')];
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
  };
}

/** Time runs backwards. Times stand on grid points here: half-way between two, the earlier one is read. */
export const mirrored: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  if (!study.time) return { study, files };
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
  return { study, files };
};

function recencyList(recency: number, horizon: number, points: number): number[] {
  return Array.from({ length: points }, (_, j) =>
    Math.exp(-(horizon - ((j + 0.5) * horizon) / points) / recency),
  );
}

/** Everything that stands for several things, or for a number, written out. */
export const writtenOut: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  if (!study.time) return { study, files };
  const { horizon, points } = study.time;
  const single = (entry: Written) => singleActions(entry, horizon);
  for (const [name, own] of Object.entries<Written>(study.protocols ?? {}))
    study.protocols[name] = entriesOf(own).flatMap(single);
  if (study.catalogue) study.catalogue = study.catalogue.flatMap(single);
  if (study.weights === undefined || study.weights === 'uniform') study.weights = Array(points).fill(1);
  else if (!Array.isArray(study.weights)) study.weights = recencyList(study.weights.recency, horizon, points);
  if (files['dense.csv'] !== undefined && typeof study.calibration.noise === 'number')
    study.calibration.noise = Array(points).fill(study.calibration.noise);
  return { study, files };
};

/** The kernel as the matrix that it makes, in a file. */
export const asCovariance: Rewrite = (_rng, made) => {
  const { study, files } = copyOf(made);
  if (study.latent?.kernel === undefined) return { study, files };
  const { horizon, points } = study.time;
  const { covariance } = latentCovariance(study.latent, timeGrid(horizon, points));
  const rows = Array.from({ length: points }, (_, j) =>
    [...covariance.data.subarray(j * points, (j + 1) * points)].join(','),
  );
  study.latent = { covariance: 'covariance.csv' };
  return { study, files: { ...files, 'covariance.csv': `${rows.join('\n')}\n` } };
};
