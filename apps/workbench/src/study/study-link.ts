// A link that carries the whole study: #study=1.<base64url of the text, deflated>, &data= with the name and the digest of
// each file that its sender had beside it, and &name= with the study's name where it has one of its own. Data files stay
// where they are; by the digest a page knows whether it has the same ones.

const VERSION = '1';
const NAME = 'study';
/** A study is some kilobytes; a small link must not unpack to a flood. */
const MOST_CHARACTERS = 2_000_000;

export type LinkRead =
  | { ok: true; text: string; name?: string; data?: ReadonlyMap<string, string> }
  /** What is wrong with the link, in the manner of every problem. */
  | { ok: false; found: string; why: string; accepted: string };

const ACCEPTED = `a link as the workbench makes it: #${NAME}=${VERSION}.… to its last character`;

/** The part of an address behind the #, for a study. */
export async function studyFragment(
  text: string,
  name?: string,
  data: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const files = [...data].map(([file, digest]) => `&data=${encodeURIComponent(file)}:${digest}`).join('');
  const named = name === undefined ? '' : `&name=${encodeURIComponent(name)}`;
  return `#${NAME}=${VERSION}.${base64url(packed)}${files}${named}`;
}

/** The study that a fragment carries; undefined where it is not about a study at all. */
export async function readFragment(fragment: string): Promise<LinkRead | undefined> {
  const content = fragment.replace(/^#/, '');
  if (!content.startsWith(`${NAME}=`)) return undefined;
  const [carried, ...more] = content.slice(NAME.length + 1).split('&');
  const [version, packed] = split(carried!);
  const found = fragment.length > 60 ? `${fragment.slice(0, 60)}…` : fragment;
  const broken = (why: string): LinkRead => ({ ok: false, found, why, accepted: ACCEPTED });
  if (packed === undefined) return broken('the link says no version');
  if (version !== VERSION)
    return broken(`the link is of version ${version}, and this workbench reads version ${VERSION}`);
  const names = namesIn(more);
  if (names === null) return broken('what follows the study in the link is not the name of a file');
  const bytes = fromBase64url(packed);
  if (bytes === undefined) return broken('the link holds characters that it cannot have been made with');
  try {
    const unpacked = await through(bytes, new DecompressionStream('deflate-raw'), MOST_CHARACTERS);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
    return { ok: true, text, ...names };
  } catch (error) {
    if (error instanceof TooLong) return broken(`the study is longer than ${MOST_CHARACTERS} characters`);
    return broken('the link is damaged or was cut off');
  }
}

/** The file's name behind the study, and those of its data with their digests; null where something cannot be one. */
function namesIn(more: readonly string[]): { name?: string; data?: ReadonlyMap<string, string> } | null {
  const data = new Map<string, string>();
  let name: string | undefined;
  for (const part of more) {
    const [, own, file, digest] = /^(?:name=(.+)|data=([^:]+):([0-9a-f]{16}))$/.exec(part) ?? [];
    const read = decoded(own ?? file ?? '');
    if (read === undefined || (own !== undefined && name !== undefined)) return null;
    if (own !== undefined) name = read;
    else data.set(read, digest!);
  }
  return { ...(name !== undefined && { name }), ...(data.size > 0 && { data }) };
}

function decoded(written: string): string | undefined {
  try {
    const name = decodeURIComponent(written);
    return /^[^\p{C}]{1,200}$/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function split(text: string): [string, string | undefined] {
  const dot = text.indexOf('.');
  return dot < 0 ? [text, undefined] : [text.slice(0, dot), text.slice(dot + 1)];
}

class TooLong extends Error {}

async function through(
  bytes: Uint8Array,
  transform: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(transform).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooLong();
    }
  }
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
