// `npm run bench`: our speed beside numpy's, in one run on one thread. `npm run bench -- ITEM` for the items that begin so;
// `npm run bench -- identify` for time and memory of identification, `-- read-dense` for those of reading trajectories,
// `-- fit-values` for how often intervals of values under a fitted law hold, `-- figure-2a` for the replications of Figure 2a beside numpy's, `-- design` for searches and how they grow, `-- coverage`
// for how often the intervals of a calibration hold (minutes to hours), `-- clusters` for those of units with several
// trajectories, `-- records-coverage` for those of R² on records, `-- air-quality FILE` for every command on public data beside
// numpy, `-- units-of-data` for thresholds that differ between times beside one for all, `-- workbench` for what the page weighs
// and how soon values follow a mark, `-- fit` for laws from sparse readings beside scipy, `-- fit-coverage` for how often the intervals of their
// parameters hold.
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
const [item, ...rest] = process.argv.slice(2);
if (item === 'identify') run(process.execPath, ['bench/dist/identify.js', ...rest]);
else if (item === 'design') run(process.execPath, ['bench/dist/design.js', ...rest]);
else if (item === 'figure-2a') run(process.execPath, ['bench/dist/figure-2a.js', ...rest]);
else if (item === 'units-of-data') run(process.execPath, ['bench/dist/units-of-data.js', ...rest]);
else if (item === 'clusters') run(process.execPath, ['bench/dist/clusters.js', ...rest]);
else if (item === 'fit') run(process.execPath, ['bench/dist/fit.js', ...rest]);
else if (item === 'fit-coverage') run(process.execPath, ['bench/dist/fit-coverage.js', ...rest]);
else if (item === 'fit-values') run(process.execPath, ['bench/dist/fit-values.js', ...rest]);
else if (item === 'records-coverage') run(process.execPath, ['bench/dist/records-coverage.js', ...rest]);
else if (item === 'air-quality') run(process.execPath, ['bench/dist/air-quality.js', ...rest]);
else if (item === 'coverage') run(process.execPath, ['bench/dist/coverage.js', ...rest]);
else if (item === 'workbench') run(process.execPath, ['bench/dist/workbench.js', ...rest]);
else if (item === 'read-dense') run(process.execPath, ['bench/dist/read-dense.js', ...rest]);
else run(process.execPath, ['bench/dist/yardstick.js', ...process.argv.slice(2)]);
