// `npm test`: everything there is to check, from a fresh clone on: types, lint, unit, property, architecture, browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, run } from './ensure-installed.mjs';
import { validationIsCurrent } from './validation.mjs';

const step = (name) => console.log(`\n── ${name}`);

step('install and types');
ensureInstalled();
step('format and lint');
run('npx', ['--no-install', 'biome', 'check', '--error-on-warnings']);
step('browser');
ensureChromium();
step('tests');
const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
const report = join(folder, 'report.json');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
run('npx', [
  '--no-install',
  'vitest',
  'run',
  ...process.argv.slice(2),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]);
const results = JSON.parse(readFileSync(report, 'utf8'));
if (process.argv.length === 2 && !validationIsCurrent(results)) {
  console.error(
    'docs/validation.md says other errors than these tests showed; `node scripts/validation.mjs` writes them.',
  );
  process.exit(1);
}
const { numPassedTests, numFailedTests, numPendingTests } = results;
console.log(
  '`npm run check` goes on: other versions of Node, the paper’s figures from recordings, the queue on Redis, the clients for Python and R, and random studies through the commands.',
);
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
