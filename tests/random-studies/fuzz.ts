// `npm run fuzz -- 20000`: that many studies through the commands, in processes that a watchdog ends; see --help.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT } from './example-studies.ts';
import { makeCase, type Outcome, runMade } from './run-case.ts';

const HELP = `npm run fuzz -- [COUNT] [options]

Runs COUNT cases (1000 unless given), each a study and a command, and prints a table
of exit codes, and the longest and largest. A case ends with 0, 3 or 4 within 60
seconds of processor time and 2 GB, or it is listed as a failure.

  --seed N       other cases (1 unless given)
  --from N       begin with case N
  --jobs N       so many processes at once (1 unless given)
  --command N    the first N cases through the real command as well
  --out FILE     outcomes, one JSON line each; cases that stand there are not run again
  --case N       run one case here and print what it says
  --write DIR    with --case: write its files there instead, and print the command`;

/** Seconds of processor time, hours of waiting where other work holds the processor, and megabytes. */
const MOST = { cpu: 60, wall: 2 * 3600, memory: 2048 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
    command: { type: 'string', default: '0' },
    out: { type: 'string' },
    case: { type: 'string' },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

if (values.help) console.log(HELP);
else if (values.case !== undefined) await oneCase(Number(values.case));
else process.exitCode = (await manyCases()) ? 0 : 1;

async function oneCase(number: number): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const made = makeCase(seed, number, attempt);
    if (values.write !== undefined) writeCase(made, values.write);
    console.log(`attempt ${attempt}: sightline ${made.argv.join(' ')}`);
    if (values.write === undefined) console.log(made.files['study.yaml']);
    const outcome = await runMade(made);
    console.log(outcome);
    if (outcome.code !== 3) return;
  }
}

function writeCase({ argv, files }: ReturnType<typeof makeCase>, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return argv;
}

