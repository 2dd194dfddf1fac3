// docs/validation.md from results of tests: what was compared with whom, and how near it came. Run by itself (`npm run docs`) it runs the
// tests that compare and writes the table; `npm test` holds the page to what its own run showed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure-installed.mjs';

const PAGE = `${root}docs/validation.md`;
const TABLE = /(<!-- compared -->\n)[\s\S]*(<!-- \/compared -->)/;

/** The page with the table of a report of Vitest's, one row for each thing that was compared. */
function validationPage(report) {
  const rows = new Map();
  for (const { assertionResults } of report.testResults)
    for (const { meta } of assertionResults)
      for (const { what, against, numbers, largest, tolerance } of meta?.compared ?? []) {
        const key = `${what}|${against}`;
        const row = rows.get(key) ?? { what, against, numbers: 0, largest: 0, tolerance: 0 };
        row.numbers += numbers;
        row.largest = Math.max(row.largest, largest);
        row.tolerance = Math.max(row.tolerance, tolerance);
        rows.set(key, row);
      }
  const lines = [...rows.values()]
    .sort((a, b) => (a.what < b.what ? -1 : 1))
    .map(
      ({ what, against, numbers, largest, tolerance }) =>
        `| ${what} | ${against} | ${numbers} | ${shortly(largest)} | ${shortly(tolerance)} |`,
    );
  const table = [
    '| computed | beside | numbers | largest error | allowed |',
    '| --- | --- | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
  return readFileSync(PAGE, 'utf8').replace(TABLE, (_, before, after) => `${before}\n${table}\n\n${after}`);
}

/** Whether the page says what a whole run of the tests showed. */
export function validationIsCurrent(report) {
  return validationPage(report) === readFileSync(PAGE, 'utf8');
}

/** Two digits: 3.1e-15. */
const shortly = (error) =>
  error >= 0.01 || error === 0 ? String(Number(error.toPrecision(2))) : error.toExponential(1);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { stdout } = spawnSync('git', ['grep', '-l', 'comparedWith(', '--', '*.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const folder = mkdtempSync(join(tmpdir(), 'sightline-validation-'));
  const file = join(folder, 'report.json');
  const files = stdout.trim().split('\n');
  const { status } = spawnSync(
    'npx',
    [
      '--no-install',
      'vitest',
      'run',
      '--project',
      'units',
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(PAGE, validationPage(JSON.parse(readFileSync(file, 'utf8'))));
  rmSync(folder, { recursive: true });
}
