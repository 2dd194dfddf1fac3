import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DATABASES } from './databases/index.ts';
import { FORMS } from './forms/index.ts';
import { parseStateTable } from './sources/table.ts';

const root = new URL('../../../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe.each(DATABASES)('$name', ({ name, example, download, reference, records, covariates, folds }) => {
  it('is known to the schema, to the documentation and by an example', () => {
    const schema = JSON.parse(text('packages/study/study.schema.json'));
    expect(schema.properties.records.properties.preset.enum).toContain(name);
    const page = text('docs/study-file.md');
    expect(page).toContain(`| \`${name}\``);
    for (const target of Object.keys({ ...records.targets, ...records.cohorts }))
      expect(page).toContain(target);
    expect(text(`examples/${example}/study.yaml`)).toContain(`preset: ${name}`);
  });

  it('agrees with itself', () => {
    expect(download.base).toContain(`/${name}/`);
    expect(reference).toMatch(/doi:/);
    const own = ['stratum', 'hours', ...covariates];
    expect(records.baselines.filter((baseline) => !own.includes(baseline))).toEqual([]);
    const targets = Object.keys(records.targets);
    expect(Object.values(records.cohorts).filter(({ of }) => !targets.includes(of))).toEqual([]);
    expect(Object.keys(folds)).toContain('all');
    // A state is one thing only.
    const states = [...records.invalid, ...records.other, ...Object.values(records.targets).flat()];
    expect(new Set(states).size).toBe(states.length);
  });
});

describe.each(FORMS)('a table of $name', ({ columns, example, tells }) => {
  it('is documented, and its example is read as it says', async () => {
    const { description } = JSON.parse(text('packages/study/study.schema.json')).properties.records.properties
      .table;
    expect(description).toContain(columns.join(', '));
    for (const column of columns) expect(text('docs/study-file.md')).toContain(`\`${column}\``);
    const read = await parseStateTable('example.csv', new TextEncoder().encode(example));
    expect(read).toMatchObject({ ok: true, kind: tells, records: [{ record: 'a' }] });
  });
});
