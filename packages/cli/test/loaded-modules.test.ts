// What a command or a thread loads before it works, in the bundle that its users run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DIST = join(ROOT, 'packages/cli/dist');
const { folder } = JSON.parse(readFileSync(join(DIST, 'bundle.json'), 'utf8')) as { folder: string };
const BUNDLE = join(DIST, folder);
const TOLD = "console.error(Object.keys(require.cache).join('\\n'))";

/** The sources of the files that were loaded, by a script that tells their names; other packages by their files. */
function loadedBy(script: string, ...argv: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script, '--', 'sightline', ...argv], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  return stderr
    .trim()
    .split('\n')
    .flatMap((file) =>
      file.startsWith(BUNDLE)
        ? [...readFileSync(file, 'utf8').matchAll(/^\/\/#region (.*)$/gm)].map((match) => match[1]!)
        : [file],
    );
}

const command = (...argv: string[]) =>
  loadedBy(`require(${JSON.stringify(join(BUNDLE, 'sightline.js'))}).run().then(() => ${TOLD})`, ...argv);

/** Of what is loaded, that which it can do without. */
const among = (loaded: readonly string[], needless: RegExp) => loaded.filter((file) => needless.test(file));

it('version and help load next to nothing', () => {
  for (const asked of ['--version', '--help']) {
    const loaded = command(asked);
    expect(
      among(loaded, /^packages\/(study|answers)|\/(zod|yaml|hyparquet)\/|kernels-wasm|^experiments/),
    ).toEqual([]);
    expect(loaded.length).toBeLessThan(40);
  }
});

it('value loads no database, no experiment, no report and nothing of other questions', () => {
  const loaded = command('value', 'examples/shift/study.yaml');
  expect(loaded).toContain('packages/study/src/questions/value/index.ts');
  expect(
    among(
      loaded,
      /duckdb|hyparquet|resvg|bullmq|ioredis|^experiments|^packages\/answers\/src\/(html|pages|markdown)|\/identify\//,
    ),
  ).toEqual([]);
  expect(among(loaded, /\/questions\/(?!value|formulas)/)).toEqual([]);
});

it('a thread loads the works and what they need, not what reads studies or tells answers', () => {
  const thread = join(BUNDLE, 'work-thread.js');
  const inside = `require(${JSON.stringify(thread)}); ${TOLD}; process.exit()`;
  const loaded = loadedBy(
    `new (require('node:worker_threads').Worker)(${JSON.stringify(inside)}, { eval: true, workerData: {} })`,
  );
  expect(loaded).toContain('packages/cli/src/threads/divided-works.ts');
  expect(among(loaded, /^packages\/(study|answers)|\/(commander|zod|yaml)\//)).toEqual([]);
});
