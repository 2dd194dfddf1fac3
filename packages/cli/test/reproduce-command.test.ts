import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../src/io/io.ts';
import { runInMemory } from '../src/memory-io.ts';
import { memoryPieceStore } from './memory-piece-store.ts';
import { misfits } from './result-fits.ts';

const run = (argv: string[], more: Partial<CommandIo> = {}, env: CommandIo['env'] = {}) =>
  runInMemory(['reproduce', ...argv], {}, env, more);

describe('sightline reproduce', () => {
  it('puts Table 1 beside the published one', async () => {
    const { code, out, err } = await run(['table-1', '--json']);
    expect(code).toBe(0);
    expect(err).toContain('table-1: 20 agree, 4 explained, 1 unexplained, 0 differ');
    const { command, experiments, quick } = JSON.parse(out);
    expect(misfits('reproduce', JSON.parse(out))).toEqual([]);
    expect({ command, quick }).toEqual({ command: 'reproduce', quick: false });
    const { rows, tables } = experiments['table-1'];
    expect(rows.length).toBeGreaterThan(20);
    for (const { what, verdict } of rows) expect(verdict, what).not.toBe('differs');
    expect(tables).toHaveLength(5);
  });

  it('prints within 80 columns, and counts the verdicts at the end', async () => {
    const { out } = await run(['table-1']);
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(out).toContain('greedy plus swap, minimum');
    expect(out).toContain('explained');
    expect(out.trimEnd().split('\n').slice(-2).join(' ')).toBe(
      '25 numbers: 20 agree, 4 explained, 1 unexplained, 0 differ. 0.0 s with 1 worker, seed 1.',
    );
  });

  it('says why an experiment was left out, and looks where it is told', async () => {
    const without = await run(['figure-3', '--quick']);
    expect(without.code).toBe(0);
    expect(without.out.replace(/\s+/g, ' ')).toContain(
      'skipped: sleep-edfx is not there; --data DIR or SIGHTLINE_DATA names the folder',
    );
    expect(without.out.replace(/\s+/g, ' ')).toContain(
      '0 numbers: 0 agree, 0 explained, 0 unexplained, 0 differ; 1 of 1 experiments skipped.',
    );
    const folders: string[] = [];
    const files: CommandIo['files'] = {
      read: async () => {
        throw new Error('not read');
      },
      folder: (path) => {
        folders.push(path);
        return { list: async () => [], read: async () => new Uint8Array() };
      },
    };
    await run(['af-grid', '--data', 'here'], { files }, { SIGHTLINE_DATA: 'there' });
    await run(['af-grid'], { files }, { SIGHTLINE_DATA: 'there' });
    expect(new Set(folders)).toEqual(new Set(['here/ltafdb', 'there/ltafdb']));
  });

  it('writes what it found, and nothing without --out', async () => {
    expect((await run(['figure-1'])).saved).toEqual({});
    const kept = new Map<string, Uint8Array>();
    const { code, out, err, saved } = await run(['figure-1', '--json', '--out', 'paper'], {
      pieces: () => memoryPieceStore(kept),
    });
    expect(code).toBe(0);
    expect(saved['paper/result.json']).toBe(out);
    expect(err).toContain('written to paper: result.json');
    expect(kept.size).toBe(0);
  });

  it('reports damaged pieces and goes on without it; --fresh does not look at it', async () => {
    const files = () =>
      new Map([
        ['figure-1-00-0.pieces', new Uint8Array(400).fill(1, 4)],
        ['weights.bin', new Uint8Array(9)],
      ]);
    const start = (kept: Map<string, Uint8Array>, ...more: string[]) =>
      run(['figure-1', '--json', '--out', 'paper', ...more], {
        pieces: () => memoryPieceStore(kept),
      });
    const damaged = files();
    const { code, err } = await start(damaged);
    expect(code).toBe(0);
    expect(err).toContain('figure-1-00-0.pieces is damaged: it is not used, and removed\n');
    expect([...damaged.keys()]).toEqual(['weights.bin']);
    const fresh = files();
    expect((await start(fresh, '--fresh')).err).not.toContain('damaged');
    expect([...fresh.keys()]).toEqual(['weights.bin']);
  });

  it('refuses names that it does not know, and options that need another', async () => {
    const { code, err } = await run(['table-9']);
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are figure-1, figure-2a, figure-2b, figure-2cd, table-1');
    const fresh = await run(['figure-1', '--fresh']);
    expect([fresh.code, fresh.err]).toEqual([2, expect.stringContaining('--fresh needs --out')]);
    const noDisk = await run(['figure-1', '--out', 'paper', '--json']);
    expect(noDisk.code).toBe(3);
    expect(JSON.parse(noDisk.out).problems).toMatchObject([
      { file: 'paper', why: 'nothing can be written there (there is no disk)' },
    ]);
  });
});
