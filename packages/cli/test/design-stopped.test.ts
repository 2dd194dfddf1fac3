import { describe, expect, it } from 'vitest';
import { main } from '../src/main.ts';
import { design, text, unwrapped } from './design-fixtures.ts';

/** So many protocols that a proof would take long: forty readings side by side. */
const LARGE = `sightline: 1
time: { horizon: 10, points: 24, unit: h }
target: { above: 0 }
latent: { kernel: { ou: { tau: 1 } } }
catalogue: [{ at: { from: 0.2, to: 9.8, count: 40 }, noise: 0.4 }]
choose: { exactly: 8 }
`;

describe('a search that is not done', () => {
  it('ends when the time is up, says how much better is possible, and that this differs from run to run', async () => {
    const { code, result } = await design(LARGE, '--seconds', '0.2');
    expect(code).toBe(0);
    expect(result.best).toMatchObject({ method: 'branch and bound', certified: false, ended: 'seconds' });
    expect(result.best.gap).toBeCloseTo(result.best.upperBound - result.best.objective, 12);
    expect(result.best.gap).toBeGreaterThan(0);
    expect(result.warnings).toMatchObject([{ kind: 'ended-early', path: '--seconds' }]);
    expect(unwrapped(await text(LARGE, '--seconds', '0.2'))).toMatch(
      /At most 0\.\d{3} better is possible \(76 904 685 choices; the time limit was reached\)/,
    );
  });

  it.each([
    ['exactly: 8', ['--method', 'exhaustive']],
    ['budget: 8', ['--method', 'exhaustive', '--frontier']],
    ['budget: 8', ['--method', 'branch', '--frontier']],
    ['budget: 8', ['--method', 'heuristic', '--frontier']],
  ])(
    'ends every search when the time is up: %s, %j',
    async (rules, options) => {
      const start = performance.now();
      const study = LARGE.replace('exactly: 8', rules).replace(
        'noise: 0.4',
        'noise: 0.4, cost: { base: 1, perWidth: 0 }',
      );
      const { code, result } = await design(study, '--seconds', '0.6', ...options);
      expect(performance.now() - start).toBeLessThan(60_000);
      expect(code).toBe(0);
      const { best, frontier, warnings } = result;
      expect(best.certified).toBe(false);
      expect(best.upperBound).toBeGreaterThan(best.objective);
      if (!options.includes('heuristic')) {
        expect(best.ended).toBe('seconds');
        expect(warnings).toMatchObject([{ kind: 'ended-early', path: '--seconds' }]);
      }
      if (frontier) {
        const top = frontier.at(-1);
        expect(top).toMatchObject({ actions: best.actions, value: best.objective, certified: false });
      }
    },
    60_000,
  );

  it('ends on Ctrl-C with the best so far', async () => {
    let out = '';
    const cancel = new AbortController();
    const lines: string[] = [];
    let now = 0;
    const code = await main(['design', 'study.yaml', '--json', '--method', 'branch'], {
      out: (part) => {
        out += part;
      },
      err: () => {},
      files: { read: async () => new TextEncoder().encode(LARGE) },
      env: {},
      now: () => (now += 1000),
      signal: cancel.signal,
      progress: (line) => {
        lines.push(line);
        if (lines.length === 3) cancel.abort();
      },
    });
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^\d+ parts, best 0\.\d{4}, at most 0\.\d{4} better is possible/);
    expect(lines.at(-1)).toBe('');
    const { best, warnings } = JSON.parse(out);
    expect(best).toMatchObject({ certified: false, ended: 'interrupted' });
    expect(warnings).toMatchObject([{ kind: 'ended-early' }]);
  });

  it('proves nothing where nothing is asked to be proved', async () => {
    const { result } = await design(LARGE, '--method', 'heuristic');
    expect(result.best).toMatchObject({
      method: 'forward selection and swaps',
      certified: false,
      upperBound: 1,
      ended: null,
    });
    expect(unwrapped(await text(LARGE, '--method', 'heuristic'))).toContain('is not proved');
  });
});
