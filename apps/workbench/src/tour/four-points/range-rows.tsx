import { rangePicture } from '@sightline/answers/pictures';
import type { IdentifyResult } from '@sightline/study';
import { ColumnHeads } from '../../elements/column-heads.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { WideTable } from '../../elements/wide-table.tsx';
import { ALTERNATIVE, type Assumed } from './four-points.ts';

export const ASSUMED: readonly { name: Assumed; words: string }[] = [
  { name: 'stationary', words: 'stationary' },
  { name: 'any', words: 'nothing assumed' },
];

interface RangeRowsProps {
  title: string;
  results: readonly { assumed: Assumed; result: IdentifyResult }[];
}

export const directions = (count: number) =>
  count === 0 ? 'nothing is invisible' : `${count} direction${count === 1 ? '' : 's'} invisible`;

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
        <WideTable name={`${title}, as a table`}>
          <table>
            <ColumnHeads columns={['assumed', 'invisible directions#', 'lowest value#', 'highest value#']} />
            <tbody>
              {rows.map(({ name, invisible, range }) => (
                <tr key={name} data-assumed={name}>
                  <th scope="row">{name}</th>
                  <td class="number">{invisible}</td>
                  <td class="number">{range && <Shown value={range.low} />}</td>
                  <td class="number">{range && <Shown value={range.high} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      }
    />
  );
}
