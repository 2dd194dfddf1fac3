import { html, type Markup } from '../pages/html.ts';

export interface Column {
  name: string;
  /** Numbers stand to the right. */
  number?: boolean;
}

const LONG = 30;

/** A table with a caption; on a narrow screen it scrolls by itself. The first cell of a row is its head. */
export function dataTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Markup {
  // Sentences need room where the table is wider than the screen anyway.
  const long = (k: number) => rows.some((cells) => cells[k]!.length > LONG);
  const kind = (k: number) => (columns[k]!.number ? 'number' : long(k) ? 'long' : 'text');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ name }, k) => html`<th scope="col" class="${kind(k)}">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) =>
    html`<tr>${cells.map((cell, k) =>
      k === 0
        ? html`<th scope="row" class="${kind(k)}">${cell}</th>`
        : html`<td class="${kind(k)}">${cell}</td>`,
    )}</tr>
`,
)}</tbody>
</table>
</div>
`;
}
