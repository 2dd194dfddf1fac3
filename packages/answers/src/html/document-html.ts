import type { AnswerDocument, Block, Fact, Section, Table } from '../document/document.ts';
import { cellText, columnsInWords } from '../document/document.ts';
import { html, type Markup, trusted } from '../pages/html.ts';
import { drawPicture, type Picture } from '../pictures/draw.ts';

/** Widths of the two drawings of a picture: for screens and paper, and for a phone held upright. */
const WIDE = 720;
const PHONE = 358;

export const sectionsMarkup = ({ sections }: Pick<AnswerDocument, 'sections'>): Markup =>
  html`${sections.map(sectionMarkup)}`;

const sectionMarkup = ({ heading, blocks }: Section): Markup => html`<h3>${heading}</h3>
${blocks.map(blockMarkup)}`;

function blockMarkup(block: Block): Markup {
  if (block.kind === 'text') return sentencesMarkup(block.sentences);
  if (block.kind === 'facts') return factsMarkup(block.facts);
  if (block.kind === 'table') return tableMarkup(block.table);
  return figureMarkup(block.picture, block.caption);
}

/** A few in a paragraph, more as a list. */
export const sentencesMarkup = (sentences: readonly string[]): Markup =>
  sentences.length > 2
    ? html`<ul>${sentences.map((one) => html`<li>${marked(one)}</li>`)}</ul>
`
    : html`<p>${marked(sentences.join(' '))}</p>
`;

export const factsMarkup = (facts: readonly Fact[]): Markup => html`<dl class="facts">
${facts.map(({ label, text }) => html`<dt>${label}</dt><dd>${marked(text)}</dd>\n`)}</dl>
`;

/** A picture that is drawn anew for narrow screens; the style sheet shows one of the two. */
const figureMarkup = (picture: Picture, caption: string): Markup => html`<figure>
<div class="wide">${trusted(drawPicture(picture, WIDE))}</div>
<div class="narrow">${trusted(drawPicture(picture, PHONE))}</div>
${caption === '' ? null : html`<figcaption>${marked(caption)}</figcaption>\n`}</figure>
`;

const LONG = 30;

/** On a narrow screen it scrolls by itself. The first cell of a row is its head; bars are for terminals. */
function tableMarkup(table: Table): Markup {
  const { caption, columns, rows } = table;
  const kept = columnsInWords(table);
  // Sentences need room where the table is wider than the screen anyway.
  const kind = (k: number) =>
    columns[k]!.align === 'right'
      ? 'number'
      : rows.some(({ cells }) => cellText(cells[k]!).length > LONG)
        ? 'long'
        : 'text';
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption || columns.map(({ name }) => name).join(', ')}">
<table>
${caption === '' ? null : html`<caption>${caption}</caption>\n`}<thead><tr>${kept.map((k) => (columns[k]!.name === '' ? html`<td></td>` : html`<th scope="col" class="${kind(k)}">${columns[k]!.name}</th>`))}</tr></thead>
<tbody>
${rows.map(
  ({ cells, below }) =>
    html`<tr>${kept.map((k) =>
      k === 0
        ? html`<th scope="row" class="${kind(k)}">${cellText(cells[k]!)}${below === undefined ? null : html`<br><span class="muted">${below}</span>`}</th>`
        : html`<td class="${kind(k)}">${cellText(cells[k]!)}</td>`,
    )}</tr>
`,
)}</tbody>
</table>
</div>
`;
}

/** Names of fields and commands, between backquotes, as code; what belongs to a number on its line. */
export const marked = (text: string): Markup =>
  html`${text
    .replace(/(\d) %/g, '$1\u00a0%')
    .replace(/R² (?=[\d≥−])/g, 'R²\u00a0')
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

export const DOCUMENT_STYLE = `
.narrow{display:none}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;max-width:80ch;margin:.6rem 0}
.facts dt{color:var(--muted)}
.facts dd{margin:0;overflow-wrap:anywhere}
.scroll{margin:1rem 0}
td.long{min-width:14rem}
.scroll .number,.scroll td.text{white-space:nowrap}
@media screen and (max-width:40rem){.wide{display:none}.narrow{display:block}
.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}
.scroll tr>:first-child{position:sticky;left:0;max-width:40vw;background:var(--ground)}}
@media print{.scroll table{font-size:8.5pt}}
`.trim();
