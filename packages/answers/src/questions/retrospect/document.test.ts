import { LAYOUTS, type LayoutName, layoutTitle } from '@sightline/engine/internal';
import type { RunResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, said } from '../../../test/report-fixtures.ts';
import { reportPage } from '../../html/report-page.ts';
import { textWidth } from '../../pictures/text-room.ts';
import { aimWords, retrospectDocument } from './document.ts';

const TABLE = `record,unit,from,to,state\n${Array.from({ length: 16 }, (_, u) =>
  Array.from({ length: 40 }, (_epoch, k) => {
    const state = Math.sin(k / 6 + u) + Math.sin(3 * u + k * k) > 0.6 * Math.cos(u) ? 'up' : 'down';
    return [`r${u}`, `u${u}`, 30 * k, 30 * (k + 1), state].join(',');
  }).join('\n'),
).join('\n')}\n`;
const STUDY = {
  sightline: 1,
  records: {
    table: 'states.csv',
    grid: { points: 8, reading: 'anchor' },
    epoch: { seconds: 30 },
    targets: { activity: ['up'] },
  },
  templates: { layouts: ['contiguous', 'dispersed', 'aware', 'kernelQuadrature'], budgets: [2, 4] },
};

describe('what records would have told', () => {
  let result: RunResult;
  beforeAll(async () => {
    result = await run(STUDY, { 'states.csv': TABLE });
  });
  const page = (own: RunResult = result) =>
    reportPage(own, { version: '1', command: 'sightline run study.yaml' });

  it('names layouts in words, with their numbers in order', () => {
    const { templates } = result.steps.retrospect!.targets.activity!;
    const ranked = STUDY.templates.layouts
      .map((layout) => ({ layout: layout as LayoutName, r2: templates[`${layout}-2`]!.r2 }))
      .sort((a, b) => b.r2 - a.r2);
    const text = said(result, 'What would it have told?');
    expect(text).toContain('16 records of 16 units were observed throughout; with N = 2 readings of each');
    const [first] = ranked;
    expect(text).toContain(
      `‘activity’: R² ${first!.r2.toFixed(3).replace('-', '−')} ${layoutTitle(first!.layout)}, `,
    );
    for (const { layout, r2 } of ranked)
      expect(text).toContain(`${r2.toFixed(3).replace('-', '−')} ${layoutTitle(layout)}`);
    expect(text).not.toMatch(/kernelQuadrature/);
  });

  it('one baseline has, several have R²', () => {
    const retrospect = result.steps.retrospect!;
    const text = (...baselines: string[]) => JSON.stringify(retrospectDocument({ ...retrospect, baselines }));
    expect(text('stratum')).toContain('; stratum alone has R²');
    expect(text('stratum', 'hours')).toContain('; stratum and hours alone have R²');
  });

  it('does not give a protocol the number of readings of the layouts', async () => {
    const own = await run(
      {
        ...STUDY,
        time: { horizon: 8, points: 8 },
        protocols: { thrice: { at: [1.5, 3.5, 6.5] } },
        templates: { layouts: ['contiguous', 'protocols'], budgets: [2, 4] },
      },
      { 'states.csv': TABLE },
    );
    const text = said(own, 'What would it have told?');
    expect(text).toContain('with N = 2 readings of each, or those of a protocol, held-out units');
    expect(text).toContain('‘thrice’ (3 readings)');
    expect(page(own)).toContain('N = 2, or own');
  });

  it('tells apart by ranges that hold one at a time, and says so', () => {
    const retrospect = result.steps.retrospect!;
    const target = retrospect.targets.activity!;
    const contrasts = [
      { a: 'aware-2', b: 'contiguous-2', difference: 0.25, low: 0.03, high: 0.5 },
      { a: 'dispersed-2', b: 'contiguous-2', difference: 0.1, low: -0.1, high: 0.3 },
    ];
    const own = (pairs: typeof contrasts): RunResult => ({
      ...result,
      steps: { retrospect: { ...retrospect, targets: { activity: { ...target, contrasts: pairs } } } },
    });
    const text = said(own(contrasts), 'What would it have told?');
    expect(text).toContain(
      'Told apart: target-aware above contiguous by 0.250 (95 % range 0.030 to 0.500). Not told apart: dispersed and ' +
        'contiguous. Each 95 % range is for a single contrast',
    );
    expect(said(own([]), 'What would it have told?')).not.toContain('single contrast');
    const [, table] = page(own(contrasts)).split('contrasts, each with its 95 % range</caption>');
    const rows = [...table!.split('</table>')[0]!.matchAll(/<tr>.*<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, cell]) => cell),
    );
    expect(rows.slice(1)).toEqual([
      ['target-aware', 'contiguous', '2', '0.250', '0.030 … 0.500', 'yes'],
      ['dispersed', 'contiguous', '2', '0.100', '−0.100 … 0.300', 'no'],
    ]);
  });

  it('says first what is wanted and what R² is, and keeps the names of the study file in one table', () => {
    const text = page();
    const [lead] = text.split('<h2>The answer</h2>');
    expect(lead).toContain('Target of each record of a unit: ‘activity’ (the share of time in ‘up’).');
    expect(lead).toMatch(
      /R² says .*: 1 is perfect, 0 is no better than the mean of all records, below 0 is worse/,
    );
    expect(text.match(/kernelQuadrature/g)).toHaveLength(1);
  });
});

describe('words', () => {
  it('of a target are its own where its name says no more', () => {
    expect(aimWords('up', { states: ['up'], value: null })).toBe('the share of time in ‘up’');
    expect(aimWords('high', { states: [], value: { above: 7 } })).toBe(
      '‘high’ (the share of time with values above 7)',
    );
  });

  it('of a layout have room beside their line', () => {
    for (const { title } of LAYOUTS) expect(textWidth(title, 11)).toBeLessThan(120 - 11);
  });
});
