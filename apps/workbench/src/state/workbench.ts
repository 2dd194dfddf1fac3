import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type ParsedStudy, parseStudy, type Study } from '@sightline/study';
import type { Edited } from '../study/edit-marks.ts';
import { begun, edited, type History, isOriginal, type Opened, redone, undone } from '../study/history.ts';
import { keeper } from '../study/keeping.ts';
import { type MarkPlace, markKey, sameMark } from '../study/marks.ts';
import type { FilesByPath } from '../study/memory-files.ts';
import { fileName, namedFiles, pathOf } from '../study/named-files.ts';
import { type Scene, sceneOf } from '../study/scene.ts';
import type { Asking } from '../work/question.ts';
import { fadingWord } from './fading-word.ts';

// The state of the page. It is the study file: one text with its history. All else follows from it.

export const DEFAULT_NAME = 'study.yaml';
/** Whatever is random on the page is so by this seed, the command line's default. */
export const SEED = 0;

const history = signal<History>(begun({ name: DEFAULT_NAME, text: '', files: new Map() }));
/** The study with its files, as it stands. */
export const present = computed(() => history.value.present);
export const text = computed(() => present.value.text);
/** What the study was opened as: its place and its files'. */
export const studyName = computed(() => present.value.name);
/**
 * The study's name on the command line. An example that was edited, or that has other data, is a study of its own: the
 * file that is saved, and not the example that everybody has.
 */
export const ownName = computed(() => {
  const { name, original } = present.value;
  return original && !isOriginal(present.value) ? fileName(name) : name;
});
/** What questions are asked about: the study as it stands. */
export const askingNow = (): Asking => ({ study: studyName.value, text: text.value, seed: SEED });
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** Data files that the study names, by path. They go back and forth with the text. */
export const files = computed(() => present.value.files);
/** Those that somebody brought: they are on no server and in no link. */
const brought = new WeakSet<Uint8Array>();
export const isBrought = (bytes: Uint8Array): boolean => brought.has(bytes);
export const holdsBrought = computed(() => [...files.value.values()].some(isBrought));

/** Every file of any step that can be undone or redone. */
export function everyFile(): Set<Uint8Array> {
  const { past, present, future } = history.value;
  return new Set([present, ...past, ...future].flatMap(({ files }) => [...files.values()]));
}

/**
 * Keeps a file where the study would look for it. That is a step of its own where the study reads it at once; else it
 * belongs to the edit that will name it.
 */
export function holdFile(name: string, bytes: Uint8Array): void {
  brought.add(bytes);
  const path = heldPath(name);
  const next = { ...present.value, files: new Map(files.value).set(path, bytes) };
  const isRead = namedFiles(parsed.value.parts).includes(name);
  history.value =
    isRead || files.value.has(path) ? edited(history.value, next) : { ...history.value, present: next };
}

/** Says that somebody brought these bytes, for a study that is opened with them. */
export const bring = (bytes: Uint8Array): unknown => brought.add(bytes);

export const heldPath = (name: string) => pathOf(studyName.value, name);

/** Lets go of a file that the study no longer names. The steps before have it. */
export function dropFile(name: string): void {
  const path = heldPath(name);
  const left = new Map([...files.value].filter(([own]) => own !== path));
  history.value = { ...history.value, present: { ...present.value, files: left } };
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
const drawn = computed(() => sceneOf(parsed.value, lastGood.peek()?.scene));
/** Whether the picture shows the text as it stands. Where it does not, the last good picture stays. */
export const isCurrent = computed(() => drawn.value !== undefined);
export const scene: ReadonlySignal<Scene | undefined> = computed(() => lastGood.value?.scene);
export const grid = computed(() => scene.value?.grid);
effect(() => {
  const of = studyName.value;
  if (drawn.value) lastGood.value = { of, scene: drawn.value };
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
  history.value = edited(history.value, { ...present.value, text: next }, gesture);
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

let openings = 0;

/** Opens another study; the one before is one undo away. What somebody brought is taken along, unless a link tells its data. */
export function open(
  next: string,
  name: string,
  beside: FilesByPath,
  what: string,
  { original, sent }: Pick<Opened, 'original' | 'sent'> = {},
): void {
  const taken = sent ? [] : [...files.value].filter(([, bytes]) => isBrought(bytes));
  const held = new Map([...taken, ...beside]);
  const areSame =
    held.size === files.value.size && [...held].every(([path, one]) => files.value.get(path) === one);
  const study: Opened = {
    ...(original && { original }),
    ...(sent && { sent }),
    name,
    text: next,
    files: areSame ? files.value : held,
    opening: ++openings,
  };
  reopen(study, what);
}

/** Opens a study with its own data and no others. */
export const openAsKept = (study: Opened, what: string): void =>
  reopen({ ...study, opening: ++openings }, what);

/** Opens a study as it was once. */
export function reopen(study: Opened, what: string): void {
  batch(() => {
    selected.value = undefined;
    history.value = text.value === '' ? begun(study) : edited(history.value, study);
    said.value = what;
  });
}
