// Tables of a study's files, with other rows, labels, times and values.

/** Rows below a header; those of records stay in their order within each. */
export function rowsOf(text: string): { head: string; rows: string[] } {
  const [head, ...rows] = text.trimEnd().split('\n');
  return { head: head!, rows };
}
export const table = (head: string, rows: readonly string[]) => `${[head, ...rows].join('\n')}\n`;

/** Measurements in this order, and called y1, y2, … or r1, r2, … again. */
export function withColumns(text: string, measured: readonly number[], label: 'y' | 'r'): string {
  const { head, rows } = rowsOf(text);
  const names = head.split(',');
  const place = (name: string) => {
    const number = Number(name.slice(1));
    return names.indexOf(name[0] === label && number >= 1 ? `${label}${measured[number - 1]}` : name);
  };
  return table(
    head,
    rows.map((row) => {
      const cells = row.split(',');
      return names.map((name) => cells[place(name)]).join(',');
    }),
  );
}

/** Units and records under other labels. */
export function withLabels(text: string, change: (label: string) => string): string {
  const { head, rows } = rowsOf(text);
  const labels = head.split(',').map((name) => ['unit', 'patient', 'the patient', 'record'].includes(name));
  return table(
    head,
    rows.map((row) =>
      row
        .split(',')
        .map((cell, k) => (labels[k] ? change(cell) : cell))
        .join(','),
    ),
  );
}

/** Dense data with other times: in the header of a wide table, in a column of a long one. */
export function withTimes(text: string, change: (time: number) => number): string {
  const { head, rows } = rowsOf(text);
  const names = head.split(',');
  const place = names.findIndex((name) => name === 'time' || name === 'when');
  if (place < 0)
    return table(
      names.map((name) => (/^[\d.e+-]+$/i.test(name) ? String(change(Number(name))) : name)).join(','),
      rows,
    );
  return table(
    head,
    rows.map((row) => {
      const cells = row.split(',');
      cells[place] = String(change(Number(cells[place])));
      return cells.join(',');
    }),
  );
}

/** A table in which the numbers of some columns are others. */
export function withCells(
  text: string,
  columns: readonly string[] | RegExp,
  change: (value: number) => number,
): string {
  const { head, rows } = rowsOf(text);
  const changes = head
    .split(',')
    .map((name) => (columns instanceof RegExp ? columns.test(name) : columns.includes(name)));
  return table(
    head,
    rows.map((row) =>
      row
        .split(',')
        .map((cell, k) =>
          changes[k] && cell !== '' && Number.isFinite(Number(cell)) ? String(change(Number(cell))) : cell,
        )
        .join(','),
    ),
  );
}
