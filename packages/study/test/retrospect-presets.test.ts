import { describe, expect, it } from 'vitest';
import { drawnCourse, rhythmFiles } from './record-fixtures.ts';
import { answered, refused } from './retrospect-fixtures.ts';

describe('the presets', () => {
  const rhythm = (number: number) =>
    drawnCourse(number, 120).map(([state, seconds]) => [state === 'a' ? 'AFIB' : 'N', seconds * 10] as const);
  const folder: Record<string, string | Uint8Array> = Object.assign(
    {},
    ...Array.from({ length: 24 }, (_, i) => rhythmFiles(`data/ltafdb/${i + 10}`, rhythm(i))),
  );
  // A header names its record without the folder.
  for (const [name, content] of Object.entries(folder))
    if (typeof content === 'string') folder[name] = content.replace('data/ltafdb/', '');
  const study = { sightline: 1, records: { preset: 'ltafdb' } };

  it('are read from the folder that the request names', async () => {
    const result = await answered(study, { data: 'data' }, folder);
    expect(result).toMatchObject({ records: 24, units: 24, skipped: [], notes: [] });
    expect(result.hours).toBeCloseTo(24 * 10, 9);
    expect(Object.keys(result.targets)).toEqual(['AF', 'AF-strict', 'AF-mixed']);
    expect(Object.keys(result.targets.AF.templates)).toHaveLength(12);
    expect(result.folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    const changed = await answered(
      study,
      { data: 'data' },
      {
        ...folder,
        ...{},
        'data/ltafdb/10.hea': `${folder['data/ltafdb/10.hea']}# \n`,
      },
    );
    expect(changed.inputHash).not.toBe(result.inputHash);
  });

  it('use the folds beside the data, where they fit', async () => {
    const rows = Array.from(
      { length: 24 },
      (_, i) => `${i + 10},${i + 10},${i % 2},${i % 2 === 0 ? ',1' : '0,'}`,
    );
    const splits = (some: string[]) => `record,subject,outer,inner0,inner1\n${some.join('\n')}\n`;
    const inner = rows.map((row, i) => row.replace(/1$/, String(i % 3)).replace(/0,$/, `${i % 3},`));
    const result = await answered(
      study,
      { data: 'data' },
      {
        ...folder,
        'data/splits/ltafdb-all.csv': splits(inner),
      },
    );
    expect(result.targets.AF.folds).toEqual({ file: 'splits/ltafdb-all.csv' });
    expect(result.targets['AF-mixed'].folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    const lacking = await answered(
      study,
      { data: 'data' },
      {
        ...folder,
        'data/splits/ltafdb-all.csv': splits(inner.slice(1)),
      },
    );
    expect(lacking.targets.AF.folds).toEqual({ seed: 0, outer: 5, inner: 3 });
    expect(lacking.warnings).toMatchObject([
      { kind: 'folds-drawn', what: expect.stringContaining('such as 10') },
    ]);
  });

  it('say what is missing, and how to get it', async () => {
    const [none] = await refused(study);
    expect(none).toMatchObject({
      path: 'records.preset',
      why: 'the records are not part of a study, and no folder with them is named',
      accepted: expect.stringContaining('`sightline data fetch ltafdb --to DIR`'),
    });
    const [empty] = await refused(study, { data: 'elsewhere' }, folder);
    expect(empty!.why).toContain('elsewhere/ltafdb: there is no such folder');
    const [useless] = await refused(study, { data: 'data' }, { 'data/ltafdb/10.atr': 'x' });
    expect(useless!.why).toContain('10.atr: its header is missing');
  });
});
