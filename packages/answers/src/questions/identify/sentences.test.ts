import { fillNormal, randomStream } from '@sightline/engine/internal';
import type { RunResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, STUDY, said } from '../../../test/report-fixtures.ts';
import { reportPage } from '../../html/report-page.ts';
import { alternativeSentence, realisedSentence } from './sentences.ts';

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
      `‘more often’ is identified: estimated R² ${range!.low.toFixed(3)} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}); ` +
        'the benchmark of ‘today’ determines its value, up to the sampling error of 60 units.',
    );
  });

  it('so are both limits of one that is not', () => {
    const { verdict, range, intervals } = result.steps.identify!.alternatives.later!;
    expect(verdict).toBe('not-identified');
    const limit = (value: number, [from, to]: readonly number[]) =>
      `${value.toFixed(3)} (95 % interval ${from!.toFixed(3)} to ${to!.toFixed(3)})`;
    const text = said(result, 'Known?');
    expect(text).toContain(
      `is compatible with R² from ${limit(range!.low, intervals!.low)} to ${limit(range!.high, intervals!.high)};`,
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
    expect(row(does, 'today').at(-1)).toBe(result.worlds.later!.realisedValue![1].toFixed(4));
    expect(row(does, 'later').at(-1)).toBe('not identified');
    const { low, high } = alternatives.later!.intervals!;
    for (const [from, to] of [low, high])
      expect(row('Verdicts', 'later')).toContain(`${from.toFixed(3)} … ${to.toFixed(3)}`);
    // A column of which nothing is known is left out.
    const { identify: _identify, ...steps } = result.steps;
    const bare = reportPage({ ...result, steps }, { version: '1', command: 'sightline run study.yaml' });
    expect(bare).toContain('<caption>What each protocol does</caption>');
    expect(bare).not.toContain('value (R²)');
  });
});

describe('known, under a law', () => {
  it.each([
    ['exact', 'exact', 'both limits are proved.'],
    ['exact', 'attained', 'the lower limit is proved, values above the upper one may be compatible too.'],
    ['attained', 'exact', 'the upper limit is proved, values below the lower one may be compatible too.'],
    ['attained', 'attained', 'both limits are attained, values beyond them may be compatible too.'],
  ] as const)('lowest %s, highest %s', async (lowStatus, highStatus, words) => {
    const identify = (await run({ ...STUDY, realised: 'first' })).steps.identify!;
    const one = identify.alternatives.middle!;
    const text = alternativeSentence(
      'middle',
      { ...one, range: { ...one.range!, low: 0.2, high: 0.6, lowStatus, highStatus } },
      identify,
    );
    expect(text).toContain(`is compatible with R² from 0.200 to 0.600; ${words}`);
    expect(text).not.toContain('interval');
  });

  it('says of what was run whether its law is given or estimated', () => {
    expect(realisedSentence({ realised: 'a', law: 'latent' }, [{ value: 0.5 }])).toContain(
      'predicts the target with R² 0.500.',
    );
    expect(realisedSentence({ realised: 'a', law: 'calibration' }, [{ value: 0.5 }])).toContain(
      'predicts the target with an estimated R² 0.500.',
    );
    expect(realisedSentence({ realised: ['a', 'b'], law: 'latent' }, [{ value: 0.5 }, { value: 0.25 }])).toBe(
      'Of the realised protocols, each on units of its own, ‘a’ predicts the target with R² 0.500 and ‘b’ with R² 0.250.',
    );
  });
});
