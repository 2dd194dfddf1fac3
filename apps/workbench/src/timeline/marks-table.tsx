import { ColumnHeads } from '../elements/column-heads.tsx';
import { Amount } from '../elements/shown-number.tsx';
import { markKey } from '../study/marks.ts';
import type { Scene } from '../study/scene.ts';

/** The timeline's marks as numbers. */
export function MarksTable({ scene: { protocols, grid } }: { scene: Scene }) {
  const unit = grid.unit ? ` (${grid.unit})` : '';
  return (
    <table>
      <ColumnHeads
        columns={[
          'protocol',
          `written time${unit}#`,
          'first grid point read#',
          'last#',
          'width#',
          'repeats#',
          'noise with repeats#',
          'cost#',
        ]}
      />
      <tbody>
        {protocols.flatMap(({ name, marks }) =>
          marks.map((mark) => (
            <tr key={markKey(mark)}>
              <th scope="row">{name}</th>
              {[
                mark.action.at,
                grid.times[mark.action.first]!,
                grid.times[mark.action.last]!,
                mark.action.width,
                mark.action.repeats,
                mark.action.noise,
                mark.action.cost,
              ].map((value, i) => (
                <td key={i} class="number">
                  <Amount value={value} />
                </td>
              ))}
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
