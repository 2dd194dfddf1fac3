import { expect, it } from 'vitest';
import { askInNode } from '../../../test/ask-in-node.ts';
import { memoryFiles } from '../../study/memory-files.ts';
import { answerQuestion } from '../../work/answer-question.ts';
import type { Results } from '../../work/question.ts';
import { teams } from '../../work/teams.ts';
import { TOUR_STUDY } from '../parts/answers.ts';
import { DATA, dataStudy, lawStudy, NAMES, teamsPicture, verdictOf } from './seven-protocols.ts';

const asking = { study: TOUR_STUDY, text: lawStudy(), seed: 0 };
const asked = async (units: number, count: number) =>
  (await teams({ study: dataStudy(), units, count }, asking, memoryFiles(new Map()))).result;

it('has every team find what `calibrate` finds in what it wrote down', async () => {
  const found = await asked(40, 2);
  const files = memoryFiles(new Map([[DATA, new TextEncoder().encode(found.data)]]));
  const question = { command: 'calibrate', request: { draws: 400 } } as const;
  const answer = await answerQuestion(question, { ...asking, text: dataStudy() }, files, {
    signal: new AbortController().signal,
    onProgress: () => {},
    onPartial: () => {},
  });
  if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
  const { protocols, bestSet, units } = answer.result as Results['calibrate'];
  expect(units).toBe(40);
  expect(found.teams[0]!.bestSet).toEqual(bestSet);
  for (const name of NAMES) expect(found.teams[0]!.estimates[name]).toBe(protocols[name]!.value);
  expect(found.teams[1]!.estimates).not.toEqual(found.teams[0]!.estimates);
});

it('has few people support no choice among spread readings, and more rule out blocks', async () => {
  const { result } = await askInNode({ command: 'value' }, lawStudy());
  const truth = Object.fromEntries(NAMES.map((name) => [name, result!.protocols[name]!.value]));
  const [few, many] = [await asked(20, 6), await asked(500, 6)];
  const [before, after] = [few, many].map((own) => verdictOf(own, truth));
  expect(before!.choices).toBeGreaterThan(2);
  expect(before!.undecided).toBe(6);
  expect(before!.noBlock).toBe(0);
  expect(after!.noBlock).toBe(6);
  expect(after!.undecided).toBe(6);
  expect(after!.lost).toBeLessThan(before!.lost);
  expect(teamsPicture({ width: 700, teams: many.teams, truth })).toContain('would choose: ');
});

it('counts choices and what they lose', () => {
  const estimates = {};
  const found = verdictOf(
    {
      teams: [
        { estimates, bestSet: ['even'] },
        { estimates, bestSet: ['midday', 'even'] },
        { estimates, bestSet: ['even', 'late gap'] },
      ],
      data: '',
    },
    { even: 0.7, 'late gap': 0.6, midday: 0.5 },
  );
  expect(found).toEqual({ choices: 2, undecided: 2, noBlock: 2, lost: 0.7 - 0.5 });
});
