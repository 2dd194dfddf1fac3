// A link that carries the whole study: #study=1.<base64url of the text, deflated>. Data files stay where they are.

const VERSION = '1';
const NAME = 'study';
/** A study is some kilobytes; a small link must not unpack to a flood. */
const MOST_CHARACTERS = 2_000_000;

export type LinkRead =
  | { ok: true; text: string }
  /** What is wrong with the link, in the manner of every problem. */
  | { ok: false; found: string; why: string; accepted: string };

const ACCEPTED = `a link as the workbench makes it: #${NAME}=${VERSION}.… to its last character`;

/** The part of an address behind the #, for a study. */
export async function studyFragment(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return `#${NAME}=${VERSION}.${base64url(packed)}`;
}

/** The study that a fragment carries; undefined where it is not about a study at all. */
export async function readFragment(fragment: string): Promise<LinkRead | undefined> {
  const content = fragment.replace(/^#/, '');
  if (!content.startsWith(`${NAME}=`)) return undefined;
  const [version, packed] = split(content.slice(NAME.length + 1));
  const found = fragment.length > 60 ? `${fragment.slice(0, 60)}…` : fragment;
  const broken = (why: string): LinkRead => ({ ok: false, found, why, accepted: ACCEPTED });
  if (packed === undefined) return broken('the link says no version');
  if (version !== VERSION)
    return broken(`the link is of version ${version}, and this workbench reads version ${VERSION}`);
  const bytes = fromBase64url(packed);
  if (bytes === undefined) return broken('the link holds characters that it cannot have been made with');
  try {
    const unpacked = await through(bytes, new DecompressionStream('deflate-raw'), MOST_CHARACTERS);
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(unpacked) };
  } catch (error) {
    if (error instanceof TooLong) return broken(`the study is longer than ${MOST_CHARACTERS} characters`);
    return broken('the link is damaged or was cut off');
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
