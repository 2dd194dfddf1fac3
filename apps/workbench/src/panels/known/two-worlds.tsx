import { worldsPicture } from '@sightline/answers/pictures';
import type { AlternativeResult, IdentifyResult } from '@sightline/study';
import { Cell, Table } from '../../elements/cells.tsx';
import { Figure } from '../../elements/figure.tsx';
import { amount } from '../../elements/shown-number.tsx';
import type { Showing } from '../frame/panel.ts';

interface TwoWorldsProps {
  name: string;
  alternative: AlternativeResult;
  result: IdentifyResult;
  showing: Showing;
  open: boolean;
}

type Rows = readonly (readonly number[])[];

/** Two worlds side by side: what the benchmark sees is the same in both, what the alternative is worth is not. */
export function TwoWorlds({ name, alternative, result, showing, open }: TwoWorldsProps) {
  const { worlds, worldsDiffer } = alternative;
  const { realised, grid, assume } = result;
  const [low, high] = worlds;
  if (!low?.covariance || !high?.covariance) return null;
  const [one, other] = [
    { ...low, covariance: low.covariance },
    { ...high, covariance: high.covariance },
  ];
  const stationary = assume === 'stationary';
  const marks = showing.scene?.protocols.find((protocol) => protocol.name === realised)?.marks ?? [];
  const same = showing.benchmark?.worlds[name];
  const unit = grid.unit ? ` ${grid.unit}` : '';
  return (
    <details class="worlds" open={open}>
      <summary>Two worlds that the benchmark of {realised} cannot tell apart</summary>
      <Table
        caption={`${name} in two worlds with one benchmark`}
        quiet
        columns={['what', 'one world#', 'the other#', 'in both']}
      >
        {same && (
          <>
            <tr data-world="realised">
              <th scope="row">the benchmark sees: value of {realised}</th>
              <Cell value={same.realisedValue[0]} />
              <Cell value={same.realisedValue[1]} />
              <td>equal</td>
            </tr>
            <tr data-world="variance">
              <th scope="row">the benchmark sees: variance of the target</th>
              <Cell value={same.targetVariance[0]} />
              <Cell value={same.targetVariance[1]} />
              <td>equal</td>
            </tr>
          </>
        )}
        <tr data-world="alternative" class="differs">
          <th scope="row">value of {name}</th>
          <Cell value={low.value} lowerBound={low.lowerBound} />
          <Cell value={high.value} lowerBound={high.lowerBound} />
          <td>different</td>
        </tr>
        {worldsDiffer && (
          <tr data-world="correlation">
            <th scope="row">
              correlation between {amount(worldsDiffer.times[0])} and {amount(worldsDiffer.times[1])}
              {unit}, where they differ most
            </th>
            <Cell value={worldsDiffer.correlations[0]} />
            <Cell value={worldsDiffer.correlations[1]} />
            <td>nobody looked</td>
          </tr>
        )}
      </Table>
      <Figure
        title={`Two worlds for ${name}`}
        draw={(width) =>
          worldsPicture({
            width,
            alternative: name,
            realised,
            worlds: [one, other],
            stationary,
            grid,
            seen: marks.map(({ action }) => ({ at: action.at, width: action.width })),
            // The table above has it with every digit.
            held: [],
          })
        }
        table={
          stationary ? (
            <ByLag worlds={[one.covariance, other.covariance]} grid={grid} />
          ) : (
            <FurthestPairs worlds={[one.covariance, other.covariance]} grid={grid} />
          )
        }
      />
      <p class="muted">
        {stationary
          ? 'Shown is the correlation against the time between two moments.'
          : 'A square for each pair of times is as large as their correlation, open where it is negative. Black strokes mark what the benchmark looks at.'}
      </p>
    </details>
  );
}

interface CorrelationsProps {
  worlds: readonly [Rows, Rows];
  grid: IdentifyResult['grid'];
}

function ByLag({ worlds: [one, other], grid }: CorrelationsProps) {
  const step = grid.horizon / grid.points;
  return (
    <Table
      caption="Correlation by the time between"
      quiet
      columns={['time between#', 'one world#', 'the other#']}
    >
      {one[0]!.map((value, lag) => (
        <tr key={lag * step}>
          <td class="number">{amount(lag * step)}</td>
          <Cell value={value} />
          <Cell value={other[0]![lag]!} />
        </tr>
      ))}
    </Table>
  );
}

const MOST_PAIRS = 20;

/** All pairs of times on a small grid, on a large one those that differ most. */
function FurthestPairs({ worlds: [one, other], grid }: CorrelationsProps) {
  const step = grid.horizon / grid.points;
  const time = (j: number) => amount((j + 0.5) * step);
  const pairs = one.flatMap((row, j) =>
    row.slice(0, j).map((value, k) => ({ j, k, values: [value, other[j]![k]!] as const })),
  );
  const far = ({ values: [a, b] }: (typeof pairs)[number]) => Math.abs(a - b);
  const shown = pairs.sort((a, b) => far(b) - far(a)).slice(0, MOST_PAIRS);
  return (
    <Table
      caption={
        shown.length === pairs.length
          ? 'Correlations between times'
          : `The ${shown.length} correlations that differ most, of ${pairs.length}`
      }
      columns={['between', 'one world#', 'the other#']}
    >
      {shown.map(({ j, k, values: [a, b] }) => (
        <tr key={`${j} ${k}`}>
          <th scope="row">
            {time(k)} and {time(j)}
          </th>
          <Cell value={a} />
          <Cell value={b} />
        </tr>
      ))}
    </Table>
  );
}
