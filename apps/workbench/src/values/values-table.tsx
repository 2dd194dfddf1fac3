import { byName, error, errorColumn, valueDocument } from '@sightline/answers';
import { DocumentTable } from '../elements/document-table.tsx';
import { DraftInput } from '../elements/draft-input.tsx';
import { Facts } from '../elements/facts.tsx';
import { Marked } from '../elements/marked.tsx';
import { Remarks } from '../elements/remarks.tsx';
import { Amount, Shown } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { isPinned, togglePin } from '../state/baseline.ts';
import { isSettled, isTroubled, values } from '../state/values.ts';
import { apply, isCurrent, said, scene, selected } from '../state/workbench.ts';
import { addMark } from '../study/edit-marks.ts';
import { addProtocol, removeProtocol, renameProtocol } from '../study/edit-protocols.ts';
import type { Scene } from '../study/scene.ts';
import { ValueNotAsked } from './value-not-asked.tsx';

/** Every protocol with what it is worth and what it costs; here protocols are named, added and taken out. */
export function ValuesTable() {
  const drawn = scene.value;
  if (!drawn) return null;
  const { result } = values.value;
  const document = result && valueDocument(result);
  const { protocols } = drawn;
  const missed = document?.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'table' && block.table.name === 'missed' ? [block.table] : []))[0];
  return (
    <>
      {isTroubled.value && (
        // On the heading's line, where it moves nothing while somebody writes.
        <p class={result ? 'notice beside-title' : 'notice'}>
          {result
            ? 'of the text before its problems'
            : 'There are no values: the study has problems, which stand beside its text.'}
        </p>
      )}
      <ValueNotAsked />
      {document && (
        <p class={isTroubled.value ? 'verdict stale' : 'verdict'}>
          <Marked text={document.verdict.join(' ')} />
        </p>
      )}
      <Table
        caption="Values of the protocols"
        quiet
        class={isTroubled.value ? 'values stale' : 'values'}
        busy={!isSettled.value}
        columns={[
          'protocol',
          'value#',
          'cost#',
          'readings#',
          'linear value#',
          `${result ? errorColumn(result.target, result.words).name : 'RMSE'}#`,
          '[change]',
        ]}
        rows={protocols.map(({ name, marks }) => {
          const worth = byName(result?.protocols, name);
          const shown = (value: number | undefined) =>
            value !== undefined && <Shown value={value} digits={3} lowerBound={worth?.lowerBound} />;
          return {
            name,
            head: <Name of={name} />,
            cells: [
              <strong key="value">{shown(worth?.value)}</strong>,
              worth && <Amount value={worth.cost} />,
              String(marks.length),
              shown(worth?.linearValue),
              worth && <data value={String(worth.rmse)}>{error(worth.rmse, worth).text}</data>,
              <Change key="change" of={name} scene={drawn} />,
            ],
          };
        })}
      />
      <div class="buttons">
        <button type="button" disabled={!isCurrent.value} onClick={() => addLike(drawn)}>
          Add a protocol
        </button>
        <button type="button" disabled={!result} onClick={togglePin}>
          {isPinned.value ? 'Compare no longer' : 'Compare with these values'}
        </button>
      </div>
      {missed && <DocumentTable table={missed} />}
      {document && (
        <details>
          <summary>What these numbers are</summary>
          <Facts facts={document.basis} />
        </details>
      )}
      {document && <Remarks of={document} />}
    </>
  );
}

function Name({ of: name }: { of: string }) {
  return (
    <DraftInput
      class="name"
      value={name}
      title={name}
      size={Math.max(6, name.length)}
      aria-label={`Name of protocol ${name}`}
      disabled={!isCurrent.value}
      onCommit={(typed) => rename(name, typed)}
    />
  );
}

function Change({ of: name, scene: drawn }: { of: string; scene: Scene }) {
  return (
    <span class="row-buttons">
      <button
        type="button"
        class="quiet"
        disabled={!isCurrent.value}
        onClick={() => apply((text) => addMark(text, name, freeTime(drawn, name)))}
      >
        add reading<span class="hidden"> to {name}</span>
      </button>
      <button
        type="button"
        class="quiet"
        disabled={!isCurrent.value}
        onClick={() => {
          selected.value = undefined;
          apply((text) => removeProtocol(text, name));
        }}
      >
        remove<span class="hidden"> {name}</span>
      </button>
    </span>
  );
}

function rename(name: string, to: string): void {
  const renamed = apply((text) => renameProtocol(text, name, to));
  if (renamed) {
    if (selected.value?.protocol === name) selected.value = { ...selected.value, protocol: to };
    return;
  }
  said.value = `A protocol needs a name that no other has: ${JSON.stringify(to)} was not taken over.`;
}

/** The middle of the widest gap between a protocol's readings: a new one should not cover an old one. */
function freeTime({ grid: { horizon }, protocols }: Scene, name: string): number {
  const times =
    protocols.find((protocol) => protocol.name === name)?.marks.map(({ action }) => action.at) ?? [];
  const edges = [0, ...times.sort((a, b) => a - b), horizon];
  let [at, widest] = [horizon / 2, 0];
  edges.slice(1).forEach((edge, i) => {
    const gap = edge - edges[i]!;
    if (gap > widest * (1 + 1e-9)) [at, widest] = [edges[i]! + gap / 2, gap];
  });
  return Number(at.toPrecision(4));
}

/** A protocol to begin with: one reading in the middle, with the noise that readings of this study have. */
function addLike({ grid, study, protocols }: Scene): void {
  const entries = [
    ...protocols.flatMap(({ marks }) => marks.map((mark) => mark.written)),
    ...(study.catalogue ?? []),
  ];
  const noise = entries.find((entry) => entry.noise !== undefined)?.noise;
  const made = apply((text) =>
    addProtocol(text, 'new', [{ at: grid.horizon / 2, ...(noise === undefined ? {} : { noise }) }]),
  );
  if (made) selected.value = { protocol: made.name, entry: 0, time: 0, width: 0 };
}
