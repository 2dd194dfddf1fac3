import { type RunResult, runResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../src/html/report-page.ts';
import { calibrateDocument } from '../src/questions/calibrate.ts';
import { designDocument } from '../src/questions/design/document.ts';
import { identifyDocument } from '../src/questions/identify/document.ts';
import { runDocument } from '../src/questions/run/document.ts';
import { documentText } from '../src/terminal/document-text.ts';

/**
 * Readings without noise so near to each other that sixteen digits of a covariance do not hold what they tell. The same law
 * by its formula has 32 digits, and says what is right.
 */
const POINTS = 25;
const times = Array.from({ length: POINTS }, (_, j) => (j + 0.5) * (10 / POINTS));
const length = 5 * Math.sqrt(2 / Math.PI);
const correlation = (u: number) => Math.exp(-(u * u) / (2 * length * length));
const matrix = times.map((s) => times.map((t) => correlation(s - t)).join(',')).join('\n');

const study = (law: string, target = 'mean') => `sightline: 1
time: { horizon: 10, points: ${POINTS}, unit: h }
target: ${target}
${law}
protocols:
  early: { at: { from: 0.2, to: 3, count: 8 }, noise: 0 }
  spread: { at: [2.2, 7.8], noise: 0 }
realised: spread
`;
const CHOICE = `catalogue: [{ at: { from: 0.2, to: 3.8, count: 10 }, noise: 0 }]
choose: { exactly: 9 }
`;
const FROM = { version: '1', command: 'sightline run study.yaml' };
const GIVEN = 'latent: { covariance: cov.csv }';
const FORMULA = 'latent: { kernel: { squaredExponential: { tau: 5 } } }';

/** Smooth courses of some units: sums of bumps. */
function dense(units: number): string {
  const rows = Array.from({ length: units }, (_, i) => {
    const height = (k: number) => ((i * 7919 + k * 104729) % 1009) / 1009 - 0.5;
    const course = times.map((t) =>
      Array.from({ length: 13 }, (_, k) => height(k + 1) * Math.exp(-((t - k + 1) ** 2) / 18)).reduce(
        (a, b) => a + b,
      ),
    );
    return `u${i},${course.join(',')}`;
  });
  return [`unit,${times.join(',')}`, ...rows].join('\n');
}

async function run(text: string): Promise<RunResult> {
  const contents: Record<string, string> = {
    'study.yaml': text,
    'cov.csv': matrix,
    'dense.csv': dense(60),
  };
  const read = async (path: string) => new TextEncoder().encode(contents[path]);
  return runResult('study.yaml', { read }, 0, { draws: 100 });
}

const kinds = (warnings: readonly { kind: string }[]) => warnings.map(({ kind }) => kind);

describe('a value that is known as a lower bound', () => {
  let bounded: RunResult;
  let exact: RunResult;
  beforeAll(async () => {
    bounded = await run(study(GIVEN) + CHOICE);
    exact = await run(study(FORMULA) + CHOICE);
  });

  it('is one: the formula gives more, and no bound', () => {
    const [low, right] = [bounded, exact].map(({ steps }) => steps.value!.protocols.early!);
    expect(low!.lowerBound).toBe(true);
    expect(right!.lowerBound).toBeUndefined();
    expect(right!.value).toBeGreaterThan(low!.value + 1e-6);
    expect(JSON.stringify(exact)).not.toContain('lowerBound');
    expect(reportPage(exact, FROM)).not.toContain('≥');
  });

  it('is called so by identify', () => {
    const { identify } = bounded.steps;
    const { early } = identify!.alternatives;
    expect(early).toMatchObject({ lowerBound: true, verdict: 'not-identified' });
    expect(documentText(identifyDocument(identify!))).toContain(
      `≥\u00a0${early!.value!.toFixed(6)} under the law given`,
    );
    expect(kinds(identify!.warnings)).toContain('lower-bound');
    // Of the two worlds that differ, the lower one's value is known.
    expect(early!.worlds[0]!.lowerBound).toBeUndefined();
    expect(early!.worlds[0]!.value).toBeLessThan(early!.worlds[1]!.value);
  });

  it('is called so by design, which then proves nothing', () => {
    const { design } = bounded.steps;
    const { best, comparators, random } = design!;
    expect(best).toMatchObject({ lowerBound: true, lowerBoundsMet: true, certified: false, upperBound: 1 });
    expect(best.gap).toBe(1 - best.objective);
    expect(comparators.contiguous.lowerBound).toBe(true);
    expect(random.lowerBound).toBe(true);
    for (const point of bounded.choice!.frontier)
      expect(point).toMatchObject({ lowerBound: true, certified: false });
    const text = documentText(designDocument(design!));
    expect(text.replace(/\s+/g, ' ')).toContain(`R² ≥ ${best.value.toFixed(3)}`);
    expect(text.replace(/\s+/g, ' ')).toContain('Whether another choice is better is not known');
    expect(text).toMatch(/contiguous +≥\u00a00\.9/);
    expect(kinds(design!.warnings)).toContain('lower-bound');

    // With all digits the same rules are decided, and what is best is worth more than the bound.
    const proved = exact.steps.design!.best;
    expect(proved).toMatchObject({ certified: true });
    expect(proved.value).toBeGreaterThan(best.value);
  });

  it('is called so in the report', () => {
    const [known, best] = runDocument(bounded, '1').parts!.map(({ sentences }) => sentences.join(' '));
    expect(known).toContain('Under the law given in the study it is R² ≥\u00a0');
    expect(best).toContain('R² ≥\u00a0');
    expect(reportPage(bounded, FROM)).toContain(
      `≥\u00a0${bounded.steps.value!.protocols.early!.value.toFixed(4)}`,
    );
  });

  it('is no range of one point', async () => {
    // Everything that the alternative reads is read by the benchmark too: its value is determined, and not known.
    const text = study(GIVEN)
      .replace('  spread:', '  all: { at: { from: 0.2, to: 3.8, count: 10 }, noise: 0 }\n  spread:')
      .replace('realised: spread', 'realised: all');
    const { early } = (await run(text)).steps.identify!.alternatives;
    expect(early).toMatchObject({ verdict: 'identified', lowerBound: true, range: null });
  });

  it('is called so by calibrate', async () => {
    const law = 'calibration: { data: dense.csv, noise: 0, estimand: linear }';
    const { calibrate } = (await run(study(law))).steps;
    expect(calibrate!.protocols.early!.lowerBound).toBe(true);
    expect(calibrate!.protocols.spread!.lowerBound).toBeUndefined();
    expect(documentText(calibrateDocument(calibrate!))).toMatch(
      /early +≥\u00a0[01]\.\d{3} +≥\u00a0[01]\.\d{3}/,
    );
    expect(kinds(calibrate!.warnings)).toContain('lower-bound');
  });
});
