import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';

// What is no file has no end, or keeps everybody waiting.

const BIN = fileURLToPath(new URL('../bin/sightline.js', import.meta.url));
const HEAD =
  'sightline: 1\ntime: { horizon: 4, points: 4 }\ntarget: mean\nprotocols: { a: { at: 1 }, b: { at: 3 } }\n';
const LAW = 'latent: { kernel: { ou: { tau: 1 } } }\n';
const RECORDS = (more: string) =>
  `sightline: 1\nrecords: { grid: { points: 4 }, epoch: { seconds: 1 }, targets: { x: [x] }, ${more} }\ntemplates: { budgets: [2] }\n`;

/** Every way in which a study names a file. */
const STUDIES: Record<string, (file: string) => [command: string, study: string]> = {
  covariance: (file) => ['value', `${HEAD}latent: { covariance: ${file} }\n`],
  data: (file) => ['calibrate', `${HEAD}calibration: { data: ${file}, noise: 0.1 }\n`],
  benchmark: (file) => ['identify', `${HEAD}realised: a\nbenchmark: { data: ${file} }\n`],
  table: (file) => ['retrospect', RECORDS(`table: ${file}`)],
  folds: (file) => ['retrospect', RECORDS(`table: states.csv, folds: ${file}`)],
};

describe.runIf(process.platform === 'linux')('only files are read', () => {
  let folder = '';
  const server = createServer();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-regular-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await new Promise<void>((ready) => server.listen(join(folder, 'socket'), ready));
    await symlink('/dev/zero', join(folder, 'link'));
    await writeFile(join(folder, 'states.csv'), 'record,from,to,state\nr1,0,9,x\nr2,0,9,y\n');
    await writeFile(join(folder, 'study.yaml'), `${HEAD}${LAW}`);
    await symlink('study.yaml', join(folder, 'good.yaml'));
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const run = (command: string, file: string) =>
    runInMemory([command, join(folder, file)], {}, {}, { files: nodeStudyFiles() });

  const OTHERS = [
    ['/dev/zero', 'this is a device, not a file'],
    ['link', 'this is a device, not a file'],
    ['pipe', 'this is a named pipe, not a file'],
    ['socket', 'this is a socket, not a file'],
    ['.', 'this is a folder'],
  ] as const;
  for (const [name, ask] of Object.entries(STUDIES))
    it(`as ${name}`, async () => {
      for (const [file, why] of OTHERS) {
        const [command, study] = ask(file);
        await writeFile(join(folder, `${name}.yaml`), study);
        const { code, err } = await run(command, `${name}.yaml`);
        expect({ file, code, err }).toMatchObject({ code: 3 });
        expect(err.replace(/\s+/g, ' ')).toContain(why);
      }
    });

  it('as the study itself', async () => {
    for (const [file, why] of OTHERS) {
      const { code, err } = await run('value', file.replace('/dev/zero', 'link'));
      expect({ file, code, err }).toMatchObject({ code: 3 });
      expect(err.replace(/\s+/g, ' ')).toContain(why);
    }
  });

  it('a link to a file is one, and what a shell pipes in is read', async () => {
    expect((await run('value', 'good.yaml')).code).toBe(0);
    const piped = `cat good.yaml | ${JSON.stringify(process.execPath)} ${JSON.stringify(BIN)} value /dev/stdin`;
    expect(spawnSync('sh', ['-c', piped], { cwd: folder, timeout: 300_000 }).status).toBe(0);
  });
});
