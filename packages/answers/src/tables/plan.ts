import type { TrialResult, UnitsPlanResult } from '@sightline/study';
import { tidyTable } from './tidy-table.ts';

/** Of `sightline plan`. */
export const planTables = [
  tidyTable(
    'curve',
    'a number of units',
    {
      units: 'how many',
      epsilon: 'the uniform error with so many',
      resolves: 'the difference in value that so many units resolve',
      measured: 'whether that comes from the data, and not from the root-m law beyond them',
    },
    ({ curve }: UnitsPlanResult) => curve,
  ),
  tidyTable(
    'needed',
    'a criterion',
    {
      criterion: 'uniform (all protocols at once), pair, or power (a pair at the stated power)',
      gap: 'the difference in value that is to be resolved',
      unitsNeeded: 'the number of units; empty where no realistic number will do',
      realistic: 'whether a study could have so many',
      why: 'the reason in a sentence',
    },
    ({ criterion, gap, unitsNeeded, realistic, why, pairwise }: UnitsPlanResult) => [
      { criterion, gap, unitsNeeded, realistic, why },
      { ...pairwise, criterion: 'power', gap },
    ],
  ),
];

/** Of `sightline plan --trial`. */
export const trialTables = [
  tidyTable(
    'protocols',
    'a protocol; the first row is the target itself, known for every unit',
    {
      protocol: 'its name; empty for the target itself',
      value: 'the share of the target’s variance that its predictions explain',
      shift: 'by how much the treatment moves the mean of what is compared',
      sdControl: 'its standard deviation in the control arm',
      sdTreated: 'and in the treated arm',
      unitsControl: 'units in the control arm for the power; empty where no number will do',
      unitsTreated: 'units in the treated arm',
      units: 'of both',
      power: 'what so many units have',
      recovered: 'the share of the target’s shift that predictions have',
      ratio: 'units for each one with the target known, where there are many',
      bestUnits: 'units of both arms with the combination of the readings that sees this profile best',
    },
    ({ trial }: TrialResult) =>
      [
        { protocol: null, ...trial.complete, value: 1, recovered: 1, ratio: 1, best: null },
        ...Object.entries(trial.protocols).map(([protocol, one]) => ({ protocol, ...one })),
      ].map(({ sd, units, best, ...rest }) => ({
        ...rest,
        sdControl: sd.control,
        sdTreated: sd.treated,
        unitsControl: units?.control,
        unitsTreated: units?.treated,
        units: units?.total,
        power: units?.power,
        bestUnits: best?.units?.total,
      })),
  ),
];
