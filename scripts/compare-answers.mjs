// `node scripts/compare-answers.mjs BEFORE AFTER`: what two built checkouts answer to the same questions: every command on
// every example, the paper with --quick, and the broken studies and data of the tables of bad input. Counts the numbers,
// exit codes and fields that differ and lists the texts that do; ends with 1 if anything but a text differs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `node scripts/compare-answers.mjs BEFORE AFTER [options]
  --keep DIR      keep the answers of BEFORE there, for the next comparison
  --only PATTERN  only questions whose name matches, as in --only '^design '
  --data DIR      recordings of sleep and of atrial fibrillation, else none
  --jobs N        questions at a time`;
/** So many of each list are printed. */
const MOST_LISTED = 60;

/** Commands with what keeps them quick. What a study does not allow, it refuses, and that is compared too. */
const COMMANDS = [
  ['value'],
  ['identify', '--resamples', '5'],
  ['calibrate', '--draws', '200'],
  ['plan', '--draws', '200'],
  ['plan', '--draws', '200', '--gap', '0.05'],
  ['design', '--draws', '20'],
  ['design', '--draws', '20', '--frontier', '--sensitivity', '--returns'],
  ['design', '--draws', '10', '--under', 'draws'],
  ['design', '--under', 'worlds', '--criterion', 'regret'],
  ['retrospect', '--draws', '100'],
  ['run', '--draws', '200', '--out', 'report'],
];

/**
 * @typedef {{ name: string, argv: string[], files?: Record<string, string> }} Question
 * @typedef {{ code: number | string, out: unknown, err: string }} Answer
 */

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  if (positionals.length !== 2) {
    console.error(USAGE);
    return 2;
  }
  const [before, after] = positionals.map((folder) => resolve(folder));
  const wanted = new RegExp(values.only);
  const questions = (await allQuestions()).filter(({ name }) => wanted.test(name));
  const options = { jobs: Number(values.jobs), data: values.data && resolve(values.data) };
  const a = await answersOf(before, questions, { ...options, keep: values.keep && resolve(values.keep) });
  const b = await answersOf(after, questions, options);
  const found = emptyComparison();
  for (const [k, { name }] of questions.entries()) compareAnswers(found, name, a[k], b[k]);
  return print(found);
}

/** A file of the study's package, in whichever folder. */
function fileNamed(name, folder = join(ROOT, 'packages', 'study')) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) {
      const found = fileNamed(name, join(folder, entry.name));
      if (found !== undefined) return found;
    } else if (entry.name === name) return join(folder, name);
  }
  return undefined;
}

/** What a module of the tests exports. */
async function fixtures(name) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileNamed(name), formats: ['es'], fileName: 'bundled' },
    },
  });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** @returns {Promise<Question[]>} */
async function allQuestions() {
  const studies = readdirSync(join(ROOT, 'examples'), { recursive: true })
    .map((path) => `examples/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.yaml'))
    .sort();
  const ofExamples = studies.flatMap((study) =>
    COMMANDS.map(([command, ...options]) => [command, study, ...options, '--json']),
  );
  const table = (name) => readFileSync(fileNamed(name), 'utf8');
  const { badInputRows } = await fixtures('bad-input-fixtures.ts');
  const { badDataRows } = await fixtures('bad-data-fixtures.ts');
  const rows = [
    ...badInputRows(table('bad-input-table.md')),
    ...badDataRows(table('bad-data-table.md')).map((row) => ({ ...row, command: 'calibrate' })),
  ];
  return [
    ...[...ofExamples, ['reproduce', '--quick', '--json']].map((argv) => ({ name: argv.join(' '), argv })),
    ...rows.map(({ command, what, files }) => ({
      name: `bad ${command}: ${what}`,
      argv: [command, 'study.yaml', '--json'],
      files,
    })),
  ];
}

