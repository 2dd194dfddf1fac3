import { sensitivityPicture } from '@sightline/answers/pictures';
import type { DesignResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount } from '../../elements/shown-number.tsx';

/** How exactly the times matter: what is lost where one action moves and the others stay. */
export function Freedom({ result: { sensitivity, grid } }: { result: DesignResult }) {
  if (!sensitivity || sensitivity.length === 0) return null;
  return (
    <>
      <Figure
        title="Loss from moving one action"
        draw={(width) =>
          sensitivityPicture({ width, horizon: grid.horizon, unit: grid.unit, moved: sensitivity })
        }
        table={
          <Table
            caption="How far each action may move for a hundredth of the value"
            columns={['action', 'at#', 'from#', 'to#', 'largest loss#']}
          >
            {sensitivity.map(({ action, at, freedom, curve }) => (
              <tr key={action} data-moved={action}>
                <th scope="row">{action}</th>
                {[at, freedom.from, freedom.to].map((time, k) => (
                  <td key={k} class="number">
                    <Amount value={time} />
                  </td>
                ))}
                <Cell value={curve.reduce((most, { loss }) => Math.max(most, loss), 0)} />
              </tr>
            ))}
          </Table>
        }
      />
      <p class="muted">
        What would be lost if one action were moved and the others stayed. Inside the shaded part it is at
        most a hundredth of the value.
      </p>
    </>
  );
}
