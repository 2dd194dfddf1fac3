// The limits: what takes longest, in processor seconds, beside what is wanted of it. Every row runs in a process of its own, so
// that none has the other's memory or warm code. `npm run bench -- limits ROW` for the rows that begin so.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LimitRow, Reached } from './limits/limit-row.ts';

const folder = new URL('./limits/', import.meta.url);
/** Rows in the order of their numbers. */
const files = readdirSync(folder)
  .filter((name) => /^\d+-.*\.js$/.test(name))
  .sort();
const rowOf = async (file: string): Promise<LimitRow> =>
  ((await import(new URL(file, folder).href)) as { row: LimitRow }).row;

const [asked = '', inside] = process.argv.slice(2);
if (inside !== undefined) {
  const row = await rowOf(inside);
  console.log(`\n${JSON.stringify(await row.measure())}`);
} else {
  const rows = (await Promise.all(files.map(async (file) => ({ file, ...(await rowOf(file)) })))).filter(
    ({ name }) => name.startsWith(asked),
  );
  if (rows.length === 0) throw new Error(`no row begins with ${asked}`);
  const width = Math.max(...rows.map(({ work }) => work.length));
  console.log(`${'work'.padEnd(width)}  ${'wanted'.padEnd(30)}  reached`);
  for (const { file, name, work, wanted } of rows) {
    process.stdout.write(`${work.padEnd(width)}  ${wanted.padEnd(30)}  `);
    const self = fileURLToPath(import.meta.url);
    const run = spawnSync(process.execPath, [self, name, file], { encoding: 'utf8', maxBuffer: 1 << 26 });
    const last = run.stdout.trim().split('\n').at(-1) ?? '';
    if (run.status !== 0) {
      console.log(`failed: ${run.stderr.trim().split('\n').at(-1)}`);
      process.exitCode = 1;
      continue;
    }
    const { reached, met, more = [] } = JSON.parse(last) as Reached;
    console.log(`${reached}${met ? '' : '  (missed)'}`);
    for (const line of more) console.log(`    ${line}`);
  }
}
