import { type Cell, cellText, columnsInWords, type Table as DocumentTableData } from '@sightline/answers';
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
  if ('number' in cell) return <data value={String(cell.number)}>{cell.text}</data>;
  if (!('interval' in cell)) return <>{cellText(cell)}</>;
  const [low, high] = cell.interval;
  return (
    <>
      <data value={String(low.number)}>{low.text}</data> …{' '}
      <data value={String(high.number)}>{high.text}</data>
    </>
  );
}
