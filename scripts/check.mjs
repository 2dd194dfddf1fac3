// `npm run check`: what `npm test` leaves out, because it takes longer or needs what has to be fetched first: every example and
// the paper on other versions of Node, its figures from recordings where there are some, the queue on a server of its own, the clients for
// Python and R, completion in three shells, and a thousand random studies through the commands.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackage } from './debian.mjs';
import { ensureInstalled, run } from './ensure-installed.mjs';
import { packed } from './packed.mjs';
import { ensureRedis } from './redis.mjs';

ensureInstalled();
ensureRedis();
for (const name of ['zsh', 'fish', 'groff-base']) installPackage(name, 'completion and the manual page');
run('npx', ['--no-install', 'vitest', 'run', 'packages/cli/test/shell.test.ts']);
run('npx', ['--no-install', 'vitest', 'run', '--config', 'vitest.queue.config.ts']);
// The clients ask the command as it would be published.
const { folder } = packed();
process.on('exit', () => rmSync(dirname(folder), { recursive: true, force: true }));
process.env.SIGHTLINE = `"${process.execPath}" "${join(folder, 'node_modules/sightline/bin/sightline.js')}"`;
run('npm', ['run', '--silent', 'clients']);
run('npm', ['run', '--silent', 'engines']);
process.env.SIGHTLINE_PAPER = '1';
run('npx', ['--no-install', 'vitest', 'run', 'packages/cli/test/reproduce-records.test.ts']);
run('npm', ['run', '--silent', 'fuzz', '--', '1000', '--jobs', '2', '--command', '50']);
