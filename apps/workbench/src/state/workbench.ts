import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { besideStudy, type ParsedStudy, parseStudy, type Study } from '@sightline/study';
import type { Edited } from '../study/edit-marks.ts';
import { begun, edited, type History, redone, undone } from '../study/history.ts';
import { keeper } from '../study/keeping.ts';
import { type MarkPlace, markKey, sameMark } from '../study/marks.ts';
import { type FilesByPath, plainPath } from '../study/memory-files.ts';
import { type Scene, sceneOf } from '../study/scene.ts';
import { fadingWord } from './fading-word.ts';

// The state of the page. It is the study file: one text with its history. All else follows from it.

export const DEFAULT_NAME = 'study.yaml';
/** Whatever is random on the page is so by this seed, the command line's default. */
export const SEED = 0;

const history = signal<History>(begun({ name: DEFAULT_NAME, text: '' }));
export const text = computed(() => history.value.present.text);
/** The study's name, as on the command line. */
export const studyName = computed(() => history.value.present.name);
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** Data files that the study names, by path. */
export const files = signal<FilesByPath>(new Map());
/** Those that somebody brought: they are on no server and in no link. */
const brought = signal<ReadonlySet<string>>(new Set());
export const holdsBrought = computed(() => brought.value.size > 0);

/** Keeps a file where the study would look for it. */
export function holdFile(name: string, bytes: Uint8Array): void {
  const path = heldPath(name);
  files.value = new Map(files.value).set(path, bytes);
  brought.value = new Set(brought.value).add(path);
}

export const heldPath = (name: string) => plainPath(besideStudy(studyName.value, name));

/** Lets go of a file's bytes. */
export function dropFile(name: string): void {
  const path = heldPath(name);
  files.value = new Map([...files.value].filter(([own]) => own !== path));
  brought.value = new Set([...brought.value].filter((own) => own !== path));
}

export const selected = signal<MarkPlace | undefined>(undefined);
/** What happened last, for the status line and for those who hear it read. */
export const said = signal('');
fadingWord(said);

const lastGood = signal<{ of: string; scene: Scene } | undefined>(undefined);
const keepParts = keeper<Partial<Study>>();
/** Fields that a new text leaves as they were are the same objects as before. */
export const parsed: ReadonlySignal<ParsedStudy> = computed(() => {
  const now = parseStudy(studyName.value, text.value);
  return { ...now, parts: keepParts(now.parts) };
});
const keepSetting = keeper<Omit<Partial<Study>, 'protocols'>>();
/** What the study says besides its protocols: it stays while marks move. */
export const setting = computed(() => {
  const { protocols: _, ...rest } = parsed.value.parts;
  return keepSetting(rest);
});
const present = computed(() => sceneOf(parsed.value, lastGood.peek()?.scene));
/** Whether the picture shows the text as it stands. Where it does not, the last good picture stays. */
export const isCurrent = computed(() => present.value !== undefined);
export const scene: ReadonlySignal<Scene | undefined> = computed(() => lastGood.value?.scene);
export const grid = computed(() => scene.value?.grid);
effect(() => {
  const of = studyName.value;
  if (present.value) lastGood.value = { of, scene: present.value };
  // Another study's picture would be taken for this one's.
  else if (lastGood.peek()?.of !== of) lastGood.value = undefined;
});

/** Whether the text can be edited by anything but typing: it is YAML, and a mapping or still empty. */
export const isReadable = computed(() => {
  const { readable, value } = parsed.value.source;
  return readable && typeof value === 'object' && !Array.isArray(value);
});

/**
 * The mark whose numbers are shown: the one that was selected, as the picture has it, or else the first one, so that its
 * form stands there from the beginning and moves nothing when it comes.
 */
export const selectedMark = computed(() => {
  const place = selected.value;
  const protocols = scene.value?.protocols ?? [];
  const protocol = protocols.find(({ name }) => name === place?.protocol) ?? protocols[0];
  return protocol?.marks.find((mark) => place && sameMark(mark, place)) ?? protocol?.marks[0];
});

/** Which one it is, wherever it stands now. */
export const selectedKey = computed(() => selectedMark.value && markKey(selectedMark.value));

/** Takes over a new text; a gesture's texts are one step of the history. */
export function write(next: string, gesture?: string): void {
  history.value = edited(history.value, { name: studyName.value, text: next }, gesture);
}

/** Carries an edit out on the text as it stands, and says what was unexpected about it. */
export function apply<Made extends Edited>(
  edit: (text: string) => Made | undefined,
  gesture?: string,
): Made | undefined {
  if (!isReadable.value) {
    said.value = 'The text of the study cannot be read, so it cannot be edited from here: see its problems.';
    return undefined;
  }
  const made = edit(text.value);
  if (!made) return undefined;
  batch(() => {
    write(made.text, gesture);
    if (made.said !== undefined) said.value = made.said;
    if (made.place) selected.value = made.place;
  });
  return made;
}

export function undo(): void {
  const before = undone(history.value);
  if (!before) return;
  history.value = before;
  said.value = 'Undone.';
}

export function redo(): void {
  const after = redone(history.value);
  if (!after) return;
  history.value = after;
  said.value = 'Done again.';
}

/** Opens another study; the one before is one undo away. */
export function open(next: string, name: string, beside: FilesByPath, what: string): void {
  batch(() => {
    if (beside.size > 0) files.value = new Map([...files.value, ...beside]);
    selected.value = undefined;
    const study = { name, text: next };
    history.value = text.value === '' ? begun(study) : edited(history.value, study);
    said.value = what;
  });
}
