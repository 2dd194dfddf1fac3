interface MomentsTableProps {
  caption: string;
  /** Above the numbers. */
  columns: readonly string[];
  rows: readonly { what: string; values: readonly number[] }[];
}

/** Six digits: enough to see that nothing moves. */
const DIGITS = 6;

/** What the benchmark sees, in numbers. */
export function MomentsTable({ caption, columns, rows }: MomentsTableProps) {
  return (
    <div class="scroll">
      <table class="moments">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">seen</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, values }) => (
            <tr key={what} data-moment={what}>
              <th scope="row">{what}</th>
              {values.map((value, i) => (
                <td key={columns[i]} class="number">
                  <data value={String(value)}>{fixed(value)}</data>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A zero that rounding made a little less than zero has no sign. */
const fixed = (value: number) =>
  value
    .toFixed(DIGITS)
    .replace(/^-(0\.0*)$/, '$1')
    .replace('-', '−');
