import { ColumnHeads } from '../../elements/column-heads.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { WideTable } from '../../elements/wide-table.tsx';

interface NumbersTableProps {
  /** What the table is, for those who come to it by keyboard. */
  name: string;
  /** Over the names of the rows, then over each number. */
  columns: readonly string[];
  rows: readonly { name: string; values: readonly (number | null)[] }[];
  digits?: number;
}

/** Named rows of numbers; an empty cell where there is none. */
export function NumbersTable({ name: own, columns, rows, digits = 4 }: NumbersTableProps) {
  const [first = '', ...others] = columns;
  return (
    <WideTable name={own}>
      <table>
        <ColumnHeads columns={[first, ...others.map((column) => `${column}#`)]} />
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name} data-row={name}>
              <th scope="row">{name}</th>
              {values.map((value, i) => (
                <td key={others[i]} class="number">
                  {value !== null && <Shown value={value} digits={digits} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
