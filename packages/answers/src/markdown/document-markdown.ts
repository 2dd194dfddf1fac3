import type { AnswerDocument, Block, Fact, Table } from '../document/document.ts';
import { cellText, columnsInWords } from '../document/document.ts';

/** A document as Markdown: verdict, evidence and what it rests on. Pictures are left to their captions. */
export function documentMarkdown(document: AnswerDocument): string {
  const { title, study, verdict, parts, cautions, sections, basis, warnings, repairs, methods, next } =
    document;
  return `${[
    `# ${escaped(title ?? study)}`,
    ...(title === null ? [] : [`\`${study}\``]),
    ...(parts
      ? parts.flatMap(({ question, sentences }) => [`## ${escaped(question)}`, bullets(sentences)])
      : [verdict.map(escaped).join('\n\n')]),
    facts(cautions),
    ...sections.flatMap(({ heading, blocks }) => [`## ${escaped(heading)}`, ...blocks.map(blockText)]),
    ...titled('What this rests on', facts(basis)),
    ...titled('Warnings', bullets(warnings)),
    ...titled('Repairs', bullets(repairs)),
    ...titled('Methods', methods.map(escaped).join('\n\n')),
    ...titled('Next', facts(next)),
  ]
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

const titled = (title: string, text: string) => (text === '' ? [] : [`## ${title}`, text]);
const bullets = (sentences: readonly string[]) => sentences.map((text) => `- ${escaped(text)}`).join('\n');
const facts = (all: readonly Fact[]) =>
  all.map(({ label, text }) => `- **${escaped(label)}**: ${escaped(text)}`).join('\n');

function blockText(block: Block): string {
  if (block.kind === 'text') return block.sentences.map(escaped).join('\n\n');
  if (block.kind === 'facts') return facts(block.facts);
  return block.kind === 'table' ? tableText(block.table) : '';
}

function tableText(table: Table): string {
  const { caption, columns, rows } = table;
  const kept = columnsInWords(table);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...(caption === '' ? [] : [`${escaped(caption)}:`, '']),
    line(kept.map((k) => escaped(columns[k]!.name))),
    line(kept.map((k) => (columns[k]!.align === 'right' ? '--:' : '---'))),
    ...rows.map(({ cells, below }) =>
      line(
        kept.map((k) => {
          const said = escaped(cellText(cells[k]!));
          return k === 0 && below !== undefined ? `${said} (${escaped(below)})` : said;
        }),
      ),
    ),
  ].join('\n');
}

/** What would be markup is shown as it is, code between backquotes apart. */
function escaped(text: string): string {
  const parts = text.replace(/\s*\p{Cc}+\s*/gu, ' ').split('`');
  const plain = (part: string) => part.replace(/[\\*_[\]<>|#~]/g, '\\$&');
  // Backquotes that do not pair are no code.
  if (parts.length % 2 === 0) return parts.map(plain).join('\\`');
  return parts.map((part, i) => (i % 2 === 1 ? `\`${part.replaceAll('|', '\\|')}\`` : plain(part))).join('');
}
