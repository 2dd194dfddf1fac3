import { nodeFiles } from '@sightline/data/node';
import { EXIT } from './exit-code.ts';
import { main } from './main.ts';

/** The command as a process. The exit code is set, not forced, so that everything written reaches its pipe. */
export async function run(): Promise<void> {
  // Whoever reads only the first lines (`| head`) closes the pipe early; that is no fault.
  let unwritten = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || unwritten) return;
    unwritten = true;
    process.stderr.write(`sightline: the output could not be written (${error.message})\n`);
    process.exitCode = EXIT.fault;
  });
  const code = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    files: nodeFiles,
    env: process.env,
    now: () => performance.now(),
  });
  process.exitCode = unwritten ? EXIT.fault : code;
}
