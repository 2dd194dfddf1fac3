import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';

/** Answers in their order, then nobody any more. */
function answering(...answers: string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift();
  };
  return { asked, ask };
}
const DAYS = readFileSync(new URL('../../../examples/records-clock/glucose.csv', import.meta.url), 'utf8');
const valued = async (study: string, files: Record<string, string>) =>
  (await runInMemory(['value', study, '--json'], files)).code;

describe('sightline init', () => {
  it('writes a study of answers, each tried before the next is asked', async () => {
    const { asked, ask } = answering(
      'Strain',
      'min',
      '-3',
      '480',
      'above x',
      'above 1.5',
      '',
      '2',
      '0.3',
      '4',
      '0.2',
    );
    const { code, saved, err, out } = await runInMemory(['init', 'a.yaml'], {}, {}, { ask });
    expect(code).toBe(0);
    expect(asked).toHaveLength(11);
    expect(err).toContain('accepted: a number above 0');
    expect(err).toContain('accepted: mean, above 1.5');
    expect(saved['a.yaml']).toContain('kernel: { ou: { tau: 48 } }');
    expect(saved['a.yaml']).toContain('target: { above: 1.5 }');
    expect(out).toContain('next      sightline value a.yaml');
    expect(await valued('a.yaml', saved)).toBe(0);
  });

  it('writes nothing where nobody answers any more, or could', async () => {
    const ended = await runInMemory(['init'], {}, {}, { ask: answering('Strain').ask });
    expect(ended).toMatchObject({ code: 130, saved: {} });
    const alone = await runInMemory(['init'], {});
    expect(alone).toMatchObject({ code: 2, saved: {} });
    expect(alone.err).toContain('--yes');
    expect(Object.keys((await runInMemory(['init', '--yes'], {})).saved)).toEqual(['study.yaml']);
  });

  it('proposes a study of a table, that can be calibrated', async () => {
    const argv = ['init', '--from', 'cgm.csv', '--noise', '50', '--target', 'above 180'];
    const { code, saved, out } = await runInMemory(argv, { 'cgm.csv': DAYS });
    expect(code).toBe(0);
    expect(out).toContain('unit is ‘patient’, time is ‘when’, value is ‘glucose’');
    expect(Object.keys(saved)).toEqual(['cgm.yaml']);
    expect(await valued('cgm.yaml', { ...saved, 'cgm.csv': DAYS })).toBe(0);
  });

  it('takes no gap from where it stopped looking, and names files as a shell reads them', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `${Math.floor(i / 99)},${i % 99},${(i * 7) % 11}.2500`,
    );
    const files = { 'my table.csv': `unit,time,value\n${rows.slice(0, 99 * 1010).join('\n')}\n` };
    const { out } = await runInMemory(['init', '--from', 'my table.csv', '--noise', '1'], files);
    expect(out).toContain('at least');
    expect(out).toContain('missing: refuse');
    expect(out).toContain("next      sightline calibrate 'my table.yaml'\n");
  });

  it('proposes a study of records of a table of states, and asks for no noise', async () => {
    const cycle = ['W', 'N2', 'N2', 'N3', 'R'];
    const nights = Array.from({ length: 12 }, (_, u) =>
      Array.from(
        { length: 40 },
        (_, k) => `p${u};${k + 1};${cycle[Math.floor((k * (1 + (u % 5))) / 7) % 5]}`,
      ),
    );
    const table = ['subject;epoch;stage', ...nights.flat()].join('\n');
    const argv = ['init', 's/a.yaml', '--from', 'nights.csv'];
    const { code, saved, drawn, out } = await runInMemory(argv, { 'nights.csv': table });
    expect([code, Object.keys(saved), Object.keys(drawn)]).toEqual([
      0,
      ['s/a.yaml'],
      ['s/nights-records.csv'],
    ]);
    expect(out).toContain('12 of 12 units, in epochs of 30 s');
    expect(out).toContain('next      sightline retrospect s/a.yaml');
    expect(
      (await runInMemory(['retrospect', 's/a.yaml', '--draws', '100'], { ...saved, ...drawn })).code,
    ).toBe(0);
    const noisy = await runInMemory([...argv, '--noise', '1'], { 'nights.csv': table });
    expect([noisy.code, noisy.saved]).toEqual([3, {}]);
    const broken = await runInMemory(argv, { 'nights.csv': table.replace('p3;7;', 'p3;x;') });
    expect([broken.code, broken.saved]).toEqual([3, {}]);
    expect(broken.err).toContain('nights.csv:128:4');
  });

  it('names a table from where the study is', async () => {
    const files = { 'data/cgm.csv': DAYS };
    const { saved } = await runInMemory(
      ['init', 's/a.yaml', '--from', 'data/cgm.csv', '--noise', '50'],
      files,
    );
    expect(saved['s/a.yaml']).toContain('data: "../data/cgm.csv"');
  });

  it('asks for the noise, or says that it is not said', async () => {
    const { asked, ask } = answering('much', '50');
    const { saved } = await runInMemory(['init', '--from', 'cgm.csv'], { 'cgm.csv': DAYS }, {}, { ask });
    expect(asked[0]).toMatch(/at most 92\.1/);
    expect(saved['cgm.yaml']).toContain('noise: 50');
    const { code, err, ...rest } = await runInMemory(['init', '--from', 'cgm.csv'], { 'cgm.csv': DAYS });
    expect({ code, saved: rest.saved }).toEqual({ code: 3, saved: {} });
    expect(err).toContain('nothing says how noisy one value of the table is');
  });

  it('rewrites a copy where the table is written otherwise, and tells what is broken in it', async () => {
    const table = 'name;0;1;2;3\na;1,5;2;3;4\nb;1;2,5;x;4\nc;3;1;2;0\nd;1;1;4;2\n';
    const { code, saved, drawn, err } = await runInMemory(['init', '--from', 'w.csv', '--noise', '0'], {
      'w.csv': table,
    });
    expect(code).toBe(3);
    expect(Object.keys(saved)).toEqual(['w.yaml']);
    expect(new TextDecoder().decode(drawn['w-plain.csv']!)).toContain('a,1.5,2,3,4');
    expect(err).toContain('w-plain.csv:3:9');
  });

  it('copies an example with its data, and its commands as they are then', async () => {
    const { code, saved, drawn, out } = await runInMemory(
      ['init', 'mine', '--example', 'benchmark-data'],
      {},
    );
    expect(code).toBe(0);
    expect(out).toContain('sightline identify mine/study.yaml');
    const files = { ...saved, 'mine/benchmark.csv': new TextDecoder().decode(drawn['mine/benchmark.csv']!) };
    const { code: asked } = await runInMemory(['identify', 'mine/study.yaml', '--resamples', '5'], files);
    expect(asked).toBe(0);
  });

  it('writes over nothing', async () => {
    const { code, err, saved } = await runInMemory(['init', '--yes'], { 'study.yaml': 'mine' });
    expect({ code, saved }).toEqual({ code: 3, saved: {} });
    expect(err).toContain('this file is there already');
  });

  it.each([
    [['init', '--from', 'a.csv', '--example', 'shift'], 'do not go together'],
    [['init', '--noise', '1'], 'need --from'],
    [['init', '--example', 'none'], ' benchmark-data, calibration, '],
    [['init', '--from', 'a.csv', '--noise', '-1'], 'a number from 0'],
    [['init', '--from', 'a.csv', '--target', 'median'], 'mean, "above LEVEL"'],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, err } = await runInMemory(argv, {});
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
