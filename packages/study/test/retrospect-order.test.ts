// Folds and draws go by labels: the order of a table's rows changes nothing, nor do the names of strata.
import { fillUniform, randomStream } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { drawnRecords, recordsCsv } from './record-fixtures.ts';
import { answered, STUDY } from './retrospect-fixtures.ts';

const ALL = ['contiguous', 'dispersed', 'aware', 'kernelQuadrature', 'posteriorVariance'];
const study = (more: object = {}) => ({
  ...STUDY,
  records: { ...STUDY.records, strata: 'separately', baselines: ['stratum', 'hours'], ...more },
  templates: { layouts: ALL, budgets: [2, 4] },
});
const RECORDS = drawnRecords(30);
const TABLE = recordsCsv(RECORDS);

function shuffled(csv: string, seed: number): string {
  const [head, ...rows] = csv.trimEnd().split('\n');
  const keys = new Float64Array(rows.length);
  fillUniform(randomStream(seed, 'rows'), keys);
  const order = rows.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]!);
  return `${[head, ...order.map((i) => rows[i]!)].join('\n')}\n`;
}
const reversed = (csv: string) => {
  const [head, ...rows] = csv.trimEnd().split('\n');
  return `${[head, ...rows.reverse()].join('\n')}\n`;
};

/** All but what names the bytes that were read. */
async function found(own: object, table: string, more: Record<string, string> = {}) {
  const request = { stability: 4, sweep: true, budget: 3 };
  const { inputHash, ...result } = await answered(own, request, { 'states.csv': table, ...more });
  expect(inputHash).toBeDefined();
  return result;
}

const FOLDS = `record,subject,outer,inner0,inner1\n${RECORDS.map(({ record, unit }) => {
  const u = Number(unit.slice(1));
  const outer = u % 4 < 2 ? 0 : 1;
  return [record, unit, outer, ...[0, 1].map((k) => (k === outer ? '' : u % 3))].join(',');
}).join('\n')}\n`;

/** The same courses as values, 1 for a. */
const VALUES = `record,unit,stratum,time,value\n${RECORDS.map(({ record, unit, stratum, course }) =>
  course.map(([state], k) => [record, unit, stratum, 30 * k, state === 'a' ? 1 : 0].join(',')).join('\n'),
).join('\n')}\n`;

/** Four records lack the same minute. */
const HOLES = recordsCsv(
  RECORDS.map((one, i) => (i % 7 === 3 ? { ...one, course: [...one.course, ['', 60], ['b', 30]] } : one)),
)
  .split('\n')
  .filter((row) => !row.endsWith(','))
  .join('\n');

describe('the order of a table', () => {
  it.each<[string, object, string, Record<string, string>]>([
    ['stretches without annotation, equally long', study(), HOLES, {}],
    ['folds that are drawn', study(), TABLE, {}],
    ['folds from a file', study({ folds: 'folds.csv' }), TABLE, { 'folds.csv': FOLDS }],
    ['records that count alike', study({ weights: 'record' }), TABLE, {}],
    ['values', study({ targets: { A: 'mean' } }), VALUES, {}],
  ])('changes no digit: %s', async (_, own, table, more) => {
    const plain = await found(own, table, more);
    expect(await found(own, shuffled(table, 1), more)).toEqual(plain);
    expect(await found(own, shuffled(table, 2), more)).toEqual(plain);
    const folds = more['folds.csv'] && { 'folds.csv': reversed(more['folds.csv']) };
    expect(await found(own, reversed(table), { ...more, ...folds })).toEqual(plain);
  });
});

describe('the names of strata', () => {
  it.each([
    { even: 'z', odd: 'y' },
    { even: '2', odd: '10' },
  ])('change no digit, whatever their order: %o', async (names) => {
    const renamed = RECORDS.map((one) => ({ ...one, stratum: names[one.stratum as 'even' | 'odd'] }));
    const [a, b] = await Promise.all([found(study(), TABLE), found(study(), recordsCsv(renamed))]);
    const back = (text: string) =>
      Object.entries(names).reduce(
        (all, [old, own]) => all.replaceAll(`A-${own}`, `A-${old}`).replaceAll(`"${own}"`, `"${old}"`),
        text,
      );
    expect(JSON.parse(back(JSON.stringify(b)))).toEqual(a);
  });
});
