import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASES, UnreadableFile } from '@sightline/data';
import { answerOf, InvalidStudy } from '@sightline/study';
import { GET_WEBASSEMBLY, isWithoutWebAssembly } from '../io/fault.ts';
import type { CommandIo } from '../io/io.ts';
import { VERSION } from '../io/version.ts';
import { ownFolder } from '../process/own-folder.ts';
import { programOf, refusing } from '../sharing/workers-for.ts';
import CHROMIUM_PLACES from './chromium-places.json' with { type: 'json' };

/** What was looked at: `absent` is no trouble for who does not need it, `broken` is. */
export interface Check {
  name: string;
  status: 'ok' | 'absent' | 'broken';
  /** What was found. */
  what: string;
  /** What it is for. */
  needed: string;
  /** What to do about it; null where nothing is to be done. */
  todo: string | null;
}

type Found = Pick<Check, 'status' | 'what' | 'todo'>;

export interface DoctorOptions {
  data?: string | undefined;
  queue?: string | undefined;
  plainQueue?: boolean | undefined;
}

interface Look {
  name: string;
  needed: string;
  look(io: CommandIo, options: DoctorOptions): Found | Promise<Found>;
}

const ok = (what: string): Found => ({ status: 'ok', what, todo: null });
const OLDEST_NODE = [20, 19] as const;

const LOOKS: readonly Look[] = [
  { name: 'program', needed: 'everything', look: program },
  { name: 'numbers', needed: 'everything', look: numbers },
  {
    name: 'DuckDB',
    needed: 'tables above 4 MB, Parquet, several files',
    look: () => loaded('@duckdb/node-api', 'its part for this system is missing'),
  },
  {
    name: 'PNG',
    needed: 'the figures of reproduce --out',
    look: () => loaded('@resvg/resvg-wasm', 'it is missing'),
  },
  { name: 'page', needed: 'sightline serve', look: page },
  {
    name: 'Chromium',
    needed: 'the project’s own tests of the page; any browser opens the workbench',
    look: chromium,
  },
  { name: 'Redis', needed: '--queue and sightline worker', look: redis },
  { name: 'data', needed: 'the public recordings of retrospect and reproduce', look: data },
];

export function checks(io: CommandIo, options: DoctorOptions): Promise<Check[]> {
  return Promise.all(
    LOOKS.map(async ({ name, needed, look }) => ({ name, needed, ...(await look(io, options)) })),
  );
}

function program({ program: running, threads = 1 }: CommandIo): Found {
  const node = running?.node ?? process.versions.node;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const what = `sightline ${VERSION}, Node ${node}, ${running?.architecture ?? process.arch}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (isOld) return { status: 'broken', what, todo: `install Node ${OLDEST_NODE.join('.')} or later` };
  if (!('WebAssembly' in globalThis))
    return { status: 'broken', what: `${what}, no WebAssembly`, todo: GET_WEBASSEMBLY };
  return ok(what);
}

/** Four readings of a threshold’s time, and their value: the same bits on every machine. */
const KNOWN = {
  study: `sightline: 1
time: { horizon: 10, points: 128, unit: h }
target: { above: 1.5 }
latent: { kernel: { ou: { tau: 1 } }, trait: 0.2 }
protocols: { four: { at: [1.25, 3.75, 6.25, 8.75], noise: 0.4 } }
`,
  value: 0.5222779037128458,
};

async function numbers(): Promise<Found> {
  const { value: question } = await import('@sightline/study/questions/value');
  const files = { read: async () => new TextEncoder().encode(KNOWN.study) };
  const answer = await answerOf(question, 'study.yaml', files, { seed: 0 }).catch((error: unknown) => {
    if (isWithoutWebAssembly(error)) return error;
    throw error;
  });
  if (answer instanceof Error) return { status: 'broken', what: answer.message, todo: GET_WEBASSEMBLY };
  const { value } = answer.protocols.four!;
  if (value === KNOWN.value) return ok('a known value comes out to the last bit');
  return {
    status: 'broken',
    what: `a known value comes out as ${value}, not ${KNOWN.value}`,
    todo: 'tell it with the version of Node and the processor: results differ from those of other machines',
  };
}

async function loaded(name: string, why: string): Promise<Found> {
  try {
    const module = (await import(name)) as { version?: () => string };
    return ok(module.version?.() ?? 'it can be loaded');
  } catch (error) {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { status: 'absent', what: `${why} (${said})`, todo: 'install again on this system: npm install' };
  }
}

function page(): Found {
  const folder = ownFolder('page');
  return existsSync(join(folder, 'index.html'))
    ? ok(folder)
    : { status: 'absent', what: `nothing is in ${folder}`, todo: 'npm run build, in the project’s folder' };
}

function chromium({ env }: CommandIo): Found {
  const place = [env.CHROMIUM, ...CHROMIUM_PLACES].find((one) => one && existsSync(one));
  return place
    ? ok(place)
    : {
        status: 'absent',
        what: 'it is in none of the usual places',
        todo: 'apt-get install chromium, or its path in CHROMIUM',
      };
}

async function redis(io: CommandIo, { queue, plainQueue }: DoctorOptions): Promise<Found> {
  if (!queue)
    return {
      status: 'absent',
      what: 'no address was given',
      todo: '--queue redis://host:6379 or SIGHTLINE_QUEUE, where there is one',
    };
  try {
    const { parseAddress, queueName, queueState } = await import('@sightline/queue');
    const own = queueName(await programOf(io));
    const { workers } = await refusing(queue, () =>
      queueState(parseAddress(queue, io.env, plainQueue), (sentence) => io.err(`${sentence}\n`)),
    );
    const fitting = workers.filter((one) => one.queue === own).length;
    const what = `it answers; workers of this program: ${fitting}, of others: ${workers.length - fitting}`;
    return fitting > 0 ? ok(what) : { status: 'ok', what, todo: 'start one: sightline worker --queue URL' };
  } catch (error) {
    if (!(error instanceof InvalidStudy)) throw error;
    const { why, accepted } = error.problems[0]!;
    return { status: 'broken', what: why, todo: accepted };
  }
}

async function data({ files }: CommandIo, { data: folder }: DoctorOptions): Promise<Found> {
  const fetching = (name: string) => `sightline data fetch ${name}${folder ? ` --to ${folder}` : ''}`;
  if (!folder)
    return {
      status: 'absent',
      what: 'no folder was given',
      todo: `--data DIR or SIGHTLINE_DATA; ${fetching(DATABASES[0]!.name)} gets one`,
    };
  const found = await Promise.all(
    DATABASES.map(async ({ name }) => ({ name, files: await filesIn(files, `${folder}/${name}`) })),
  );
  const there = found.filter((one) => one.files > 0);
  const missing = found.filter((one) => one.files === 0);
  return {
    status: there.length > 0 ? 'ok' : 'absent',
    what:
      there.length > 0
        ? there.map(({ name, files: n }) => `${name}: ${n} files`).join(', ')
        : `${folder} has none`,
    todo: missing.length === 0 ? null : missing.map(({ name }) => fetching(name)).join('; '),
  };
}

async function filesIn({ folder }: CommandIo['files'], path: string): Promise<number> {
  try {
    return (await folder?.(path).list())?.length ?? 0;
  } catch (error) {
    if (error instanceof UnreadableFile) return 0;
    throw error;
  }
}
