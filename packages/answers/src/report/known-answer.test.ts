import { fillNormal, randomStream } from '@sightline/engine';
import type { RunResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, STUDY, said } from '../../test/report-fixtures.ts';
import { alternativeSentences, ranSentence } from './known-answer.ts';
import { reportPage } from './report-page.ts';

const { latent: _, ...LAWLESS } = STUDY;
/** Sixty units from an autoregression, read at two of four points with noise 0.2; their mean is known. */
const BENCHMARK = `unit,y1,y2,target\n${Array.from({ length: 60 }, (_unit, u) => {
  const drawn = new Float64Array(8);
  fillNormal(randomStream(1, u), drawn);
  const draw = (k: number) => drawn[k]!;
  const x = [draw(0)];
  for (let k = 1; k < 4; k++) x.push(0.5 * x[k - 1]! + Math.sqrt(0.75) * draw(k));
  const read = (k: number) => x[k]! + Math.sqrt(0.2) * draw(4 + k);
  return [u, read(0), read(2), x.reduce((sum, value) => sum + value, 0) / 4].join(',');
}).join('\n')}\n`;

describe('known, from data of the benchmark', () => {
  let result: RunResult;
  beforeAll(async () => {
    result = await run(
      {
        ...LAWLESS,
        protocols: {
          today: { at: [0.5, 2.5], noise: 0.2 },
          'more often': { at: [0.5, 2.5], noise: 0.2, repeats: 3 },
          later: { at: [1.5, 3.5], noise: 0.2 },
        },
        realised: 'today',
        benchmark: { data: 'benchmark.csv' },
      },
      { 'benchmark.csv': BENCHMARK },
    );
  });

  it('a value that is determined is still an estimate, and has its interval', () => {
    const { verdict, range, intervals } = result.steps.identify!.alternatives['more often']!;
    const [low, high] = [intervals!.low[0], intervals!.high[1]];
    expect([verdict, high - low > 0.02]).toEqual(['identified', true]);
    expect(said(result, 'Known?')).toContain(
      `with an R² that is estimated at ${range!.low.toFixed(2)} (95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}); ` +
        'the benchmark of ‘today’ determines this, as exactly as 60 units can.',
    );
  });

  it('so are both limits of one that is not', () => {
    const { verdict, range, intervals } = result.steps.identify!.alternatives.later!;
    expect(verdict).toBe('not-identified');
    const limit = (value: number, [from, to]: readonly number[]) =>
      `${value.toFixed(2)} (95 % interval ${from!.toFixed(2)} to ${to!.toFixed(2)})`;
    const text = said(result, 'Known?');
    expect(text).toContain(
      `An R² of ${limit(range!.low, intervals!.low)} fits it as well as one of ${limit(range!.high, intervals!.high)};`,
    );
    expect(text).toContain('Both limits are estimates from 60 units.');
  });

  it('the tables have them too: what is settled, what is not, and how sure that is', () => {
    const page = reportPage(result, { version: '1', command: 'sightline run study.yaml' });
    const row = (caption: string, name: string) => {
      const [, table] = page.split(`<caption>${caption}</caption>`);
      const [, cells] = table!.split(`>${name}</th>`);
      return [...cells!.split('</tr>')[0]!.matchAll(/<td[^>]*>([^<]*)</g)].map(([, cell]) => cell);
    };
    const { alternatives } = result.steps.identify!;
    const does = 'What each protocol does and what it is worth';
    expect(row(does, 'more often').at(-1)).toBe(alternatives['more often']!.range!.low.toFixed(4));
    expect(row(does, 'today').at(-1)).toBe(result.worlds.later!.realisedValue[1].toFixed(4));
    expect(row(does, 'later').at(-1)).toBe('not known');
    const { low, high } = alternatives.later!.intervals!;
    for (const [from, to] of [low, high])
      expect(row('Verdicts', 'later')).toContain(`${from.toFixed(3)} to ${to.toFixed(3)}`);
    // A column of which nothing is known is left out.
    const { identify: _identify, ...steps } = result.steps;
    const bare = reportPage({ ...result, steps }, { version: '1', command: 'sightline run study.yaml' });
    expect(bare).toContain('<caption>What each protocol does</caption>');
    expect(bare).not.toContain('value (R²)');
  });
});

describe('known, under a law', () => {
  it.each([
    ['exact', 'exact', 'nothing outside of these two does.'],
    ['exact', 'attained', 'nothing lower does, higher may.'],
    ['attained', 'exact', 'nothing higher does, lower may.'],
    ['attained', 'attained', 'values beyond may fit as well.'],
  ] as const)('lowest %s, highest %s', async (lowStatus, highStatus, words) => {
    const identify = (await run({ ...STUDY, realised: 'first' })).steps.identify!;
    const one = identify.alternatives.middle!;
    const text = alternativeSentences(
      'middle',
      { ...one, range: { ...one.range!, low: 0.2, high: 0.6, lowStatus, highStatus } },
      identify,
      'the mean',
    );
    expect(text).toContain(`An R² of 0.20 fits it as well as one of 0.60; ${words}`);
    expect(text).not.toContain('interval');
  });

  it('says of what was run whether its law is given or estimated', () => {
    expect(ranSentence({ realised: 'a', law: 'latent' }, { value: 0.5 }, 'it')).toContain(
      'predicts it with R² 0.50.',
    );
    expect(ranSentence({ realised: 'a', law: 'calibration' }, { value: 0.5 }, 'it')).toContain(
      'predicts it with an estimated R² of 0.50.',
    );
  });
});
