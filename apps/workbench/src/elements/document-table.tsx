import {
  type Cell,
  cellText,
  columnsInWords,
  type Table as DocumentTableData,
  type NumberCell,
} from '@sightline/answers';
import { Table } from './table.tsx';

/** A table of a document, with all digits of its numbers behind what is read. */
export function DocumentTable({ table }: { table: DocumentTableData }) {
  const { name, caption, columns, rows } = table;
  const kept = columnsInWords(table);
  const called = (k: number) => `${columns[k]!.name}${columns[k]!.align === 'right' ? '#' : ''}`;
  return (
    <Table
      name={name}
      caption={caption || columns.map((column) => column.name).join(', ')}
      quiet={caption === ''}
      columns={kept.map(called)}
      rows={rows.map(({ key, cells, below }) => ({
        name: key,
        head: (
          <>
            <CellContent cell={cells[0]!} />
            {below !== undefined && <span class="below">{below}</span>}
          </>
        ),
        cells: kept.slice(1).map((k) => <CellContent key={k} cell={cells[k]!} />),
      }))}
    />
  );
}

function CellContent({ cell }: { cell: Cell }) {
  if (cell === null || typeof cell === 'string') return <>{cell}</>;
  if ('number' in cell) return <CellNumber of={cell} />;
  if (!('interval' in cell)) return <>{cellText(cell)}</>;
  const [low, high] = cell.interval;
  return (
    <>
      <CellNumber of={low} /> … <CellNumber of={high} />
    </>
  );
}

/** With three digits: the terminal has four, the pointer all of them. */
const CellNumber = ({ of: { number, text } }: { of: NumberCell }) => (
  <data value={String(number)} title={String(number)}>
    {threeDigits(number, text)}
  </data>
);

/** Below one, where a text has more decimals than that and none of them is a leading zero. */
const threeDigits = (number: number, text: string) =>
  text.replace(/(?<=^\D*)[01]\.\d{4,}$/u, (digits) =>
    /^0\.0/.test(digits) ? digits : Math.abs(number).toFixed(3),
  );
