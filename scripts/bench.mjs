// `npm run bench`: our speed beside numpy's, in one run on one thread, and then the limits: what takes longest beside what is
// wanted of it. `npm run bench -- limits ROW` for the rows that begin so, `-- ITEM` for the items of the yardstick that begin so.
// Others: `-- identify` for time and memory of identification, `-- read-dense` for those of reading trajectories,
// `-- fit-values` for how often intervals of values under a fitted law hold, `-- figure-2a` for the replications of Figure 2a beside
// numpy's, `-- design` for searches and how they grow, `-- coverage` for how often the intervals of a calibration hold (minutes to
// hours), `-- clusters` for those of units with several trajectories, `-- records-coverage` for those of R² on records,
// `-- air-quality FILE` for every command on public data beside numpy, `-- units-of-data` for thresholds that differ between times
// beside one for all, `-- workbench` for what the page weighs and how soon values follow a mark, `-- fit` for laws from sparse
// readings beside scipy, `-- fit-coverage` for how often the intervals of their parameters hold.
import { existsSync } from 'node:fs';
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
const [item, ...rest] = process.argv.slice(2);
if (item !== undefined && existsSync(`bench/${item}.ts`))
  run(process.execPath, [`bench/dist/${item}.js`, ...rest]);
else run(process.execPath, ['bench/dist/yardstick.js', ...process.argv.slice(2)]);
if (item === undefined) run(process.execPath, ['bench/dist/limits.js']);
