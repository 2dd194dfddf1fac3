import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDense } from '../../test/read-dense.ts';
import { parseDense } from './parse.ts';
import type { DenseRequest, DenseUnits } from './units.ts';

let folder = '';
let connection: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => rm(folder, { recursive: true }));

interface Made {
  times: Float64Array;
  units: { name: string; target: number; replicates: number[][] }[];
  withReplicates: boolean;
  withTarget: boolean;
  shuffle: number;
}

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });

const made: fc.Arbitrary<Made> = fc
  .record({
    points: fc.integer({ min: 2, max: 5 }),
    horizon: fc.constantFrom(10, 0.3, 1440),
    names: fc.uniqueArray(fc.stringMatching(/^[a-zA-Z0-9äöü" ,'_-]{1,8}$/), {
      minLength: 2,
      maxLength: 6,
      selector: (name) => name.trim(),
    }),
    withReplicates: fc.boolean(),
    withTarget: fc.boolean(),
    shuffle: fc.integer({ min: 1, max: 1000 }),
  })
  .chain(({ points, horizon, names, ...rest }) =>
    fc.record({
      times: fc.constant(Float64Array.from({ length: points }, (_, j) => ((j + 0.5) * horizon) / points)),
      units: fc.tuple(
        ...names
          .filter((name) => name.trim() !== '')
          .map((name, u) =>
            fc.record({
              name: fc.constant(name.trim()),
              target: value,
              replicates: fc.array(fc.array(value, { minLength: points, maxLength: points }), {
                minLength: rest.withReplicates && u === 0 ? 2 : 1,
                maxLength: rest.withReplicates ? 3 : 1,
              }),
            }),
          ),
      ),
      withReplicates: fc.constant(rest.withReplicates),
      withTarget: fc.constant(rest.withTarget),
      shuffle: fc.constant(rest.shuffle),
    }),
  );

/** In an order that the number decides. */
function shuffled<Item>(items: readonly Item[], by: number): Item[] {
  return items
    .map((item, i) => ({ item, by: (Math.sin(by * (i + 1)) * 1e4) % 1 }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item);
}

type Row = Record<string, string | number>;

function wide({ times, units, withReplicates, withTarget }: Made): Row[] {
  return units.flatMap(({ name, target, replicates }) =>
    replicates.map((values, r) => ({
      unit: name,
      ...(withReplicates ? { rep: `r${r}` } : {}),
      ...(withTarget ? { rem: target } : {}),
      ...Object.fromEntries(values.map((cell, j) => [` ${times[j]}`, cell])),
    })),
  );
}

function long({ times, units, withReplicates, withTarget }: Made): Row[] {
  return units.flatMap(({ name, target, replicates }) =>
    replicates.flatMap((values, r) =>
      values.map((cell, j) => ({
        unit: name,
        ...(withReplicates ? { rep: `r${r}` } : {}),
        ...(withTarget ? { rem: target } : {}),
        time: times[j]!,
        value: cell,
      })),
    ),
  );
}

const quoted = (cell: string | number) =>
  typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`;

function csv(rows: readonly Row[], by: number): string {
  const names = shuffled(Object.keys(rows[0]!), by);
  return [
    names.map((name) => name.trim()),
    ...shuffled(rows, by).map((row) => names.map((name) => quoted(row[name]!))),
  ]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/** All four ways of reading a table; CSV and Parquet have the same rows in the same order. */
async function fourTimes(text: string, request: DenseRequest): Promise<DenseUnits[]> {
  const [csvFile, parquetFile] = [join(folder, 'dense.csv'), join(folder, 'dense.parquet')];
  await writeFile(csvFile, text);
  const types = text
    .split('\n')[0]!
    .split(',')
    .map((name) => `'${name}': '${['unit', 'rep'].includes(name) ? 'VARCHAR' : 'DOUBLE'}'`);
  await connection.run(
    `COPY (SELECT * FROM read_csv('${csvFile}', header = true, auto_detect = false, quote = '"', escape = '"', columns = {${types}})) TO '${parquetFile}' (FORMAT parquet)`,
  );
  const reads = [
    await parseDense('dense.csv', await readFile(csvFile), request),
    await parseDense('dense.parquet', await readFile(parquetFile), request),
    await readDense(csvFile, request),
    await readDense(parquetFile, request),
  ];
  return reads.map((read) => {
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.data;
  });
}

it('wide and long, CSV and Parquet, in TypeScript and by DuckDB are the same units', async () => {
  await fc.assert(
    fc.asyncProperty(made, async (data) => {
      const { times, units, shuffle } = data;
      fc.pre(units.length > 1);
      const means = units.map(({ replicates }) =>
        Array.from(
          times,
          (_, j) => replicates.reduce((sum, values) => sum + values[j]!, 0) / replicates.length,
        ),
      );
      fc.pre([...times].every((_, j) => means.some((mean) => mean[j] !== means[0]![j])));
      const request: DenseRequest = {
        times,
        ...(data.withReplicates ? { replicates: 'rep' } : {}),
        ...(data.withTarget ? { target: 'rem' } : {}),
      };
      for (const rows of [wide(data), long(data)]) {
        const [first, ...others] = await fourTimes(csv(rows, shuffle), request);
        for (const other of others) expect(other).toEqual(first);
        expect(first!.report).toMatchObject({ rows: rows.length, units: units.length });
        expect([...first!.units].sort()).toEqual(units.map(({ name }) => name).sort());
        units.forEach(({ name, target, replicates }, u) => {
          const i = first!.units.indexOf(name);
          const scale = replicates.flat().reduce((most, x) => Math.max(most, Math.abs(x)), 1);
          for (let j = 0; j < times.length; j++) {
            const at = i * times.length + j;
            expect(Math.abs(first!.values.data[at]! - means[u]![j]!) / scale).toBeLessThan(1e-14);
            const squares = replicates.reduce((sum, values) => sum + (values[j]! - means[u]![j]!) ** 2, 0);
            if (data.withReplicates)
              expect(Math.abs(first!.within!.data[at]! - squares) / scale ** 2).toBeLessThan(1e-13);
          }
          expect(first!.counts?.[i]).toBe(data.withReplicates ? replicates.length : undefined);
          expect(first!.targets?.[i]).toBe(data.withTarget ? target : undefined);
        });
      }
    }),
    { numRuns: 30 },
  );
});
