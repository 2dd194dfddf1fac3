import type { TableLook } from '@sightline/data';
import type { LocatedProblem } from '@sightline/study';

const FIRST_ROWS = 5;
const FIRST_COLUMNS = 12;
const MOST_BROKEN = 8;

interface PreviewProps {
  look: TableLook;
  roles: Readonly<Record<string, string | undefined>>;
  problems: readonly LocatedProblem[];
}

/** The first rows of the table, and further down those in which something is wrong, marked at its cell. */
export function Preview({ look, roles, problems }: PreviewProps) {
  const rowOf = new Map(look.lines.map((line, row) => [line, row]));
  const wrong = new Map<number, LocatedProblem[]>();
  for (const problem of problems) {
    const row = problem.line === null ? undefined : rowOf.get(problem.line);
    if (row !== undefined && problem.path.length > 2) wrong.set(row, [...(wrong.get(row) ?? []), problem]);
  }
  const first = Array.from({ length: Math.min(FIRST_ROWS, look.lines.length) }, (_, i) => i);
  const broken = [...wrong.keys()].filter((row) => row >= FIRST_ROWS).sort((a, b) => a - b);
  const rows = [...first, ...broken.slice(0, MOST_BROKEN)];
  const named = new Set(problems.map(({ path }) => path.at(-1)));
  const used = new Set<string | undefined>(Object.values(roles));
  const columns = look.columns
    .map((column, k) => ({ ...column, k }))
    .filter(({ name, k }) => k < FIRST_COLUMNS || used.has(name) || named.has(name));
  const hidden = look.columns.length - columns.length;
  const roleOf = (name: string) => (Object.entries(roles).find(([, own]) => own === name) ?? [''])[0];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="scroll" tabIndex={0} aria-label="Preview of the table">
      <table class="preview">
        <caption>
          {look.whole ? `${look.lines.length} rows` : `More than ${look.lines.length} rows`},{' '}
          {look.columns.length} columns{hidden > 0 && `, ${hidden} of them not shown`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              {look.form ? 'line' : 'row'}
            </th>
            {columns.map(({ name, k }) => (
              <th key={k} scope="col">
                {name || '(no name)'}
                {roleOf(name) && <span class="role">{roleOf(name)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row} class={wrong.has(row) ? 'wrong' : undefined}>
              <th scope="row" class="number">
                {look.lines[row]}
              </th>
              {columns.map(({ name, cells, k }) => {
                const problem = wrong.get(row)?.find(({ path }) => path.at(-1) === name);
                return (
                  <td key={k} class={problem ? 'wrong-cell' : undefined}>
                    {cells[row] || <span class="muted">–</span>}
                    {problem && <span class="field-problem">{problem.why}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
