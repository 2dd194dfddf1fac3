import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answers, AnswersRequest } from './answers.ts';
import { ROOT } from './examples.ts';

const start = promisify(execFile);
const MOST_OUTPUT = 64 * 1024 * 1024;

export interface NodeRequest extends Pick<AnswersRequest, 'studies' | 'draws'> {
  /** The folder of recordings. */
  data?: string | undefined;
  /** What has bin/ and the examples; the project unless given. */
  home?: string;
}

/** The answers as the command prints them under a Node, and what that calls itself. */
export async function inNode(
  node: string,
  { studies, draws, data, home }: NodeRequest,
): Promise<{ name: string; given: Answers }> {
  const out = mkdtempSync(join(tmpdir(), 'sightline-engines-'));
  // Recordings only where they are asked for, wherever the machine may have some.
  const { SIGHTLINE_DATA: _, ...env } = process.env;
  const command = async (...argv: string[]) => {
    const bin = join(home ?? join(ROOT, 'packages/cli'), 'bin/sightline.js');
    const { stdout } = await start(node, [bin, ...argv, '--json'], {
      cwd: home ?? ROOT,
      env,
      maxBuffer: MOST_OUTPUT,
    });
    return JSON.parse(stdout) as Answers;
  };
  const recordings = data === undefined ? [] : ['--data', data];
  const resampling = draws === undefined ? [] : ['--draws', `${draws}`];
  try {
    const given: Answers = {};
    for (const study of studies)
      given[study] = await command('run', study, '--out', join(out, 'report'), ...recordings, ...resampling);
    const { experiments } = await command('reproduce', '--quick', ...recordings);
    given.paper = { experiments };
    const { stdout } = await start(node, ['--version']);
    return { name: `Node ${stdout.trim().slice(1)}`, given };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
