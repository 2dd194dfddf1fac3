import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../src/io/version.ts';
import { main } from '../src/main.ts';
import { runInMemory } from '../src/memory-io.ts';

const STUDY = `sightline: 1
time: { horizon: 10, points: 16, unit: h }
target: { above: 1 }
weights: { recency: 6 }
latent: { kernel: { matern32: { tau: 2 } }, trait: 0.1 }
protocols:
  today: [{ at: 0.5, noise: 0.4 }]
  spread: { at: [2, 8], noise: { from: 0.2, to: 0.4 }, cost: 2 }
`;

describe('the command line', () => {
  it.each([
    [[], 'Usage: sightline'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['study.yaml'], '(Did you mean sightline value study.yaml?)'],
    [['--debug', 'a/study.json', '--json'], '(Did you mean sightline value a/study.json?)'],
    [['value'], "missing required argument 'study'"],
    [['value', 'a.yaml', 'b.yaml'], 'too many arguments'],
    [['value', 'a.yaml', '--jsno'], '(Did you mean --json?)'],
    [['value', 'a.yaml', '--seed', '-1'], 'a whole number from 0'],
    [['value', 'a.yaml', '--seed', '1e3'], 'a whole number from 0'],
    [['value', 'a.yaml', '--seed'], 'argument missing'],
    [['identify'], "missing required argument 'study'"],
    [['identify', 'a.yaml', '--step', '0'], 'above 0 and at most 1'],
    [['identify', 'a.yaml', '--step', '1.1'], 'above 0 and at most 1'],
    [['identify', 'a.yaml', '--step', 'half'], 'above 0 and at most 1'],
    [['identify', 'a.yaml', '--resamples', '2.5'], 'a whole number from 0 to 100000'],
    [['identify', 'a.yaml', '--resamples', '1000000'], 'a whole number from 0 to 100000'],
    [['calibrate'], "missing required argument 'study'"],
    [['calibrate', 'a.yaml', '--draws', '99'], 'a whole number from 100 to 100000'],
    [['calibrate', 'a.yaml', '--level', '1'], 'a number above 0.5 and below 1'],
    [['calibrate', 'a.yaml', '--level', '95%'], 'a number above 0.5 and below 1'],
    [['calibrate', 'a.yaml', '--workers', '0'], 'a whole number from 1 to 256'],
    [['plan', 'a.yaml', '--gap', '0'], 'a number above 0 and below 1'],
    [['plan', 'a.yaml', '--gap', '-0.1'], 'a number above 0 and below 1'],
    [['run'], "missing required argument 'study'"],
    [['run', 'a.yaml', '--gap', '2'], 'a number above 0 and below 1'],
    [['serve', '--port', '70000'], 'a whole number from 0 to 65535'],
    [['serve', 'a.yaml'], 'too many arguments'],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, out, err } = await runInMemory(argv, {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it.each([
    [['--help']],
    [['-h']],
    [['help']],
    [['value', '--help']],
    [['help', 'value']],
    [['identify', '--help']],
    [['calibrate', '--help']],
    [['plan', '--help']],
    [['run', '--help']],
    [['serve', '--help']],
    [['schema', '-h']],
  ])('%j prints help with an example within 80 columns', async (argv) => {
    const { code, out, err } = await runInMemory(argv, {});
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Example:\n  sightline ');
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  it('prints the version of its package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(VERSION).toBe(version);
    expect(await runInMemory(['--version'], {})).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  it('prints the schema', async () => {
    const { code, out } = await runInMemory(['schema'], {});
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['sightline']),
    });
  });

  it('calls a fault a fault, with its stack only when asked for', async () => {
    const fail = (argv: string[], env: Record<string, string> = {}) => {
      let err = '';
      const broken = async () => {
        throw new Error('the disk is on fire');
      };
      const io = {
        out: () => {},
        err: (text: string) => (err += text),
        files: { read: broken },
        env,
        now: () => 0,
      };
      return main(argv, io).then((code) => ({ code, err }));
    };
    const plain = await fail(['value', 'a.yaml']);
    expect(plain.code).toBe(1);
    expect(plain.err).toContain('a fault of the program, not of your input: the disk is on fire');
    expect(plain.err).toContain('issue tracker');
    expect(plain.err).not.toContain('    at ');
    expect((await fail(['--debug', 'value', 'a.yaml'])).err).toContain('    at ');
    expect((await fail(['value', 'a.yaml'], { DEBUG: '1' })).err).toContain('    at ');
  });
});

describe('at a terminal', () => {
  const more = `realised: today
catalogue: [{ at: [1, 5], noise: 0.4 }]
choose: { exactly: 1 }
`;
  const asked = (argv: string[], isTerminal: boolean) =>
    runInMemory(['value', 'study.yaml', ...argv], { 'study.yaml': STUDY + more }, {}, { isTerminal });

  it('an answer is followed by the commands that this study allows next, each on a line', async () => {
    const { out, err } = await asked([], true);
    const commands = err.split('\n').flatMap((line) => /^(?:next)? +(sightline .*)$/.exec(line)?.[1] ?? []);
    expect(commands).toEqual(['identify', 'design', 'run'].map((name) => `sightline ${name} study.yaml`));
    expect(out).toBe((await asked([], false)).out);
  });

  it('and by nothing where a program reads it', async () => {
    expect((await asked([], false)).err).toBe('');
    expect((await asked(['--json'], true)).err).toBe('');
  });
});

describe('sightline value', () => {
  it('prints text for people, and exactly one JSON document with --json', async () => {
    const text = await runInMemory(['value', 'study.yaml'], { 'study.yaml': STUDY });
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toMatch(/^today +0\.\d{6} +0\.\d{3} +0\.\d{6} +1 +1$/m);
    const json = await runInMemory(['value', 'study.yaml', '--json', '--seed', '7'], { 'study.yaml': STUDY });
    expect(json).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(json.out)).toMatchObject({
      sightline: 1,
      command: 'value',
      study: 'study.yaml',
      seed: 7,
      target: { name: 'above 1' },
      protocols: { today: { cost: 1, actions: 1 }, spread: { cost: 4, actions: 2 } },
      elapsed: 0,
    });
  });

  it('gives the same bytes twice', async () => {
    const run = () => runInMemory(['value', 'study.yaml', '--json'], { 'study.yaml': STUDY });
    expect((await run()).out).toBe((await run()).out);
  });

  it('gives the same for YAML and JSON', async () => {
    const result = async (name: string, text: string) => {
      const { out } = await runInMemory(['value', name, '--json'], { [name]: text });
      const { study: _study, inputHash: _hash, ...rest } = JSON.parse(out);
      return rest;
    };
    const asJson = JSON.stringify({ $schema: './study.schema.json', ...parse(STUDY) }, null, 2);
    expect(await result('study.json', asJson)).toEqual(await result('study.yaml', STUDY));
  });

  it('takes a study with catalogue, choice and calibration, and reads no file that it does not need', async () => {
    const more = `catalogue: [{ at: 1 }]
choose: { budget: 3 }
assume: stationary
calibration: { data: not-there.csv, noise: { replicates: r } }
`;
    expect((await runInMemory(['value', 'study.yaml'], { 'study.yaml': STUDY + more })).code).toBe(0);
  });
});
