import { DuckDBInstance } from '@duckdb/node-api';

/** A wide table of random units with these numbers, CSV or Parquet as its name says. */
export async function writeUnits(file: string, times: Float64Array, from: number, to: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '4GB' });
  const connection = await instance.connect();
  const columns = Array.from(times, (time) => `random() + random() - 1 AS "${time}"`);
  const format = file.endsWith('.parquet') ? 'FORMAT parquet' : 'FORMAT csv, HEADER';
  await connection.run(
    `COPY (SELECT 'unit ' || i AS unit, ${columns.join(', ')} FROM range(${from}, ${to}) r(i)) TO '${file}' (${format})`,
  );
}
