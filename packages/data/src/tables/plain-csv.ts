import { cellsOf, DECIMAL_COMMA, isBlank, linesOf, type Separator } from './csv.ts';

/** How a text separates its cells and writes its numbers. */
export interface CsvForm {
  separator: Separator;
  decimalComma: boolean;
}

/** So many lines tell how numbers are written. */
const LINES_SEEN = 200;

/** What the first lines show. Between commas no number can have a decimal comma that was not quoted. */
export function csvForm(text: string): CsvForm {
  const lines = linesOf(text.slice(0, 100_000))
    .filter((line) => !isBlank(line))
    .slice(0, LINES_SEEN);
  const head = (lines[0]?.text ?? '').replace(/"[^"]*"/g, '');
  const separator = head.includes('\t') ? '\t' : head.includes(';') ? ';' : ',';
  if (separator === ',') return { separator, decimalComma: false };
  const cells = lines.flatMap((line) => cellsOf(line.text, separator).map((cell) => cell.text));
  return { separator, decimalComma: cells.some((cell) => DECIMAL_COMMA.test(cell)) };
}

/** The same table with commas between cells and decimal points, line by line, so that places stay in their lines. */
export function plainCsv(text: string, { separator, decimalComma }: CsvForm): string {
  if (isPlain({ separator, decimalComma })) return text;
  const cell = (written: string) => {
    const plain = decimalComma && DECIMAL_COMMA.test(written) ? written.replace(',', '.') : written;
    return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return linesOf(text)
    .map((line) =>
      isBlank(line)
        ? ''
        : cellsOf(line.text, separator)
            .map((one) => cell(one.text))
            .join(','),
    )
    .concat('')
    .join('\n');
}

/** Whether a text is written as tables are read. */
export const isPlain = ({ separator, decimalComma }: CsvForm): boolean => separator === ',' && !decimalComma;
