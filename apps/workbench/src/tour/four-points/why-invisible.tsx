import { ColumnHeads } from '../../elements/column-heads.tsx';
import { WideTable } from '../../elements/wide-table.tsx';
import { fixedText } from '../parts/fixed-text.ts';
import { contributions, directionOf, LAGS } from './four-points.ts';

const DIGITS = 4;

/** The one stationary direction, lag by lag: what it adds to all that is measured cancels. */
export function WhyInvisible({ difference }: { difference: readonly (readonly number[])[] }) {
  const direction = directionOf(difference);
  return (
    <WideTable name="The direction that nothing is seen of">
      <table class="moments" data-direction={direction.slice(1).map(fixed).join(' ')}>
        <caption>The direction, per unit at lag 1, and why nothing of it is seen</caption>
        <ColumnHeads columns={['change of', ...LAGS.slice(1).map((lag) => `at lag ${lag}#`), 'together#']} />
        <tbody>
          <tr>
            <th scope="row">correlation</th>
            {LAGS.slice(1).map((lag) => (
              <td key={lag} class="number">
                {fixed(direction[lag]!)}
              </td>
            ))}
            <td />
          </tr>
          {contributions(direction).map(({ what, byLag }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {LAGS.slice(1).map((lag) => (
                <td key={lag} class="number">
                  {fixed(byLag[lag]!)}
                </td>
              ))}
              <td class="number strong">{fixed(byLag.reduce((sum, value) => sum + value, 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

const fixed = (value: number) => fixedText(value, DIGITS);
