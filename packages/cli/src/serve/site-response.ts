import type { Encoding, StaticFile, StaticFiles } from './static-files.ts';

interface SiteRequest {
  method: string;
  /** As the request line has it. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface SiteResponse {
  status: number;
  headers: Record<string, string>;
  /** Empty where there is none to send. */
  body: Uint8Array;
}

/** Whether a request that names this host may be answered: a foreign name may point here to read what it must not. */
export type HostRule = (host: string) => boolean;

/** Nothing but the page's own files, no plug-ins, no frames, no forms; WebAssembly, which is code of our own. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ALWAYS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** What a request gets: a file of the site, or why not. The address is looked up as it stands and never becomes a path. */
export async function siteResponse(
  { method, url, headers }: SiteRequest,
  files: StaticFiles,
  allowed: HostRule,
): Promise<SiteResponse> {
  if (Array.isArray(headers.host) && headers.host.length > 1)
    return refusal(400, 'A request has one Host, not several.');
  const host = one(headers.host);
  if (host === undefined || !allowed(host))
    return refusal(421, 'This server answers to its own address only.');
  if (method !== 'GET' && method !== 'HEAD')
    return refusal(405, 'Only GET and HEAD: nothing can be uploaded here.', { Allow: 'GET, HEAD' });
  const address = url.split(/[?#]/, 1)[0]!;
  if (!address.startsWith('/')) return refusal(400, 'The address has to begin with a slash.');
  const file = files.get(address === '/' ? '/index.html' : address);
  if (!file) return refusal(404, 'There is no such file.');
  return fileResponse(file, method, headers);
}

async function fileResponse(
  file: StaticFile,
  method: string,
  headers: SiteRequest['headers'],
): Promise<SiteResponse> {
  const encoding = chosenEncoding(one(headers['accept-encoding']) ?? '', file.encodings);
  const tag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const about = {
    ...ALWAYS,
    ETag: tag,
    Vary: 'Accept-Encoding',
    'Cache-Control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  const none = new Uint8Array(0);
  if (matches(one(headers['if-none-match']), tag)) return { status: 304, headers: about, body: none };
  const content = await file.content(encoding);
  return {
    status: 200,
    headers: {
      ...about,
      'Content-Type': file.type,
      'Content-Length': String(content.length),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    },
    body: method === 'HEAD' ? none : content,
  };
}

function refusal(status: number, why: string, more: Record<string, string> = {}): SiteResponse {
  const body = new TextEncoder().encode(`${why}\n`);
  return {
    status,
    headers: {
      ...ALWAYS,
      ...more,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      // What else comes over this connection, such as an upload, is not read.
      Connection: 'close',
    },
    body,
  };
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The first that the client takes, ours in order of size. */
function chosenEncoding(header: string, offered: readonly Encoding[]): Encoding {
  const taken = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
    }),
  );
  const takes = (name: string) => (taken.get(name) ?? taken.get('*') ?? 0) > 0;
  return offered.find((encoding) => encoding !== 'identity' && takes(encoding)) ?? 'identity';
}

function matches(asked: string | undefined, tag: string): boolean {
  if (asked === undefined) return false;
  return asked.split(',').some((part) => ['*', tag].includes(part.trim().replace(/^W\//, '')));
}
