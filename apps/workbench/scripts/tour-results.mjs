// Makes src/tour/parts/results.json, what the tour draws of a reproduction:
//
//   npx sightline reproduce --json > result.json
//   node apps/workbench/scripts/tour-results.mjs result.json
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OUT = fileURLToPath(new URL('../src/tour/parts/results.json', import.meta.url));
/** By the name under which the tour knows them. */
const SERIES = {
  twoWorlds: 'figure-1',
  uniformErrors: 'figure-2a',
  resolutions: 'figure-2cd',
  heldOut: 'figure-3',
  stabilities: 'figure-4',
};
const CROSS_TARGET = /^efficiency across targets, heterogeneous\b/;

const [file] = process.argv.slice(2);
if (file === undefined) stop('name the file that sightline reproduce --json wrote');
const { command, seed, quick, versions, experiments } = JSON.parse(readFileSync(file, 'utf8'));
if (command !== 'reproduce')
  stop(`${file} holds the result of ${command ?? 'something else'}, not of reproduce`);
if (quick) stop(`${file} is from a --quick run, whose numbers are only for a look`);

const series = Object.fromEntries(
  Object.entries(SERIES).map(([name, experiment]) => {
    const found = experiments[experiment];
    if (!found?.series) stop(`${file} has no ${experiment}: ${found?.skipped ?? 'it was not run'}`);
    return [name, found.series];
  }),
);
const crossTarget = experiments['table-1']?.tables?.find(({ title }) => CROSS_TARGET.test(title));
if (!crossTarget) stop(`${file} has no table of efficiencies across targets: run table-1 too`);

const kept = { run: { seed, sightline: versions.sightline }, ...series, crossTarget };
const rounded = JSON.stringify(kept, (_, value) =>
  typeof value === 'number' ? Number(value.toFixed(6)) : value,
);
writeFileSync(OUT, `${rounded}\n`);
process.stdout.write(`${OUT}: ${rounded.length} characters\n`);

function stop(why) {
  process.stderr.write(`${why}\n`);
  process.exit(3);
}
