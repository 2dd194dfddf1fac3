import { type Entry, entriesOf, type Time } from '@sightline/study';
import { type Edited, timesOf, withEntries } from './edit-marks.ts';
import { contentOf, removeValue, renameField, setValue } from './study-edit.ts';

interface Content {
  protocols?: Record<string, unknown> | null;
  realised?: unknown;
  classes?: unknown;
  benchmark?: unknown;
  catalogue?: Entry[];
}

/** Adds a protocol under a name that is still free: 'best', 'best 2', … */
export function addProtocol(
  text: string,
  wanted: string,
  entries: Entry | readonly Entry[],
): Edited & { name: string } {
  const names = protocolNames(text);
  let name = wanted;
  for (let n = 2; names.includes(name); n++) name = `${wanted} ${n}`;
  const { protocols } = contentOf(text) as Content;
  // `protocols:` with nothing below it is as good as none.
  const after =
    protocols === null || protocols === undefined
      ? setValue(text, ['protocols'], { [name]: entries })
      : setValue(text, ['protocols', name], entries);
  return { text: after, name };
}

/** Takes a protocol out, and with it what names it as one that was realised. */
export function removeProtocol(text: string, name: string): Edited {
  const { realised } = contentOf(text) as Content;
  const after = removeValue(text, ['protocols', name]);
  if (Array.isArray(realised) && realised.length > 1 && realised.includes(name))
    return {
      text: removeValue(after, ['realised', realised.indexOf(name)]),
      said: `${name} was one of the realised protocols; the study no longer names it.`,
    };
  if ([realised].flat()[0] !== name) return { text: after };
  return {
    text: removeValue(after, ['realised']),
    said: `${name} was the realised protocol; the study now names none.`,
  };
}

/** Gives a protocol another name, everywhere the study says it. Undefined where the name is empty or taken. */
export function renameProtocol(text: string, name: string, to: string): Edited | undefined {
  if (to.trim() === '' || (to !== name && protocolNames(text).includes(to))) return undefined;
  if (to === name) return { text };
  const { realised, classes, benchmark } = contentOf(text) as Content;
  let after = renameField(text, ['protocols', name], to);
  if (realised === name) after = setValue(after, ['realised'], to);
  if (Array.isArray(realised) && realised.includes(name))
    after = setValue(after, ['realised', realised.indexOf(name)], to);
  const files = (benchmark as { data?: unknown } | undefined)?.data;
  if (files && typeof files === 'object' && Object.hasOwn(files, name))
    after = renameField(after, ['benchmark', 'data', name], to);
  if (Array.isArray(classes))
    classes.forEach((one: { protocols?: unknown }, i) => {
      if (!Array.isArray(one?.protocols)) return;
      one.protocols.forEach((own: unknown, j) => {
        if (own === name) after = setValue(after, ['classes', i, 'protocols', j], to);
      });
    });
  return { text: after };
}

function protocolNames(text: string): string[] {
  return Object.keys((contentOf(text) as Content).protocols ?? {});
}

/** Adds actions of the catalogue, by number, to a protocol. */
export function addActions(text: string, protocol: string, actions: readonly number[]): Edited | undefined {
  const { protocols, catalogue = [] } = contentOf(text) as Content;
  const chosen = actions.map((number) => catalogueAction(text, catalogue, number));
  if (!protocols || chosen.includes(undefined)) return undefined;
  const entries = [...entriesOf(protocols[protocol]).entries, ...asEntries(chosen as Single[])];
  return {
    text: withEntries(text, protocol, entries),
    said: `${protocol} now has ${chosen.length} more reading${chosen.length === 1 ? '' : 's'}.`,
  };
}

/** Adds actions of the catalogue to several protocols. */
export function addToEach(
  text: string,
  added: readonly (readonly [protocol: string, actions: readonly number[]])[],
): Edited | undefined {
  const said: string[] = [];
  for (const [protocol, actions] of added) {
    const made = addActions(text, protocol, actions);
    if (!made) return undefined;
    text = made.text;
    if (made.said) said.push(made.said);
  }
  return { text, said: said.join(' ') };
}

/** An entry of one action. */
type Single = Entry & { at: Time };

/** What one number of the catalogue stands for, with the fields of its entry. */
function catalogueAction(text: string, catalogue: readonly Entry[], number: number): Single | undefined {
  let before = 0;
  for (const entry of catalogue) {
    const { at, width, ...rest } = entry;
    const times = timesOf(text, at);
    const widths = Array.isArray(width) ? width : [width];
    const k = number - before;
    before += times.length * widths.length;
    if (k >= times.length * widths.length) continue;
    const own = widths[k % widths.length];
    return {
      at: times[Math.floor(k / widths.length)]!,
      ...(own === undefined ? {} : { width: own }),
      ...rest,
    };
  }
  return undefined;
}

/** Actions that differ in their time alone are one entry. */
function asEntries(actions: readonly Single[]): Entry[] {
  const groups = new Map<string, { rest: Omit<Entry, 'at'>; times: Time[] }>();
  for (const { at, ...rest } of actions) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { rest, times: [] };
    group.times.push(at);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ rest, times }) => ({
    at: times.length === 1 ? times[0]! : times,
    ...rest,
  }));
}

/** Entries as a text that is the same for the same fields, in whichever order they are written. */
const written = (entries: readonly unknown[]): string =>
  JSON.stringify(
    entries.map((entry) => Object.entries((entry ?? {}) as Entry).sort(([a], [b]) => (a < b ? -1 : 1))),
  );

/** Makes a protocol of actions of the catalogue, by number; where the study has it already, that is all that is said. */
export function protocolOfActions(
  text: string,
  wanted: string,
  actions: readonly number[],
): (Edited & { name: string }) | undefined {
  const { catalogue = [] } = contentOf(text) as Content;
  const chosen = actions.map((number) => catalogueAction(text, catalogue, number));
  if (chosen.includes(undefined)) return undefined;
  const entries = asEntries(chosen as Single[]);
  const { protocols } = contentOf(text) as Content;
  const there = Object.entries(protocols ?? {}).find(
    ([, given]) =>
      entriesOf(given).dropout === undefined && written(entriesOf(given).entries) === written(entries),
  );
  if (there)
    return { text, name: there[0], said: `${there[0]} is on the timeline already: it is this choice.` };
  const made = addProtocol(text, wanted, entries.length === 1 ? entries[0]! : entries);
  return { ...made, said: `${made.name} is on the timeline.` };
}
