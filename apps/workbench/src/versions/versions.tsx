import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Dialog } from '../elements/dialog.tsx';
import { SelectField } from '../elements/select-field.tsx';
import { setLastKept, setWantsAutosave, wantsAutosave } from '../opening/autosave-flag.ts';
import {
  forget,
  forgetAll,
  type KeptStudy,
  keepStudy,
  keptStudies,
  leftOpen,
  studyFrom,
} from '../opening/kept-studies.ts';
import { openAsKept, ownName, parsed, present } from '../state/workbench.ts';
import { fileName } from '../study/named-files.ts';
import '../style/versions.css';
import { Comparison } from './comparison.tsx';
import type { Version } from './valued-version.ts';

const NOW = 'now';

/** What this browser keeps of studies: versions with a name, and what was left open; two of them side by side. */
export function Versions({ onClose }: { onClose(): void }) {
  const kept = useSignal<readonly KeptStudy[]>([]);
  const trouble = useSignal('');
  const compared = useSignal<readonly [string, string] | undefined>(undefined);
  const wants = useSignal(wantsAutosave());
  /** Whatever is done is seen in the list. */
  const act = async (what: () => Promise<unknown>) => {
    try {
      await what();
      kept.value = await keptStudies();
      trouble.value = '';
    } catch (error) {
      trouble.value = `This browser keeps nothing here: ${error instanceof Error ? error.message : String(error)}.`;
    }
  };
  useEffect(() => void act(async () => {}), []);
  // What is open is kept as well, and it is `now`.
  const others = kept.value.filter(({ id }) => id !== leftOpen(present.value.name));
  const options = [
    { name: NOW, words: 'as it stands now' },
    ...others.map((one) => ({ name: one.id, words: labelOf(one) })),
  ];
  const [first, second] = compared.value ?? [others[0]?.id, NOW];
  const compare = (a: string | undefined, b: string | undefined) => {
    if (a !== undefined && b !== undefined) compared.value = [a, b];
  };
  return (
    <Dialog title="Versions" onClose={onClose}>
      {trouble.value && <p class="notice">{trouble.value}</p>}
      <KeepVersion
        onKeep={(label) =>
          act(() => keepStudy(`version ${Date.now()}`, label, present.peek(), parsed.peek().parts))
        }
      />
      {others.length === 0 ? (
        <p class="muted">No version is kept yet.</p>
      ) : (
        <ul class="versions">
          {others.map((one) => (
            <li key={one.id}>
              <span>
                <strong>{labelOf(one)}</strong>{' '}
                <span class="muted">
                  {one.label && `${one.name}, `}
                  {dayAndTime(one.at)}
                  {one.left.length > 0 && `, without ${one.left.map(fileName).join(', ')}: too large`}
                </span>
              </span>
              <span class="row-buttons">
                <button
                  type="button"
                  class="quiet"
                  onClick={async () => {
                    openAsKept(
                      await studyFrom(one),
                      `${labelOf(one)} is open; Undo goes back to the study before.`,
                    );
                    onClose();
                  }}
                >
                  open<span class="hidden"> {labelOf(one)}</span>
                </button>
                <button type="button" class="quiet" onClick={() => compare(one.id, NOW)}>
                  compare with now<span class="hidden">: {labelOf(one)}</span>
                </button>
                <button type="button" class="quiet" onClick={() => void act(() => forget(one.id))}>
                  forget<span class="hidden"> {labelOf(one)}</span>
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section aria-label="Two versions side by side">
          <h3>Side by side</h3>
          <div class="fields">
            <SelectField label="first" value={first} options={options} onValue={(a) => compare(a, second)} />
            <SelectField label="second" value={second} options={options} onValue={(b) => compare(first, b)} />
          </div>
          {compared.value && <Compared ids={compared.value} kept={kept.value} />}
        </section>
      )}
      <h3>Kept in this browser</h3>
      <p>
        Versions stay in this browser, with their data up to 20 MB each: nothing is sent anywhere, and another
        browser does not have them. “Save study” makes a file.
      </p>
      <p>
        <label class="check">
          <input
            type="checkbox"
            checked={wants.value}
            onChange={(event) => {
              wants.value = event.currentTarget.checked;
              setWantsAutosave(wants.value);
            }}
          />{' '}
          Keep what is open, so that it comes back after the page was closed
        </label>
      </p>
      <button
        type="button"
        disabled={kept.value.length === 0}
        onClick={() => {
          setLastKept(undefined);
          compared.value = undefined;
          void act(forgetAll);
        }}
      >
        Forget everything that is kept
      </button>
    </Dialog>
  );
}

function KeepVersion({ onKeep }: { onKeep(label: string): void }) {
  const id = useId();
  const label = useSignal('');
  return (
    <form
      class="fields keep-version"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = label.value.trim();
        onKeep(typed === '' ? `${parsed.value.parts.title ?? fileName(ownName.value)}` : typed);
        label.value = '';
      }}
    >
      <div class="field">
        <label for={id}>name of this version</label>
        <input
          id={id}
          type="text"
          autocomplete="off"
          placeholder={parsed.value.parts.title ?? fileName(ownName.value)}
          value={label.value}
          onInput={(event) => {
            label.value = event.currentTarget.value;
          }}
        />
      </div>
      <button type="submit" class="main">
        Keep this version
      </button>
    </form>
  );
}

function Compared({ ids, kept }: { ids: readonly [string, string]; kept: readonly KeptStudy[] }) {
  const versions = useSignal<readonly Version[]>([]);
  useEffect(() => {
    versions.value = [];
    void Promise.all(
      ids.map(async (id): Promise<Version | undefined> => {
        if (id === NOW) return { label: 'now', study: present.peek() };
        const found = kept.find((one) => one.id === id);
        return found && { label: labelOf(found), study: await studyFrom(found) };
      }),
    ).then((all) => {
      versions.value = all.filter((one) => one !== undefined);
    });
  }, [ids.join('\n')]);
  const [first, second] = versions.value;
  return first && second ? <Comparison key={ids.join('\n')} first={first} second={second} /> : null;
}

const labelOf = ({ label, name }: KeptStudy) => label || `${name} as it was left`;

/** By this computer's clock. */
function dayAndTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}`
  );
}
