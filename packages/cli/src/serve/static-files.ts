import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file that is held in memory, in every encoding that anybody asked for. */
export interface StaticFile {
  type: string;
  /** Of its bytes, without quotes. */
  tag: string;
  /** Whether its name changes with its content. */
  hashed: boolean;
  encodings: readonly Encoding[];
  content(encoding: Encoding): Promise<Uint8Array>;
}

/** The files of a site by the path of their address, as in /assets/index.js. Nothing else can be asked for. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  yaml: 'application/yaml; charset=utf-8',
};
/** Compressed already. */
const PACKED = new Set(['png', 'woff2']);
/** Less than a packet gains nothing. */
const WORTH_IT = 1024;

/** Reads a folder once, links left out: from then on no request reaches the disk. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${path.slice(folder.length).split(/[/\\]/).filter(Boolean).join('/')}`;
    files.set(address, staticFile(address, await readFile(path)));
  }
  return files;
}

function staticFile(address: string, bytes: Uint8Array): StaticFile {
  const ending = address.slice(address.lastIndexOf('.') + 1).toLowerCase();
  const packs = bytes.length >= WORTH_IT && !PACKED.has(ending);
  const made = new Map<Encoding, Promise<Uint8Array>>();
  return {
    type: TYPES[ending] ?? 'application/octet-stream',
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    hashed: /-[\w-]{8,}\.\w+$/.test(address),
    encodings: packs ? ['br', 'gzip', 'identity'] : ['identity'],
    content(encoding) {
      const before = made.get(encoding);
      if (before) return before;
      const own = encoding === 'identity' ? Promise.resolve(bytes) : PACKERS[encoding](bytes);
      made.set(encoding, own);
      return own;
    },
  };
}

const PACKERS: Record<Exclude<Encoding, 'identity'>, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  // Nearly as small as the highest quality, in a tenth of its time.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
