import { tidyTable } from '@sightline/answers/tables/tidy-table';
import type { Reproduction } from '@sightline/experiments';

export const reproductionTables = [
  tidyTable(
    'numbers',
    'a published number',
    {
      experiment: 'the figure or table of the paper',
      what: 'what the number is',
      published: 'as printed in the paper',
      computed: 'by us',
      tolerance: 'how far the two may be apart',
      verdict: 'agrees, explained, unexplained or differs',
      note: 'why this tolerance, or why the two differ',
      predicted: 'what the reason for a difference leads to',
    },
    ({ experiments }: Reproduction) =>
      Object.entries(experiments).flatMap(([experiment, { rows }]) =>
        rows.map((row) => ({ experiment, ...row })),
      ),
  ),
];
