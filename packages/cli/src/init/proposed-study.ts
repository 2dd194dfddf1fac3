import { basename } from 'node:path';
import { lookAtTable, UnreadableFile } from '@sightline/data';
import { InvalidStudy, type LocatedProblem, type StudyFiles } from '@sightline/study';
import {
  holdsStates,
  type Proposal,
  preparedFile,
  proposal,
  type Said,
  studyOfData,
} from '@sightline/study/proposal';
import { calibrate } from '@sightline/study/questions/calibrate';
import { ofFile } from '../io/file-problem.ts';
import { recordsStudy } from './records-study.ts';
import { type ProposedStudy, studyAbout } from './written-files.ts';

/** What is said of a table beside what it shows. */
export interface SaidOfTable {
  noise?: number | undefined;
  target?: Said['target'] | undefined;
}

/** cgm.csv.gz proposes cgm.yaml beside it. */
export const studyBeside = (table: string): string => `${table.replace(/(\.\w+)+$/, '')}.yaml`;

/**
 * Proposes a study about a table, as the page does. `missing` is asked for what the table does not show: it is told the largest noise that is
 * possible, and undefined is no answer.
 */
export async function proposedStudy(
  table: string,
  study: string,
  files: StudyFiles,
  missing: (bound: number | undefined) => Promise<SaidOfTable | undefined>,
): Promise<ProposedStudy | undefined> {
  const bytes = await readTable(table, files);
  const look = await looked(table, bytes);
  if (holdsStates(look)) return recordsStudy({ table, study, files }, bytes, look);
  const first = proposal(look);
  const isReplicated = first.said.columns.replicate !== undefined;
  const given = await missing(isReplicated ? 0 : first.noiseBound);
  if (given === undefined) return undefined;
  const said: Said = { ...first.said, ...(given.target && { target: given.target }) };
  if (!isReplicated) {
    if (given.noise === undefined) throw new InvalidStudy([noNoise(table, first.noiseBound)]);
    said.noise = given.noise;
  }
  const ready = await preparedFile({ name: basename(table), bytes }, look, said);
  return studyAbout(calibrate, { table, study, files }, ready, {
    holds: 'values',
    text: (named) => studyOfData(named, said),
    seen: [...wordsOf(said, first, look.whole), ...noisy(said.noise, first.noiseBound)],
  });
}

async function readTable(table: string, files: StudyFiles): Promise<Uint8Array> {
  try {
    return await files.read(table);
  } catch (error) {
    throw refused(error, table);
  }
}

async function looked(table: string, bytes: Uint8Array) {
  try {
    return await lookAtTable(basename(table), bytes);
  } catch (error) {
    throw refused(error, table);
  }
}

const refused = (error: unknown, table: string) =>
  error instanceof UnreadableFile
    ? new InvalidStudy([{ ...ofFile(table, error.why, error.accepted), path: ['--from'] }])
    : error;

const noNoise = (table: string, bound: number | undefined): LocatedProblem => ({
  ...ofFile(
    table,
    'nothing says how noisy one value of the table is',
    `--noise with the variance of one value’s noise, 0 where there is none${
      bound === undefined ? '' : `; steps from value to value leave at most ${Number(bound.toPrecision(3))}`
    }`,
    null,
  ),
  path: ['--noise'],
});

const ROLES = ['unit', 'trajectory', 'replicate', 'time', 'value'] as const;

/** What a table was taken for. */
function wordsOf(
  said: Said,
  { trajectories, complete }: Pick<Proposal, 'trajectories' | 'complete'>,
  whole: boolean,
): [string, string][] {
  const { shape, columns, horizon, points, unitOfTime, days, start, align, missing, target } = said;
  const roles = ROLES.flatMap((role) =>
    columns[role] === undefined ? [] : [`${role} is ‘${columns[role]}’`],
  );
  const withUnit = (time: number) => (unitOfTime === '' ? `${time}` : `${time} ${unitOfTime}`);
  const level = target.kind === 'mean' ? 'mean' : `${target.kind} ${target.level}`;
  return [
    ['table', shape === 'wide' ? 'wide: one column a time' : 'long: one row a reading'],
    ['columns', roles.join(', ')],
    [
      'time',
      `${withUnit(horizon)} in ${points} cells of ${withUnit(Number((horizon / points).toPrecision(3)))}${days ? `, each day from ${start}` : ''}` +
        `${align === 'exact' ? '' : `, align: ${align}`}`,
    ],
    [
      'rows',
      `${whole ? '' : 'at least '}${trajectories} ${trajectories === 1 ? 'trajectory' : 'trajectories'}${
        complete === undefined
          ? ''
          : `, ${Math.round(complete * trajectories)} of them with a value in every cell`
      }; missing: ${missing}`,
    ],
    ['target', level],
  ];
}

/** Neighbours differ by their noise at least: more than half the mean square of their differences cannot be. */
const noisy = (noise: number | undefined, bound: number | undefined): [string, string][] =>
  noise === undefined || bound === undefined || noise <= bound
    ? []
    : [
        [
          'noise',
          `${noise} is more than steps from value to value leave: at most ${Number(bound.toPrecision(3))}`,
        ],
      ];
