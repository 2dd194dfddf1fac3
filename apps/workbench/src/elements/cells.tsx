import type { ComponentChildren } from 'preact';
import { ColumnHeads } from './column-heads.tsx';
import { Shown } from './shown-number.tsx';
import { WideTable } from './wide-table.tsx';

/** A table that scrolls by itself where it is wider than the page. Columns whose name ends in # hold numbers. */
export function Table(props: {
  caption: string;
  columns: readonly string[];
  /** Whether the caption is for ears only, because words nearby say the same. */
  quiet?: boolean;
  children: ComponentChildren;
}) {
  const { caption, columns, quiet, children } = props;
  return (
    <WideTable name={caption}>
      <table>
        <caption class={quiet ? 'hidden' : undefined}>{caption}</caption>
        <ColumnHeads columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </WideTable>
  );
}

/** A number in its column; empty where there is none. */
export function Cell(props: { value: number | null; digits?: number; lowerBound?: true | undefined }) {
  const { value, ...how } = props;
  return <td class="number">{value !== null && <Shown value={value} {...how} />}</td>;
}
