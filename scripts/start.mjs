// `npm start`: a built-in example from study file to answer.
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
console.log('$ npx sightline value examples/shift/study.yaml\n');
run(process.execPath, ['packages/cli/bin/sightline.js', 'value', 'examples/shift/study.yaml']);
