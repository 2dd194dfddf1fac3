import { COMPARATORS } from '@sightline/answers';
import { frontierPicture } from '@sightline/answers/pictures';
import type { DesignResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Figure } from '../../elements/figure.tsx';
import { Amount } from '../../elements/shown-number.tsx';

const MEASURE: Record<DesignResult['objective'], string> = {
  value: 'value',
  'weighted mean': 'weighted mean of the values',
  worst: 'least value',
  quantile: 'quantile of the value',
  regret: 'loss against the best',
};

/** The other choices, in the order of the command line's table. */
export const othersOf = ({ comparators }: DesignResult) =>
  COMPARATORS.map(({ key, name }) => ({ key, name, ...comparators[key] }));

/** What others would have chosen, and the share of this choice's worth that they reach. */
export function OtherChoices({ result }: { result: DesignResult }) {
  const { best, random, objective } = result;
  // A loss is no lower bound where a value is one.
  const bound = ({ lowerBound }: { lowerBound?: true }) => (objective === 'regret' ? undefined : lowerBound);
  return (
    <Table
      caption="This choice and what other rules would choose"
      columns={['chosen by', `${MEASURE[objective]}#`, 'efficiency#', 'cost#', 'actions']}
    >
      <tr class="this-choice">
        <th scope="row">this choice</th>
        <Cell value={best.objective} lowerBound={bound(best)} />
        <Cell value={1} />
        <td class="number">
          <Amount value={best.cost} />
        </td>
        <td>{best.actions.join(', ')}</td>
      </tr>
      {othersOf(result).map((one) => (
        <tr key={one.key} data-comparator={one.key}>
          <th scope="row">{one.name}</th>
          <Cell value={one.objective} lowerBound={bound(one)} />
          <Cell value={one.efficiency} />
          <td class="number">
            <Amount value={one.cost} />
          </td>
          <td>{one.actions.join(', ')}</td>
        </tr>
      ))}
      <tr data-comparator="random">
        <th scope="row">at random</th>
        <Cell value={random.median} lowerBound={bound(random)} />
        <Cell value={random.efficiency} />
        <td />
        <td>the median of {random.draws}</td>
      </tr>
    </Table>
  );
}

/** The best for each cost, this choice with what may be left above it, and the others as crosses. */
export function CostFrontier({ result }: { result: DesignResult }) {
  const { best, frontier, objective } = result;
  if (!frontier) return null;
  return (
    <>
      <Figure
        title="Cost and value of choices"
        draw={(width) =>
          frontierPicture({
            width,
            measure: MEASURE[objective],
            best: { ...best, value: best.objective },
            frontier,
            comparators: othersOf(result).map(({ name, cost, objective: value, lowerBound }) => ({
              name,
              cost,
              value,
              lowerBound,
            })),
          })
        }
        table={
          <Table
            caption="The best choice for each cost"
            quiet
            columns={['cost#', `${MEASURE[objective]}#`, 'proved', 'actions']}
          >
            {frontier.map(({ cost, value, lowerBound, certified, actions }) => (
              <tr key={cost} data-cost={cost}>
                <td class="number">
                  <Amount value={cost} />
                </td>
                <Cell value={value} lowerBound={lowerBound} />
                <td>{certified ? 'yes' : 'no'}</td>
                <td>{actions.join(', ')}</td>
              </tr>
            ))}
          </Table>
        }
      />
      <p class="muted">
        Dots: the best choice for each cost, filled where nothing better is left. Crosses: what other rules
        would choose.
        {best.certified ? '' : ' The red bar says how much better another choice could be at most.'}
      </p>
    </>
  );
}
