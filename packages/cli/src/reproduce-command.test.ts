import { describe, expect, it } from 'vitest';
import { runInMemory } from './memory-io.ts';

describe('sightline reproduce', () => {
  it('puts Table 1 beside the published one', async () => {
    const { code, out, err } = await runInMemory(['reproduce', 'table-1', '--json'], {});
    expect([code, err]).toEqual([0, '']);
    const { command, experiments } = JSON.parse(out);
    expect(command).toBe('reproduce');
    const { rows, tables } = experiments['table-1'];
    expect(rows.length).toBeGreaterThan(20);
    for (const { what, verdict } of rows) expect(verdict, what).not.toBe('differs');
    expect(tables).toHaveLength(5);
  });

  it('prints within 80 columns', async () => {
    const { out } = await runInMemory(['reproduce', 'table-1'], {});
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(out).toContain('greedy plus swap, minimum');
    expect(out).toContain('explained');
  });

  it('refuses names that it does not know', async () => {
    const { code, err } = await runInMemory(['reproduce', 'table-9'], {});
    expect(code).toBe(2);
    expect(err).toContain('Accepted: figure-1, figure-2a, figure-2b, figure-2cd, table-1');
  });
});
