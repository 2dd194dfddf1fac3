import type { ComponentChildren } from 'preact';
import { Shown } from './shown-number.tsx';

interface Row {
  /** Tells the rows apart, and stands at the head of its own. */
  name: string;
  /** What stands there instead. */
  head?: ComponentChildren;
  /** A number is shown as a value; an empty cell where there is none. */
  cells: readonly ComponentChildren[];
  class?: string | undefined;
}

interface TableProps {
  /** Tells it from others nearby. */
  name?: string;
  /** What the table is: its caption, and what those hear who come to it by keyboard. */
  caption: string;
  /** Whether the caption is for ears only, because words nearby say the same. */
  quiet?: boolean;
  /** Over the rows' heads, then over each cell. Those that end in # hold numbers; one in brackets is for ears only. */
  columns: readonly string[];
  rows: readonly Row[];
  /** Decimals of its values. */
  digits?: number;
  class?: string;
  /** Whether newer numbers are on their way. */
  busy?: boolean;
}

/** The one table of the page. It scrolls by itself where it is wider than its place, also by keyboard. */
export function Table({ name: own, caption, quiet, columns, rows, digits, busy, ...rest }: TableProps) {
  const kind = (column: number) => (columns[column]?.endsWith('#') ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table {...rest} data-table={own} aria-busy={busy}>
        <caption class={quiet ? 'hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) =>
              column === '' ? (
                <td key={i} />
              ) : (
                <th key={i} scope="col" class={kind(i)}>
                  {column.startsWith('[') ? (
                    <span class="hidden">{column.slice(1, -1)}</span>
                  ) : (
                    column.replace(/#$/, '')
                  )}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, head = name, cells, class: kindOfRow }) => (
            <tr key={name} data-row={name} class={kindOfRow}>
              <th scope="row" class={kind(0)}>
                {head}
              </th>
              {cells.map((cell, i) => (
                <td key={i} class={kind(i + 1)}>
                  {typeof cell === 'number' ? <Shown value={cell} digits={digits} /> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
