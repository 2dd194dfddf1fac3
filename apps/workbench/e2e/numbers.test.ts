import { calibrateDocument, designDocument, identifyDocument, planDocument } from '@sightline/answers';
import type {
  CalibrateResult,
  DesignResult,
  IdentifyResult,
  RunResult,
  Study,
  UnitsPlanResult,
} from '@sightline/study';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonOf } from './command-line.ts';
import { ask, example, numbersIn, valuesIn } from './panel.ts';
import { openExample, startWorkbench, type Workbench } from './workbench-page.ts';

// Every number that a question shows is compared with `sightline … --json` on the same files, to the last bit: the same
// code runs in both, and nothing in it is left to the JavaScript engine.

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const DATA = ['calibration/dense.csv'];

async function asked<Result>(study: string, ...argv: string[]): Promise<Result> {
  const files = Object.fromEntries([study, ...DATA].map((path) => [`examples/${path}`, example(path)]));
  return jsonOf<Result>([argv[0]!, `examples/${study}`, ...argv.slice(1)], files);
}

async function pageOf(study: string): Promise<Page> {
  const page = await workbench.open();
  await openExample(page, study);
  return page;
}

/** The verdict. */
const sentencesOf = (answer: Locator) => answer.locator('.answer p').allTextContents();

/** Every number in a document, however deep. */
function numbersOf(document: unknown): number[] {
  if (typeof document === 'number') return [document];
  if (document === null || typeof document !== 'object') return [];
  return Object.values(document).flatMap(numbersOf);
}

/** Nothing is shown that the command did not say, and what is read is the rounding of it. */
async function expectAllToldBy(answer: Locator, documents: unknown, derived: readonly number[] = []) {
  const told = new Set([...numbersOf(documents), ...derived]);
  const shown = await numbersIn(answer);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter(({ value }) => !told.has(value))).toEqual([]);
  for (const { shown: read, value } of shown) {
    if (!/^-?[\d.]+(e[+-]?\d+)?$/.test(read)) continue; // a sentence around its number
    const decimals = /\.(\d+)/.exec(read)?.[1]?.length ?? 0;
    const exponent = Number(/e([+-]?\d+)/.exec(read)?.[1] ?? 0);
    const half = 0.5 * 10 ** (exponent - decimals) * (1 + 1e-9);
    expect([read, Math.abs(Number(read) - value) <= half]).toEqual([read, true]);
  }
}

describe('Known? shows what `sightline identify --json` says', () => {
  for (const study of [
    'four-points/any.yaml',
    'four-points/stationary.yaml',
    'is-my-benchmark-enough/study.yaml',
    'shift/study.yaml',
  ])
    it(study, async () => {
      const page = await pageOf(study);
      const answer = await ask(page, 'identify');
      const told = await asked<IdentifyResult>(study, 'identify', '--worlds');
      const { time } = parse(example(study)) as Study;
      // What the benchmark sees in either world is printed by `run`, which on a large grid does far more than that.
      const run = time.points <= 32 ? await asked<RunResult>(study, 'run') : undefined;
      const sentences = await sentencesOf(answer);
      // The first is about the benchmark itself, which `identify` does not print.
      expect(sentences.slice(1)).toEqual(identifyDocument(told).verdict);
      for (const [name, one] of Object.entries(told.alternatives)) {
        const { value, range, worlds, worldsDiffer, sensitivity, augmentation, verdict } = one;
        const row = answer.locator(`[data-table=ranges] tr[data-row="${name}"]`);
        expect(await valuesIn(row)).toEqual(
          [value, range?.low, range?.high].filter((number) => typeof number === 'number'),
        );
        const part = answer.locator(`[data-section="${name}"]`);
        const world = (which: string) => valuesIn(part.locator(`[data-table=worlds] tr[data-row=${which}]`));
        expect(await world('alternative')).toEqual(worlds.map((each) => each.value));
        expect(await world('correlation')).toEqual(worldsDiffer?.correlations ?? []);
        if (run) {
          expect(await world('realised')).toEqual(run.worlds[name]?.realisedValue ?? []);
          expect(await world('variance')).toEqual(run.worlds[name]?.targetVariance ?? []);
        }
        expect(await valuesIn(part.locator('.fix'))).toEqual(
          augmentation ? [augmentation.cost, ...(augmentation.surest ? [augmentation.surest.cost] : [])] : [],
        );
        expect(await valuesIn(part.locator('[data-fact=value]'))).toEqual(value === null ? [] : [value]);
        expect(await valuesIn(part.locator('[data-fact=sensitivity]'))).toEqual(
          sensitivity === null || verdict === 'identified' ? [] : [sensitivity],
        );
      }
      if (run) await expectAllToldBy(answer, [told, run]);
      await page.close();
    });
});

