import type { RetrospectResult, RunResult } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { CHOICE, run, STUDY } from '../../../test/report-fixtures.ts';
import { reportPage } from '../../html/report-page.ts';
import { runDocument } from './document.ts';
import { recommendationOf } from './recommendation.ts';

const told = async (study: object) => {
  const result = await run(study);
  return { result, text: runDocument(result, '1').recommendation!.join(' ') };
};

const { latent: _, ...unknown } = STUDY;
const MEASURED = { ...unknown, calibration: { data: 'dense.csv', noise: 0, scale: 'standardised' } };

describe('one recommendation, by the question that decides most', () => {
  it('values under a law: the largest, and what less would buy', async () => {
    const { result, text } = await told(STUDY);
    const { first, middle } = result.steps.value!.protocols;
    expect(text).toBe(
      `Use ‘middle’: under the law given in the study it predicts the target best, with R² ${middle!.value.toFixed(3)} at a cost of 2. ` +
        `‘first’ costs 1 and has R² ${first!.value.toFixed(3)}.`,
    );
  });

  it('a benchmark that leaves an alternative open: no choice yet', async () => {
    const { result, text } = await told({
      ...STUDY,
      realised: 'first',
      catalogue: [{ at: [1.5, 2.5] }],
    });
    expect(result.steps.identify!.alternatives.middle!.verdict).toBe('not-identified');
    expect(text).toBe(
      'Do not decide on ‘middle’ yet: the benchmark of ‘first’ does not determine its value, however many units there are. ' +
        'Measure at 1.5 and 2.5 h as well, at a cost of 2.',
    );
  });

  it('data: the best of them, and whether that is shown', async () => {
    const { result, text } = await told(MEASURED);
    const [name, ...rivals] = result.steps.calibrate!.bestSet;
    expect(text).toContain(`Use ‘${name}’`);
    expect(text.includes('do not show that it is better')).toBe(rivals.length > 0);
    expect(text.includes('show that it is better than the others')).toBe(rivals.length === 0);
  });

  it('a choice within rules comes before all of them, and names its times', async () => {
    const { result, text } = await told({
      ...MEASURED,
      ...CHOICE,
      catalogue: [{ at: [0.5, 1.5, 2.5, 3.5] }],
    });
    const { best } = result.steps.design!;
    expect(text).toContain(`Measure at ${[...best.at].sort((a, b) => a - b).join(' and ')} h.`);
    expect(text).toContain('a law that is itself an estimate');
  });

  it.each([
    ['clean', 'Keep to'],
    ['first', 'Take'],
  ])('where %s is done, says %s a protocol of the study that no choice beats', async (realised, say) => {
    const { text } = await told({
      ...STUDY,
      ...CHOICE,
      realised,
      protocols: { ...STUDY.protocols, clean: { at: [0.5, 1.5, 2.5, 3.5], cost: 0.5 } },
    });
    expect(text).toMatch(new RegExp(`^${say} ‘clean’: no choice that was found in the catalogue is better`));
  });

  it('says nothing where there is nothing to choose between', async () => {
    const { text } = await told({ ...STUDY, protocols: { first: { at: 0.5 } } });
    expect(text).toBe('');
  });
});

describe('the report of it', () => {
  it('begins with the recommendation, and has one number of units for the gap', async () => {
    const result = await run(MEASURED);
    const { plan } = result.steps;
    const document = runDocument(result, '1');
    const page = reportPage(result, { version: '1', command: 'sightline run study.yaml' });
    expect(page.indexOf('class="recommendation"')).toBeGreaterThan(page.indexOf('<h1>'));
    expect(page.indexOf('class="recommendation"')).toBeLessThan(page.indexOf('<h2>'));
    const units = document.sections.find(({ name }) => name === 'units')!;
    const facts = units.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    expect(facts.map(({ label }) => label)).toEqual(['gap', 'this pair']);
    expect(plan!.criterion).toBe('uniform');
    expect(JSON.stringify(units)).not.toContain('resolves the gap');
  });

  it('has times in place of numbers of actions', async () => {
    const result = await run({ ...MEASURED, ...CHOICE });
    const tables = runDocument(result, '1').sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : [])),
    );
    const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
    expect(names).not.toContain('actions');
    expect(names).not.toContain('in the catalogue');
    const values = tables.find(({ name }) => name === 'values')!;
    expect(values.rows.find(({ key }) => key === 'middle')!.cells).toContain('1.5, 2.5');
  });
});

describe('what records would have told', () => {
  /** Readings as if they had been drawn: only what the sentence is made of. */
  const records = (r2: Record<string, number>, contrasts: [string, string, number, number][]): RunResult => ({
    ...({ steps: {} } as RunResult),
    steps: {
      retrospect: {
        budgets: [2, 4],
        layouts: ['dispersed', 'contiguous'],
        protocols: { own: [{}] },
        targets: {
          sleep: {
            cohort: { kind: 'all' },
            templates: Object.fromEntries(Object.entries(r2).map(([name, value]) => [name, { r2: value }])),
            contrasts: contrasts.map(([a, b, low, high]) => ({
              a,
              b,
              difference: (low + high) / 2,
              low,
              high,
            })),
          },
        },
      } as unknown as RetrospectResult,
    },
  });
  const R2 = { 'dispersed-2': 0.5, 'contiguous-2': 0.3, own: 0.4, 'dispersed-4': 0.7, 'contiguous-4': 0.6 };

  it('names the layout that every contrast tells from the others', () => {
    const run = records(R2, [
      ['dispersed-2', 'contiguous-2', 0.1, 0.3],
      ['own', 'dispersed-2', -0.2, -0.05],
    ]);
    expect(recommendationOf(run)).toEqual([
      'For ‘sleep’, choose dispersed readings, N = 2 of each.',
      'Held-out units are predicted best by it, with R² 0.500, and the records tell it from every other layout.',
    ]);
  });

  it('leaves the choice among those that none tells from the best, and says what more readings bring', () => {
    const some = recommendationOf(records(R2, [['dispersed-2', 'contiguous-2', 0.1, 0.3]]));
    expect(some).toEqual([
      'For ‘sleep’, choose the easiest of dispersed and ‘own’.',
      'No contrast tells these from dispersed, the best, and the rest is worse.',
      'With N = 4 readings of each in place of 2, ‘sleep’ has R² 0.700 in place of 0.500.',
    ]);
    // A range on the wrong side, or across zero, tells nothing.
    const [none] = recommendationOf(
      records(R2, [
        ['dispersed-2', 'contiguous-2', -0.3, 0.1],
        ['own', 'dispersed-2', 0.01, 0.1],
      ]),
    );
    expect(none).toMatch(/^For ‘sleep’, choose the layout that is easiest to keep to/);
  });
});
