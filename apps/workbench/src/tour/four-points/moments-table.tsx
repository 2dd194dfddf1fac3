import { ColumnHeads } from '../../elements/column-heads.tsx';
import { WideTable } from '../../elements/wide-table.tsx';
import { fixedText } from '../parts/fixed-text.ts';

interface MomentsTableProps {
  caption: string;
  /** Above the numbers. */
  columns: readonly string[];
  rows: readonly MomentsRow[];
  /** What is not the same, below. */
  moving?: MomentsRow | undefined;
}

interface MomentsRow {
  what: string;
  values: readonly number[];
}

/** Six digits: enough to see that nothing moves. */
const DIGITS = 6;

/** What the benchmark sees, in numbers. */
export function MomentsTable({ caption, columns, rows, moving }: MomentsTableProps) {
  return (
    <WideTable name={caption}>
      <table class="moments">
        <caption>{caption}</caption>
        <ColumnHeads columns={['seen', ...columns.map((column) => `${column}#`)]} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.what} row={row} />
          ))}
          {moving && <Row row={moving} kind="moves" />}
        </tbody>
      </table>
    </WideTable>
  );
}

function Row({ row: { what, values }, kind }: { row: MomentsRow; kind?: string }) {
  return (
    <tr class={kind} data-moment={what}>
      <th scope="row">{what}</th>
      {values.map((value, i) => (
        <td key={i} class="number">
          <data value={String(value)}>{fixedText(value, DIGITS)}</data>
        </td>
      ))}
    </tr>
  );
}
