import { describe, expect, it } from 'vitest';
import type { Check } from '../src/doctor/checks.ts';
import { runInMemory } from '../src/memory-io.ts';
import { misfits } from './result-fits.ts';

const asked = async (argv: string[], files = {}) => {
  const { code, out } = await runInMemory(['doctor', '--json', ...argv], files);
  const document = JSON.parse(out) as { checks: Check[] };
  expect(misfits('doctor', document)).toEqual([]);
  return { code, of: Object.fromEntries(document.checks.map((one) => [one.name, one])) };
};

describe('sightline doctor', () => {
  it('finds the program and its numbers, to the last bit', async () => {
    const { code, of } = await asked([]);
    expect(code).toBe(0);
    expect(of.numbers).toMatchObject({ status: 'ok', todo: null });
    expect(of.program!.what).toContain(`Node ${process.versions.node}`);
    expect(of.DuckDB!.what).toMatch(/^v\d/);
    expect(of.Redis).toMatchObject({ status: 'absent' });
  });

  it('counts recordings, and says how to get the others', async () => {
    const { code, of } = await asked(['--data', 'd'], { 'd/ltafdb/00.atr': '', 'd/ltafdb/01.atr': '' });
    expect(code).toBe(0);
    expect(of.data).toMatchObject({
      status: 'ok',
      what: 'ltafdb: 2 files',
      todo: 'sightline data fetch sleep-edfx --to d',
    });
    expect((await asked(['--data', 'none'])).of.data).toMatchObject({
      status: 'absent',
      what: 'none has none',
    });
  });

  it('says what is wrong with a queue that was named', async () => {
    const { code, of } = await asked(['--queue', 'http://localhost']);
    expect(code).toBe(3);
    expect(of.Redis).toMatchObject({ status: 'broken' });
    expect(of.Redis!.todo).toContain('redis://');
  });

  it('says it in 80 columns, with what to do', async () => {
    const { out } = await runInMemory(['doctor'], {});
    expect(out).toContain('to do: --queue redis://host:6379');
    for (const line of out.split('\n').filter((one) => !one.includes('/')))
      expect(line.length).toBeLessThanOrEqual(80);
  });
});