describe('Told apart? shows what the commands say', () => {
  it('`sightline calibrate --json` and `sightline plan --json`', async () => {
    const study = 'calibration/study.yaml';
    const page = await pageOf(study);
    const answer = await ask(page, 'calibrate');
    const told = await asked<CalibrateResult>(study, 'calibrate');
    expect(await sentencesOf(answer)).toEqual(calibrateDocument(told).verdict);
    const row = (of: Locator, table: string, name: string | number) =>
      valuesIn(of.locator(`[data-table=${table}] tr[data-row="${name}"]`));
    for (const [name, { value, low, high, rmse, cost, actions }] of Object.entries(told.protocols))
      expect(await row(answer, 'values', name)).toEqual([value, low, high, rmse, cost, actions]);
    for (const { a, b, difference, low, high } of told.comparisons)
      expect(await row(answer, 'differences', `${a} ${b}`)).toEqual([difference, low, high]);
    for (const { name, size, value, restriction, epsilon, guarantee, regret } of told.resolution!.classes)
      expect(await row(answer, 'resolution', name)).toEqual([
        size,
        value,
        restriction,
        epsilon,
        guarantee,
        regret,
      ]);
    expect(await valuesIn(answer.locator('[data-fact=error]'))).toEqual([told.epsilon]);
    await expectAllToldBy(answer, told);

    const needed = await ask(page, 'plan');
    const plan = await asked<UnitsPlanResult>(study, 'plan');
    expect(await sentencesOf(needed)).toEqual(planDocument(plan).verdict);
    for (const { units, epsilon, resolves } of plan.curve)
      expect(await row(needed, 'curve', units)).toEqual([units, epsilon, resolves]);
    expect(await valuesIn(needed.locator('[data-fact=gap]'))).toEqual([plan.gap]);
    expect(await valuesIn(needed.locator('[data-fact="this pair"]'))).toEqual([plan.pairwise.unitsNeeded]);
    expect(await valuesIn(needed.locator('[data-fact="all pairs"]'))).toEqual([plan.unitsNeeded]);
    await expectAllToldBy(needed, plan);
    await page.close();
  });
});

/** null: several targets have no RMSE in common. */
const given = (rmse: number | null) => (rmse === null ? [] : [rmse]);

describe('Best? shows what `sightline design --json` says', () => {
  for (const study of [
    'design/points.yaml',
    'design/windows.yaml',
    'design/targets.yaml',
    'design/rules.yaml',
    'shift/study.yaml',
  ])
    it(study, async () => {
      const page = await pageOf(study);
      const answer = await ask(page, 'design');
      const told = await asked<DesignResult>(study, 'design', '--frontier', '--sensitivity');
      const { best, comparators, frontier, sensitivity, random } = told;
      expect(await sentencesOf(answer)).toEqual(designDocument(told).verdict);
      for (const [label, field] of [
        ['value', 'value'],
        ['upper bound', 'upperBound'],
        ['gap', 'gap'],
        ['computed', 'evaluations'],
        ['cost', 'cost'],
      ] as const)
        expect([field, await valuesIn(answer.locator(`[data-fact="${label}"]`))]).toEqual([
          field,
          [best[field]],
        ]);
      const row = (table: string, name: string | number) =>
        valuesIn(answer.locator(`[data-table=${table}] tr[data-row="${name}"]`));
      for (const [name, { objective, rmse, efficiency, cost }] of Object.entries(comparators))
        expect(await row('others', name)).toEqual([objective, ...given(rmse), efficiency, cost]);
      expect(await row('others', 'random')).toEqual([random.median, random.efficiency]);
      for (const { cost, value, rmse } of frontier!)
        expect(await row('frontier', cost)).toEqual([cost, value, ...given(rmse)]);
      for (const { action, at, freedom, curve } of sensitivity!)
        expect(await row('freedom', action)).toEqual([
          at,
          freedom.from,
          freedom.to,
          Math.max(0, ...curve.map(({ loss }) => loss)),
        ]);
      await expectAllToldBy(answer, told, [1, 0]);
      await page.close();
    });
});
