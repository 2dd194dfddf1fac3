// `node scripts/walk.mjs [COMMAND...]`: the files of packages/study that a study passes on its way to the terminal: those in
// which a function runs between the command and its answer. Files that are only loaded (the definition of the study file,
// what other questions need) are not passed. `sightline calibrate examples/calibration/study.yaml` unless told otherwise.
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEFAULT = ['calibrate', 'examples/calibration/study.yaml', '--draws', '200'];

const argv = process.argv.slice(2);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const { run } = await import('../packages/cli/dist/index.js');
process.chdir(ROOT);
process.argv = [...process.argv.slice(0, 2), ...(argv.length > 0 ? argv : DEFAULT)];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
// Modules are loaded when they are asked for: what runs at that time, once, is counted off.
await run();
await session.post('Profiler.takePreciseCoverage');
await run();
process.stdout.write = write;
const { result } = await session.post('Profiler.takePreciseCoverage');
const passed = result
  .filter(({ url }) => url.includes('/packages/study/dist/'))
  .filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0))
  .map(({ url }) => relative(ROOT, fileURLToPath(url)).replace('/dist/', '/src/').replace(/\.js$/, '.ts'))
  .sort();
console.log(passed.join('\n'));
console.log(`${passed.length} files of packages/study`);
