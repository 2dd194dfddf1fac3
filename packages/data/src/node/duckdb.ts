import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Enough for the buffers of a wide file; what must be sorted beyond it goes to disk. */
const MEMORY = '1GB';
const MOST_THREADS = 4;
/** How far DuckDB may read ahead of whoever takes its rows. */
const AHEAD = '32MB';

/** Runs something with a DuckDB that keeps to little memory and leaves nothing behind. */
export async function withDuckdb<Result>(
  use: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  // Loaded when it is needed: it is large, and most commands read no data.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY,
    threads: String(Math.min(MOST_THREADS, availableParallelism())),
    temp_directory: folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    await connection.run(`SET streaming_buffer_size = '${AHEAD}'`);
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path as text in SQL. It must name one file on this disk: patterns are taken literally, and nothing is fetched. */
export function sqlPath(path: string): string {
  return sqlText(resolve(path).replace(/[*?[]/g, '[$&]'));
}
