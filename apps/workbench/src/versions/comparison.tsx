import { amount, Shown } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { type DifferenceLine, textDifference } from '../study/text-difference.ts';
import { changedValues, verdictOf } from './changed-values.ts';
import { ReadingsOfVersion } from './readings-of-version.tsx';
import { useValued, type ValuedVersion, type Version } from './valued-version.ts';

/** Two versions side by side: what they are worth, what is read, and what differs in their texts and data. */
export function Comparison({ first, second }: { first: Version; second: Version }) {
  const both = [useValued(first), useValued(second)] as const;
  const [a, b] = both.map(({ answer }) => (answer?.kind === 'answered' ? answer.result.result : undefined));
  const changes = a && b ? changedValues(a, b) : undefined;
  const otherData = [...first.study.files].flatMap(([path, bytes]) => {
    const other = second.study.files.get(path);
    return other && !sameBytes(bytes, other) ? [path] : [];
  });
  return (
    <div class="comparison">
      <p class="verdict" role="status">
        {changes
          ? verdictOf(changes)
          : both.some(({ answer }) => !answer)
            ? 'The values are being computed.'
            : ''}
      </p>
      <div class="side-by-side">
        {both.map((one, i) => (
          <Side key={i} of={one} />
        ))}
      </div>
      {changes && (
        <Table
          name="versions"
          caption="Values of both versions"
          quiet
          columns={['protocol', `value: ${first.label}#`, `value: ${second.label}#`, 'change#', 'cost#']}
          rows={changes.map(({ name, values, costs, change }) => ({
            name,
            cells: [
              ...values.map((value) => value ?? '—'),
              change === undefined ? '—' : <Change key="change" by={change} />,
              [...new Set(costs.map((cost) => (cost === undefined ? '—' : amount(cost))))].join(' → '),
            ],
          }))}
        />
      )}
      <h4>What differs in the study files</h4>
      <Difference lines={textDifference(first.study.text, second.study.text)} />
      {otherData.length > 0 && (
        <p>
          <strong>The data differ too:</strong> {otherData.join(', ')}.
        </p>
      )}
    </div>
  );
}

function Side({ of: { label, scene, answer } }: { of: ValuedVersion }) {
  return (
    <section aria-label={label}>
      <h4>{label}</h4>
      {scene ? (
        <ReadingsOfVersion scene={scene} name={label} />
      ) : (
        <p class="muted">It has problems, so there is no picture of it.</p>
      )}
      {answer && answer.kind !== 'answered' && (
        <p class="notice">
          {answer.kind === 'problems'
            ? `It has ${answer.problems.length} problem${answer.problems.length === 1 ? '' : 's'}: there are no values.`
            : answer.kind === 'cancelled'
              ? 'It was stopped.'
              : answer.message}
        </p>
      )}
      {answer?.kind === 'answered' && !answer.result.result && (
        <p class="muted">
          There are no values: {answer.result.notAsked?.why ?? 'the study has no protocols'}.
        </p>
      )}
    </section>
  );
}

const Change = ({ by }: { by: number }) => (
  <>
    {by > 0 ? '+' : ''}
    <Shown value={by} />
  </>
);

/** Lines that stand before and after one that differs. */
const AROUND = 1;

/** Only what differs, with a line around it. */
function Difference({ lines }: { lines: readonly DifferenceLine[] }) {
  const shown = lines.map((_, i) =>
    lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ kind }) => kind !== 'both'),
  );
  if (!shown.includes(true)) return <p class="muted">Nothing: the texts are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <pre class="difference" tabIndex={0}>
      {lines.map(({ kind, line }, i) => {
        if (!shown[i]) return i > 0 && shown[i - 1] ? <span key={i}>⋮{'\n'}</span> : null;
        if (kind === 'both') return <span key={i}>{`  ${line}\n`}</span>;
        return kind === 'first' ? <del key={i}>{`− ${line}\n`}</del> : <ins key={i}>{`+ ${line}\n`}</ins>;
      })}
    </pre>
  );
}

const sameBytes = (a: Uint8Array, b: Uint8Array) =>
  a === b || (a.length === b.length && a.every((byte, i) => byte === b[i]));
