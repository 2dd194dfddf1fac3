// The same study, written otherwise: in another order, under other names, in another unit, backwards in time, written out.
// Every command has to give the same answer.
import { runInMemory } from 'sightline';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { answerNumbers, differences } from './random-studies/answer-numbers.ts';
import { random } from './random-studies/random.ts';
import { randomStudy } from './random-studies/random-study.ts';
import {
  asCovariance,
  inOtherOrder,
  inOtherUnit,
  mirrored,
  type Rewrite,
  underOtherNames,
  writtenOut,
} from './random-studies/rewritings.ts';
import {
  COMMANDS,
  type CommandName,
  commandsFor,
  type StudyCase,
  type Written,
} from './random-studies/study-case.ts';

const ASKED = process.env.PROPERTY_SEED;
const SEED = ASKED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(ASKED ?? 1);
const TIMES = Number(process.env.SIGHTLINE_STUDIES ?? 4);

const ABOUT: Record<CommandName, readonly ('law' | 'calibration' | 'records')[]> = {
  value: ['law', 'calibration'],
  identify: ['law'],
  calibrate: ['calibration'],
  plan: ['calibration'],
  design: ['law', 'calibration'],
  retrospect: ['records'],
  run: ['law', 'calibration', 'records'],
};
const OPTIONS: Record<CommandName, string[]> = {
  value: [],
  identify: [],
  calibrate: ['--draws', '100'],
  plan: ['--draws', '100'],
  design: [],
  retrospect: ['--draws', '100'],
  run: ['--draws', '100'],
};

async function ask(command: CommandName, { study, files }: StudyCase) {
  const { code, out, err } = await runInMemory([command, 'study.yaml', '--json', ...OPTIONS[command]], {
    ...files,
    'study.yaml': stringify(study, { aliasDuplicateObjects: false }),
  });
  return { code, err, result: JSON.parse(out || '{}') as Written };
}

/** Times on grid points: half-way between two of them, the earlier one is read, which is another one backwards. */
function onGridPoints({ study, files }: StudyCase): StudyCase {
  if (!study.time) return { study, files };
  const { horizon, points } = study.time;
  const snapped = (t: number) =>
    ((Math.min(points - 1, Math.max(0, Math.floor((t / horizon) * points))) + 0.5) * horizon) / points;
  const entries = [
    ...Object.values<Written>(study.protocols ?? {}).flat(),
    ...(study.catalogue ?? []),
    ...(Array.isArray(study.classes) ? study.classes : []),
  ];
  for (const entry of entries) {
    if (typeof entry.at === 'number') entry.at = snapped(entry.at);
    else if (Array.isArray(entry.at)) entry.at = entry.at.map(snapped);
    else if (entry.at) entry.at = snapped(entry.at.from);
  }
  return { study, files };
}

/** The studies that a command answers, from the first numbers that give one. */
async function* answeredStudies(command: CommandName, salt: number, accept: (made: StudyCase) => boolean) {
  let found = 0;
  for (let number = 0; found < TIMES && number < 40 * TIMES; number++) {
    const rng = random(SEED, salt, COMMANDS.indexOf(command), number);
    const made = onGridPoints(
      randomStudy(rng, { edges: 0, mostPoints: 12, about: rng.pick(ABOUT[command]) }),
    );
    if (!commandsFor(made).includes(command) || !accept(made)) continue;
    const first = await ask(command, made);
    if (first.code !== 0) continue;
    found++;
    yield { made, first, rng, number };
  }
  expect(found, 'too few studies are answered').toBe(TIMES);
}

interface Property {
  name: string;
  rewrite: Rewrite;
  tolerance: number;
  accept?(made: StudyCase): boolean;
  /** What may differ: units are put into an order by their values before they are drawn, and backwards it is another one. */
  drawn?: RegExp;
}
const PROPERTIES: Property[] = [
  { name: 'in another order', rewrite: inOtherOrder, tolerance: 1e-12 },
  { name: 'under other names', rewrite: underOtherNames, tolerance: 1e-12 },
  { name: 'in another unit of time', rewrite: inOtherUnit, tolerance: 1e-9 },
  {
    name: 'backwards in time',
    rewrite: mirrored,
    tolerance: 1e-8,
    accept: ({ study }) => study.classes === undefined,
    drawn: /(\.(low|high|standardError|epsilon|unitsNeeded|redrawn)|curve \d+)$/,
  },
  { name: 'written out', rewrite: writtenOut, tolerance: 1e-9 },
  {
    name: 'with its covariance in a file',
    rewrite: asCovariance,
    tolerance: 1e-9,
    accept: ({ study }) => study.records !== undefined || study.latent?.kernel !== undefined,
  },
];
const anyStudy = () => true;

describe.each(PROPERTIES)(
  'a study $name says the same',
  ({ name, rewrite, tolerance, accept = anyStudy, drawn }) => {
    // Of records, another order and other names are all that can change; with dense data there is no kernel.
    const commands = COMMANDS.filter((command) => {
      if (rewrite === inOtherOrder || rewrite === underOtherNames) return true;
      if (rewrite === asCovariance) return ABOUT[command].includes('law');
      return command !== 'retrospect';
    });
    it.each(commands)('%s', async (command) => {
      const salt = PROPERTIES.findIndex((one) => one.name === name);
      for await (const { made, first, rng, number } of answeredStudies(command, salt, accept)) {
        const other = rewrite(rng, made);
        const second = await ask(command, other);
        const where = `study ${number}:\n${stringify(made.study)}\n${name}:\n${stringify(other.study)}`;
        expect({ code: second.code, err: second.err.slice(0, 500) }, where).toMatchObject({ code: 0 });
        const said = answerNumbers(first.result);
        expect(Object.keys(said).length, where).toBeGreaterThan(0);
        const differing = differences(said, answerNumbers(second.result, other.called), tolerance);
        const path = (difference: string) => difference.slice(0, difference.lastIndexOf(':'));
        expect(
          differing.filter((one) => !drawn?.test(path(one))),
          where,
        ).toEqual([]);
      }
    });
  },
);