async function manyCases(): Promise<boolean> {
  const count = Number(positionals[0] ?? 1000);
  const from = Number(values.from);
  const out = values.out;
  const outcomes = new Map<number, Outcome>();
  if (out !== undefined && existsSync(out))
    for (const line of readFileSync(out, 'utf8').split('\n').filter(Boolean)) {
      const outcome = JSON.parse(line) as Outcome;
      outcomes.set(outcome.number, outcome);
    }
  if (out !== undefined) mkdirSync(dirname(out), { recursive: true });
  const open = Array.from({ length: count }, (_, k) => from + k).filter((number) => !outcomes.has(number));
  const keep = (outcome: Outcome) => {
    outcomes.set(outcome.number, outcome);
    if (out !== undefined) appendFileSync(out, `${JSON.stringify(outcome)}\n`);
    if (isFailure(outcome)) console.log(failureText(outcome));
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${count} `);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => watchedProcess(open, keep)));
  const all = [...outcomes.values()].filter(({ number }) => number >= from && number < from + count);
  const throughCommand = Number(values.command);
  const differing = all.filter(({ number }) => number < from + throughCommand).flatMap(asCommand);
  for (const line of differing) console.log(line);
  console.log(summary(all, Math.min(throughCommand, count)));
  return differing.length === 0 && !all.some(isFailure);
}

/** Hands out cases to a process, and another one where it had to be ended. */
async function watchedProcess(open: number[], keep: (outcome: Outcome) => void): Promise<void> {
  while (open.length > 0)
    await new Promise<void>((resolve) => {
      const child = fork(fileURLToPath(new URL('./case-process.js', import.meta.url)), [String(seed)], {
        execArgv: [`--max-old-space-size=${MOST.memory}`],
      });
      let number: number | undefined;
      let [began, spent] = [0, 0];
      let why = '';
      let [done, lastSeen] = [0, 0];
      const next = () => {
        // What a process keeps from earlier cases must not be laid at the door of a later one.
        if (done++ >= 400) {
          number = undefined;
          child.disconnect();
          return;
        }
        number = open.shift();
        if (number === undefined) return void child.disconnect();
        [began, spent] = [Date.now(), cpuOf(child)];
        child.send(number);
      };
      const watchdog = setInterval(() => {
        if (number === undefined) return;
        const cpu = cpuOf(child) - spent;
        lastSeen = cpu;
        if (cpu > 1.5 * MOST.cpu || Date.now() - began > 1000 * MOST.wall) {
          why = `ended by the watchdog after ${cpu.toFixed(0)} s`;
          child.kill('SIGKILL');
        }
      }, 500);
      child.on('message', (message: 'ready' | Outcome) => {
        if (message !== 'ready') keep(message);
        next();
      });
      child.on('exit', (code, signal) => {
        clearInterval(watchdog);
        if (number !== undefined)
          keep({
            number,
            command: makeCase(seed, number, 0).argv[0]!,
            code: -1,
            refused: 0,
            cpu: lastSeen,
            memory: 0,
            said: why || `the process ended: ${signal ?? code}`,
          });
        resolve();
      });
    });
}

/** Processor seconds of a process so far, where the system tells; else those on the wall. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return performance.now() / 1000;
  }
}

function isFailure({ code, said, cpu, memory }: Outcome): boolean {
  return ![0, 3, 4].includes(code) || said !== undefined || cpu > MOST.cpu || memory > MOST.memory;
}

function failureText({ number, command, code, cpu, memory, said }: Outcome): string {
  const first = said?.trim().split('\n').slice(0, 4).join('\n    ') ?? '';
  return `FAILED  case ${number}: ${command}, exit ${code}, ${cpu.toFixed(1)} s, ${memory.toFixed(0)} MB\n    ${first}\n    again: npm run fuzz -- --seed ${seed} --case ${number}`;
}

/** The same case through the command: the same exit code, as long as nothing else differs. */
function asCommand({ number, refused, code }: Outcome): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-fuzz-'));
  try {
    const argv = writeCase(makeCase(seed, number, refused), folder);
    const bin = join(ROOT, 'packages/cli/bin/sightline.js');
    const child = spawnSync(
      process.execPath,
      [bin, ...argv, ...(argv[0] === 'run' ? ['--out', 'out'] : [])],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 1000 * MOST.wall,
        maxBuffer: 1 << 28,
      },
    );
    if (child.status === code) return [];
    return [
      `FAILED  case ${number} through the command: exit ${child.status ?? child.signal}, in process ${code}\n${child.stderr.slice(0, 600)}`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function summary(outcomes: readonly Outcome[], throughCommand: number): string {
  const codes = [...new Set(outcomes.map(({ code }) => code))].sort((a, b) => a - b);
  const commands = [...new Set(outcomes.map(({ command }) => command))].sort();
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell) => String(cell).padStart(11)).join('');
  const longest = outcomes.toSorted((a, b) => b.cpu - a.cpu)[0];
  const largest = outcomes.toSorted((a, b) => b.memory - a.memory)[0];
  const refused = outcomes.reduce((sum, one) => sum + one.refused + (one.code === 3 ? 1 : 0), 0);
  return [
    '',
    row(['', ...codes.map((code) => `exit ${code}`), 'cpu', 'most']),
    ...commands.map((command) => {
      const own = outcomes.filter((one) => one.command === command);
      return row([
        command,
        ...codes.map((code) => own.filter((one) => one.code === code).length),
        `${own.reduce((sum, { cpu }) => sum + cpu, 0).toFixed(0)} s`,
        `${Math.max(...own.map(({ cpu }) => cpu)).toFixed(1)} s`,
      ]);
    }),
    '',
    `${outcomes.length} cases, ${outcomes.filter(({ code }) => code === 0 || code === 4).length} of them past validation, ${refused} studies refused; ${throughCommand} through the command too`,
    ...(longest && largest
      ? [
          `longest ${longest.cpu.toFixed(1)} s (case ${longest.number}), largest ${largest.memory.toFixed(0)} MB (case ${largest.number})`,
        ]
      : []),
    `${outcomes.filter(isFailure).length} failures`,
  ].join('\n');
}
