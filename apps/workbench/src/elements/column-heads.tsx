/** The first row of a table. Columns whose name ends in # hold numbers; one in brackets is named for ears only. */
export function ColumnHeads({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((name, i) => (
          <th key={i} scope="col" class={name.endsWith('#') ? 'number' : undefined}>
            {name.startsWith('[') ? <span class="hidden">{name.slice(1, -1)}</span> : name.replace(/#$/, '')}
          </th>
        ))}
      </tr>
    </thead>
  );
}
