import type { DesignResult } from '@sightline/study';
import { ACTION_COLUMNS, actionCells } from './chosen-actions.ts';
import { tidyTable } from './tidy-table.ts';

/** The choices of a design with their kind and name, the best one first. */
const choicesOf = ({ best, comparators }: DesignResult) => [
  { choice: 'best', name: 'best', ...best, efficiency: 1 },
  ...Object.entries(comparators).map(([name, one]) => ({ choice: 'comparator', name, ...one })),
];

export const designTables = [
  tidyTable(
    'choices',
    'a choice: the best one, those of the comparators, and the study’s own protocols',
    {
      choice: 'best, comparator or proposed',
      name: 'best, the name of the comparator, or that of the protocol',
      value: 'its value under the study’s law',
      rmse: 'in the unit of the target',
      objective: 'what is maximised: the value, unless other laws or several targets are asked for',
      efficiency: 'its objective as a share of the best one’s',
      lowerBound: 'whether value or objective rest on a lower bound',
      cost: 'sum of the costs of its actions',
      method: 'how the best one was found',
      upperBound: 'no choice within the rules has a larger objective',
      gap: 'how far that is above the best one',
      certified: 'whether the best one is proved to be the best',
    },
    (result: DesignResult) =>
      [
        ...choicesOf(result),
        ...Object.entries(result.proposed ?? {}).map(([name, one]) => ({
          ...one,
          choice: 'proposed',
          name,
          objective: one.value,
        })),
      ].map((one) => ({ ...one, lowerBound: one.lowerBound ?? false })),
  ),
  tidyTable(
    'actions',
    'an action of a choice, or of a point of the frontier',
    {
      choice: 'best, comparator or frontier',
      name: 'best, the name of the comparator, or the number of the point',
      ...ACTION_COLUMNS,
    },
    (result: DesignResult) =>
      [
        ...choicesOf(result),
        ...(result.frontier ?? []).map((one, i) => ({ choice: 'frontier', name: String(i + 1), ...one })),
      ].flatMap(({ choice, name, ...one }) => actionCells(one).map((cells) => ({ choice, name, ...cells }))),
  ),
  tidyTable(
    'frontier',
    'a point of the frontier, with --frontier',
    {
      point: 'its number, from 1',
      cost: 'what it costs',
      value: 'the best value at this cost',
      rmse: 'in the unit of the target',
      certified: 'whether it is proved to be the best',
      lowerBound: 'whether the value is a lower bound',
    },
    ({ frontier }: DesignResult) =>
      (frontier ?? []).map(({ lowerBound = false, ...one }, i) => ({ ...one, point: i + 1, lowerBound })),
  ),
  tidyTable(
    'sensitivity',
    'a time to which one action of the best choice is moved, with --sensitivity',
    {
      action: 'number of the action in the catalogue',
      chosenAt: 'where it stands in the choice',
      at: 'where it is moved to',
      value: 'of the choice with the action there',
      loss: 'what that loses',
      allowed: 'whether the rules let it stand there',
      lowerBound: 'whether the value is a lower bound',
    },
    ({ sensitivity }: DesignResult) =>
      (sensitivity ?? []).flatMap(({ action, at: chosenAt, curve }) =>
        curve.map(({ lowerBound = false, ...moved }) => ({ ...moved, action, chosenAt, lowerBound })),
      ),
  ),
];
