import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/ask.ts';
import { FITTED, fittedStudy } from '../../../test/fitted-fixtures.ts';

const more = 'catalogue: [{ at: { from: 1.5, to: 22.5, count: 8 }, noise: 100 }]\nchoose: { exactly: 2 }\n';
const designed = (study: string, request: object = {}) =>
  ask('design', { 'study.yaml': study }, { ...request });

describe('design under a fitted law', () => {
  it('takes the law as estimated, and says so', async () => {
    const { result } = await designed(fittedStudy({ more }));
    expect(result).toMatchObject({ law: 'latent', units: 200, readings: 1180 });
    expect(result.warnings).toMatchObject([{ kind: 'estimated-law' }]);
  });

  it('under draws: the quantile of the values under laws from the sampling distribution of the parameters', async () => {
    const { result } = await designed(fittedStudy({ more }), { under: 'draws', draws: 100 });
    const { best, under, warnings } = result;
    expect(under).toMatchObject({ kind: 'draws', laws: 100 });
    expect(warnings).toEqual([]);
    // The value of the choice spreads as `value` says of a protocol with the same readings.
    const protocol = `  chosen: { at: [${best.at}], noise: 100 }\n`;
    const study = fittedStudy().replace('protocols:\n', `protocols:\n${protocol}`);
    const { result: valued } = await ask('value', { 'study.yaml': study }, { draws: 2000, level: 0.8 });
    expect(best.value).toBeCloseTo(valued.protocols.chosen.value, 9);
    expect(Math.abs(best.objective - valued.protocols.chosen.low)).toBeLessThan(
      0.7 * valued.protocols.chosen.standardError,
    );
    expect(best.objective).toBeLessThan(best.value);
  });

  it('under draws of a law that is known: its value', async () => {
    const sure = FITTED.replace(/-?\d+\.\d+(?=[,\]])|\b4\b(?=,)/g, (x) => String(Number(x) * 1e-16));
    const { result } = await designed(fittedStudy({ fitted: sure, more }), { under: 'draws', draws: 100 });
    expect(result.best.objective).toBeCloseTo(result.best.value, 5);
  });

  it('under draws asks for a law that is uncertain', async () => {
    const { code, result } = await designed(fittedStudy({ fitted: '', more }), { under: 'draws' });
    expect(code).toBe(3);
    expect(result.problems[0].accepted).toContain('`latent` with `fitted`');
  });
});
