import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunResult, runResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerDocument,
  answerDocument,
  cellText,
  documentMarkdown,
  documentText,
  reportPage,
  runDocument,
  shortText,
} from '../src/index.ts';

const ROOT = join(dirname(new URL(import.meta.url).pathname), '../../..');
const STUDIES = ['four-points/any', 'calibration/study', 'design/targets', 'records-table/study'];

/** Words of our own, where the field has others. */
const OURS =
  /one after the other|with exchanges|first to last|in a row|smallest largest|hold together|says nothing|whoever/i;

const flat = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/[\s\u00a0\\]+/g, ' ');

/** Numbers with their texts, of all tables and facts. */
function numbersOf({ sections, basis }: AnswerDocument): Set<number> {
  const found = new Set<number>();
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    if ('number' in value && typeof value.number === 'number') found.add(value.number);
    Object.values(value).forEach(visit);
  };
  visit([sections, basis]);
  return found;
}

describe.each(STUDIES)('%s', (study) => {
  let run: RunResult;
  beforeAll(async () => {
    const read = async (path: string) => new Uint8Array(await readFile(path));
    run = await runResult(join(ROOT, `examples/${study}.yaml`), { read }, 0, { draws: 200 });
  });

  it('terminal, report and Markdown say the same sentences, in the words of the field', () => {
    const document = runDocument(run, '1');
    const shown = [
      shortText(document, 'report.html'),
      reportPage(run, { version: '1', command: 'sightline run study.yaml' }),
      documentMarkdown(document),
    ].map(flat);
    expect(document.verdict.length).toBeGreaterThan(0);
    for (const sentence of document.verdict)
      for (const text of shown)
        expect(text).toContain(flat(sentence).replaceAll('`', text === shown[1] ? '' : '`'));
    for (const text of shown) expect(text).not.toMatch(OURS);
  });

  it('every cell that a terminal has room for is in the report', () => {
    const page = flat(reportPage(run, { version: '1', command: 'sightline run study.yaml' }));
    for (const { sections } of [runDocument(run, '1')])
      for (const block of sections.flatMap(({ blocks }) => blocks))
        if (block.kind === 'table')
          for (const { cells } of block.table.rows)
            for (const cell of cells) expect(page).toContain(flat(cellText(cell)).trim());
  });

  it('has every number of interest, to the last digit', () => {
    const { value, identify, calibrate, plan, design, retrospect } = run.steps;
    const wanted: [AnswerDocument, (number | null | undefined)[]][] = [];
    if (value)
      wanted.push([
        answerDocument(value),
        Object.values(value.protocols).flatMap((one) => [one.value, one.linearValue, one.cost]),
      ]);
    if (identify)
      wanted.push([
        answerDocument(identify),
        Object.values(identify.alternatives).flatMap((one) => [
          ...[one.value, one.range?.low, one.range?.high, one.augmentation?.cost],
          ...one.worlds.map((world) => world.value),
          ...(one.worldsDiffer?.correlations ?? []),
        ]),
      ]);
    if (calibrate)
      wanted.push([
        answerDocument(calibrate),
        [
          calibrate.epsilon,
          ...Object.values(calibrate.protocols).flatMap(({ value: own, low, high, cost }) => [
            own,
            low,
            high,
            cost,
          ]),
          ...calibrate.comparisons.flatMap(({ difference, low, high }) => [difference, low, high]),
          ...(calibrate.resolution?.classes ?? []).flatMap((one) => [
            one.value,
            one.epsilon,
            one.guarantee,
            one.regret,
          ]),
        ],
      ]);
    if (plan)
      wanted.push([
        answerDocument(plan),
        [plan.gap, plan.unitsNeeded, plan.pairwise.unitsNeeded, ...plan.curve.map(({ epsilon }) => epsilon)],
      ]);
    if (design)
      wanted.push([
        answerDocument({ ...design, ...run.choice }),
        [
          ...[
            design.best.value,
            design.best.upperBound,
            design.best.gap,
            design.best.evaluations,
            design.best.cost,
          ],
          ...Object.values(design.comparators).flatMap(({ objective, efficiency }) => [
            objective,
            efficiency,
          ]),
          ...[design.random.median, design.random.efficiency],
          ...(design.best.values ?? []),
          ...run.choice!.frontier.flatMap(({ cost, value: own }) => [cost, own]),
          ...run.choice!.sensitivity.flatMap(({ at, freedom: { from, to } }) => [at, from, to]),
        ],
      ]);
    if (retrospect)
      wanted.push([
        answerDocument(retrospect),
        Object.values(retrospect.targets).flatMap(({ templates, contrasts }) => [
          ...Object.values(templates).map(({ r2 }) => r2),
          ...contrasts.flatMap(({ difference, low, high }) => [difference, low, high]),
        ]),
      ]);
    expect(wanted.length).toBeGreaterThan(0);
    for (const [document, numbers] of wanted) {
      const shown = numbersOf(document);
      const missing = numbers.filter((one) => typeof one === 'number' && !shown.has(one));
      expect([document.question, missing]).toEqual([document.question, []]);
      for (const line of documentText(document).split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    }
  });
});
