import { foreignStates, lookAtTable } from '@sightline/data';
import type { RetrospectResult } from '@sightline/study';
import { parseStudy } from '@sightline/study';
import {
  holdsStates,
  proposedPoints,
  proposedRoles,
  saidOf,
  statesForm,
  studyOfStates,
} from '@sightline/study/proposal';
import { describe, expect, it } from 'vitest';
import { simulatedNights } from '../../test/simulated-nights.ts';
import { memoryFiles } from '../study/memory-files.ts';
import { answerQuestion } from '../work/answer-question.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const NIGHTS = simulatedNights(12, 60);
const EPOCHS = NIGHTS.flatMap(({ unit, states }) => states.map((state, k) => ({ unit, k, state })));
const table = (head: string, rows: readonly (readonly (string | number)[])[]) =>
  [head, ...rows.map((row) => row.join(','))].join('\n');

const clock = (seconds: number) =>
  [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** The same nights as different people keep them. */
const TABLES: Record<string, { text: string; form: object }> = {
  'epochs that are numbered': {
    text: table(
      'subject,epoch,stage',
      EPOCHS.map(({ unit, k, state }) => [unit, k + 1, state]),
    ),
    form: {
      shape: 'epochs',
      times: 'epochs',
      epoch: 30,
      columns: { unit: 'subject', time: 'epoch', state: 'stage' },
    },
  },
  'seconds, under other names': {
    text: table(
      'pid,seconds,sleep_stage',
      EPOCHS.map(({ unit, k, state }) => [unit, 30 * k, state]),
    ),
    form: {
      shape: 'epochs',
      times: 's',
      epoch: 30,
      columns: { unit: 'pid', time: 'seconds', state: 'sleep_stage' },
    },
  },
  'times of day': {
    text: table(
      'patient,time,state',
      EPOCHS.map(({ unit, k, state }) => [unit, clock(85_800 + 30 * k), state]),
    ),
    form: { shape: 'epochs', times: 'clocks', epoch: 30 },
  },
  dates: {
    text: table(
      'patient,when,state',
      EPOCHS.map(({ unit, k, state }) => [unit, `2024-05-02T01:${clock(30 * k).slice(3)}`, state]),
    ),
    form: { shape: 'epochs', times: 'moments', epoch: 30 },
  },
  'a row a night': {
    text: table(
      `id,${NIGHTS[0]!.states.map((_, k) => `e${k + 1}`)}`,
      NIGHTS.map(({ unit, states }) => [unit, ...states]),
    ),
    form: { shape: 'wide', times: 'none', epoch: 30, columns: { unit: 'id' } },
  },
  'a column a night': {
    text: table(
      `epoch,${NIGHTS.map(({ unit }) => unit)}`,
      NIGHTS[0]!.states.map((_, k) => [k, ...NIGHTS.map(({ states }) => states[k]!)]),
    ),
    form: { shape: 'columns', times: 'epochs', epoch: 30, columns: { time: 'epoch' } },
  },
  'annotations with a duration': {
    text: table(
      'file,onset,duration,description',
      EPOCHS.map(({ unit, k, state }) => [unit, 30 * k, 30, state]),
    ),
    form: {
      shape: 'stretches',
      times: 's',
      columns: { record: 'file', from: 'onset', duration: 'duration' },
    },
  },
};

async function read(text: string) {
  const look = await lookAtTable('night.csv', bytesOf(text));
  const form = statesForm(look);
  if (!form) throw new Error('no states');
  const states = await foreignStates('night.csv', bytesOf(text), saidOf(form), look.form);
  if (!states.ok) throw new Error(JSON.stringify(states.problems[0]));
  return { look, form, states };
}

describe('a table of states', () => {
  for (const [how, { text, form }] of Object.entries(TABLES))
    it(`is known by ${how}, and means the same`, async () => {
      const found = await read(text);
      expect(found.form).toMatchObject(form);
      const usual = await read(TABLES['seconds, under other names']!.text);
      expect(found.states.csv).toBe(usual.states.csv);
    });

  it('is told from a table of values', async () => {
    const looks = [
      'patient,0.5,1.5,2.5\np1,1,2,3\np2,2,2,4',
      'patient,time,glucose,meal\np1,0,5.1,yes\np1,1,5.3,no\np2,0,4.1,no\np2,1,4.4,yes',
      'unit,time,value\na,0,1\na,1,0\na,2,1',
    ];
    for (const text of looks) expect(holdsStates(await lookAtTable('t.csv', bytesOf(text)))).toBe(false);
  });

  it('is a study that has an answer, of which every state counts for something', async () => {
    const { form, states } = await read(TABLES['epochs that are numbered']!.text);
    const roles = proposedRoles(states);
    expect(Object.fromEntries(roles)).toEqual({
      W: { as: 'target', target: 'Wake' },
      R: { as: 'target', target: 'REM' },
      N3: { as: 'target', target: 'N3' },
      N2: { as: 'other' },
      '?': { as: 'invalid' },
    });
    const points = Math.min(12, proposedPoints(states, form.epoch));
    const text = studyOfStates('night.csv', { form, roles, points }, true);
    expect(parseStudy('s.yaml', text).problems).toEqual([]);
    const answer = await answerQuestion(
      { command: 'retrospect', request: { draws: 100 } },
      { study: 's.yaml', text, seed: 0 },
      memoryFiles(new Map([['night.csv', bytesOf(states.csv)]])),
      { signal: new AbortController().signal, onProgress() {}, onPartial() {} },
    );
    if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
    const { targets, records, warnings } = answer.result as RetrospectResult;
    expect([records, Object.keys(targets), warnings.filter(({ kind }) => kind === 'absent-state')]).toEqual([
      12,
      ['Wake', 'REM', 'N3'],
      [],
    ]);
  });

  it('without states that people ask about has its three most common ones as targets', () => {
    const states = ['sit', 'walk', 'lift', 'lie', 'unknown'].map((state, i) => ({ state, seconds: 10 - i }));
    expect([...proposedRoles({ states }).values()].map(({ as }) => as)).toEqual([
      'target',
      'target',
      'target',
      'other',
      'invalid',
    ]);
    expect(proposedPoints({ lengths: [0, 300, 900] }, 30)).toBe(2);
    expect(proposedPoints({ lengths: [600, 900] }, 30)).toBe(20);
  });
});
