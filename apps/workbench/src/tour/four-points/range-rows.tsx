import { rangePicture } from '@sightline/answers/pictures';
import type { IdentifyResult } from '@sightline/study';
import { Figure } from '../../elements/figure.tsx';
import { Table } from '../../elements/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { ALTERNATIVE, type Assumed, measuredStudy } from './four-points.ts';

export const ASSUMED: readonly { name: Assumed; words: string }[] = [
  { name: 'stationary', words: 'stationary' },
  { name: 'any', words: 'nothing assumed' },
];

interface RangeRowsProps {
  title: string;
  results: readonly AssumedResult[];
}

export const directions = (count: number) =>
  count === 0 ? 'nothing is invisible' : `${count} direction${count === 1 ? '' : 's'} invisible`;

export interface AssumedResult {
  assumed: Assumed;
  result: IdentifyResult;
}

const QUESTION = { command: 'identify', request: {} } as const;

/** What is known where these points are measured, by what is assumed: as it was found, and those results that are there. */
export function useBothAssumed(measured: readonly number[]) {
  const found = {
    stationary: useAnswer(QUESTION, measuredStudy('stationary', measured)),
    any: useAnswer(QUESTION, measuredStudy('any', measured)),
  };
  const results = ASSUMED.flatMap(({ name }): AssumedResult[] => {
    const { result } = found[name];
    return result ? [{ assumed: name, result }] : [];
  });
  return { found, results };
}

/** What the alternative may be worth, by what is assumed. */
export function RangeRows({ title, results }: RangeRowsProps) {
  const rows = results.map(({ assumed, result }) => ({
    name: ASSUMED.find(({ name }) => name === assumed)!.words,
    invisible: result.invisibleDimension!,
    ...result.alternatives[ALTERNATIVE]!,
  }));
  return (
    <Figure
      title={title}
      draw={(width) =>
        rangePicture({
          width,
          ranges: rows.map(({ name, invisible, range, value }) => ({
            name,
            range,
            value,
            verdict: directions(invisible),
          })),
        })
      }
      table={
        <Table
          caption={`${title}, as a table`}
          quiet
          columns={['assumed', 'invisible directions#', 'lowest value#', 'highest value#']}
          rows={rows.map(({ name, invisible, range }) => ({
            name,
            cells: [String(invisible), range?.low, range?.high],
          }))}
        />
      }
    />
  );
}
