import { neededText, pairCriterion, rateText, toldApartAnswer, UNIFORM } from '@sightline/answers';
import { unitsPicture } from '@sightline/answers/pictures';
import type { UnitsPlanResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Facts } from '../../elements/facts.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount } from '../../elements/shown-number.tsx';

/** How many units would tell protocols apart, how sure that is, and how the error falls. */
export function UnitsNeeded({ result }: { result: UnitsPlanResult }) {
  const { gap, unitsNeeded, units, curve, realistic, range, why, pairwise, pair } = result;
  const uniform = { units: unitsNeeded, range, realistic, why };
  const own = { ...pairwise, units: pairwise.unitsNeeded };
  return (
    <>
      <p class="answer">{toldApartAnswer({ steps: { plan: result }, undecided: [] }).join(' ')}</p>
      <Figure
        title="Error by number of units"
        draw={(width) =>
          unitsPicture({ width, curve, gap, units, unitsNeeded: realistic ? unitsNeeded : null })
        }
        table={
          <Table
            caption="Error of the values by number of units"
            quiet
            columns={['units#', 'error#', 'twice the error#', 'from']}
          >
            {curve.map(({ units: count, epsilon, measured }) => (
              <tr key={count} data-units={count}>
                <td class="number">{count}</td>
                <Cell value={epsilon} />
                <Cell value={2 * epsilon} />
                <td>
                  {measured ? (count === units ? 'these data' : 'parts of them') : 'the root-m rate'}
                  {2 * epsilon <= gap && ', resolves the gap'}
                </td>
              </tr>
            ))}
          </Table>
        }
      />
      <Facts
        facts={[
          [
            'gap',
            <span key="gap" data-fact="gap">
              <Amount value={gap} />
              {pair ? `, between ${pair.a} and ${pair.b}` : ''}
            </span>,
          ],
          [
            pair === null ? 'one pair' : 'this pair',
            <span key="pair" data-fact="pairwise">
              {withNumber(pairwise.unitsNeeded, neededText(own, pairCriterion(result), units))}
            </span>,
          ],
          [
            'all pairs',
            <span key="any" data-fact="uniform">
              {withNumber(unitsNeeded, neededText(uniform, UNIFORM, units))}
            </span>,
          ],
          ['rate', rateText(result)],
        ]}
      />
    </>
  );
}

const withNumber = (needed: number | null, text: string) =>
  needed === null ? text : <data value={String(needed)}>{text}</data>;