/** @returns {Promise<Answer[]>} */
async function answersOf(checkout, questions, { keep, jobs, data }) {
  const program = join(checkout, 'packages', 'cli', 'bin', 'sightline.js');
  const examples = examplesDigest();
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'sightline-compare-')));
  if (keep !== undefined) mkdirSync(keep, { recursive: true });
  const one = async (question, k) => {
    const asked = JSON.stringify([checkout, question.argv, question.files ?? examples, data ?? '']);
    const kept = keep && join(keep, `${createHash('sha256').update(asked).digest('hex').slice(0, 32)}.json`);
    if (kept !== undefined && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
    if (!existsSync(program)) throw new Error(`there is no ${program}`);
    const answer = await ask(program, question, join(scratch, String(k)), data);
    if (kept !== undefined) writeFileSync(kept, JSON.stringify(answer));
    return answer;
  };
  try {
    return await inTurn(questions, jobs, one, basename(checkout));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function examplesDigest() {
  const hash = createHash('sha256');
  for (const entry of readdirSync(join(ROOT, 'examples'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
    }
  return hash.digest('hex');
}

/** In a folder of its own, so that paths are the same on both sides. */
async function ask(program, { argv, files }, folder, data) {
  mkdirSync(folder, { recursive: true });
  if (files === undefined) cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  else for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { SIGHTLINE_DATA: _, ...env } = process.env;
  if (data !== undefined) env.SIGHTLINE_DATA = data;
  const { code, out, err } = await new Promise((done) => {
    const options = { cwd: folder, env, maxBuffer: 1 << 28 };
    execFile(process.execPath, [program, ...argv], options, (error, out, err) =>
      done({ code: error === null ? 0 : (error.code ?? error.signal), out, err }),
    );
  });
  rmSync(folder, { recursive: true, force: true });
  const placeless = (text) => text.replaceAll(folder, '.');
  return { code, out: documentOf(placeless(out)), err: placeless(err) };
}

/** The JSON document, or the text where it is none. */
function documentOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function inTurn(items, jobs, one, label) {
  const results = new Array(items.length);
  let [next, done] = [0, 0];
  const worker = async () => {
    while (next < items.length) {
      const k = next++;
      results[k] = await one(items[k], k);
      done += 1;
      if (process.stderr.isTTY) process.stderr.write(`\r${label}: ${done} of ${items.length} `);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return results;
}

const emptyComparison = () => ({
  questions: 0,
  numbers: 0,
  /** Exit code, then how many answers of BEFORE ended with it. */
  ended: new Map(),
  differing: { numbers: [], 'exit codes': [], fields: [], names: [] },
  /** before → after, and how often. */
  texts: new Map(),
});

function compareAnswers(found, name, before, after) {
  found.questions += 1;
  found.ended.set(before.code, (found.ended.get(before.code) ?? 0) + 1);
  if (before.code !== after.code) {
    found.differing['exit codes'].push(`${name}: ${before.code} → ${after.code}`);
    return;
  }
  compareValues(found, name, '', before.out, after.out);
  compareTexts(found, untimed(before.err), untimed(after.err));
}

function compareValues(found, name, place, a, b) {
  const at = `${name}: ${place === '' ? 'the whole' : place}`;
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (key === 'elapsed') continue;
      const inside = place === '' ? key : `${place}.${key}`;
      if (!Object.hasOwn(b, key)) found.differing.fields.push(`${name}: ${inside} only before`);
      else if (!Object.hasOwn(a, key)) found.differing.fields.push(`${name}: ${inside} only after`);
      else compareValues(found, name, inside, a[key], b[key]);
    }
    return;
  }
  if (typeof a === 'number') found.numbers += 1;
  if (Object.is(a, b)) return;
  if (typeof a === 'number' && typeof b === 'number') found.differing.numbers.push(`${at}: ${a} → ${b}`);
  else if (typeof a !== 'string' || typeof b !== 'string')
    found.differing.fields.push(`${at}: ${short(a)} → ${short(b)}`);
  // A verdict, a protocol's name, the path of a field: an answer, not how it is said.
  else if (!/\s/.test(a) && !/\s/.test(b)) found.differing.names.push(`${at}: ${a} → ${b}`);
  else compareTexts(found, a, b);
}

/** Lines of progress end with what they took. */
const untimed = (text) => text.replace(/\d+\.\d s$/gm, '… s');

const isObject = (value) => value !== null && typeof value === 'object';

const short = (value) => {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

function compareTexts(found, a, b) {
  if (a === b) return;
  const pair = `${JSON.stringify(a)}\n→ ${JSON.stringify(b)}`;
  found.texts.set(pair, (found.texts.get(pair) ?? 0) + 1);
}

function print({ questions, numbers, ended, differing, texts }) {
  const codes = [...ended].map(([code, count]) => `${count} with ${code}`).join(', ');
  console.log(`${questions} questions; before, they ended ${codes}`);
  console.log(`${numbers} numbers compared`);
  for (const [what, list] of Object.entries(differing)) console.log(`${list.length} ${what} differ`);
  console.log(`${texts.size} texts differ`);
  for (const [what, list] of Object.entries(differing)) printList(what, list);
  printList(
    'texts, before → after',
    [...texts].sort(([, a], [, b]) => b - a).map(([pair, count]) => `${count} × ${pair}`),
    Number.POSITIVE_INFINITY,
  );
  return Object.values(differing).some((list) => list.length > 0) ? 1 : 0;
}

function printList(what, list, most = MOST_LISTED) {
  if (list.length === 0) return;
  console.log(`\n── ${what}`);
  for (const line of list.slice(0, most)) console.log(line);
  if (list.length > most) console.log(`and ${list.length - most} more`);
}

process.exitCode = await main();
