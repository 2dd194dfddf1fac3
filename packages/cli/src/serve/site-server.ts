import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname } from 'node:os';
import { type HostRule, siteResponse } from './site-response.ts';
import type { StaticFiles } from './static-files.ts';

export interface SiteServer {
  /** The address to open. */
  url: string;
  close(): Promise<void>;
}

interface ListenOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** Milliseconds for a request to be complete: pages are small, and so are requests. */
  patience?: number;
}

const PATIENCE = 10_000;

/** Serves files of memory until it is closed. Rejects with the system's error where it cannot listen. */
export async function serveSite(
  files: StaticFiles,
  { host, port, patience = PATIENCE }: ListenOptions,
): Promise<SiteServer> {
  let allowed: HostRule = () => false;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { method = '', url = '' } = request;
      // Node keeps the first of several hosts and says nothing of the others.
      const headers = { ...request.headers, host: request.headersDistinct.host };
      const { status, headers: own, body } = await siteResponse({ method, url, headers }, files, allowed);
      response.writeHead(status, own);
      response.end(body);
      if (status >= 400) response.on('finish', () => request.socket.destroySoon());
    } catch {
      response.destroy();
    }
  };
  const server = createServer(
    {
      headersTimeout: patience,
      requestTimeout: patience,
      keepAliveTimeout: patience / 2,
      // Node looks for late requests every 30 s otherwise, and would wait that much longer.
      connectionsCheckingInterval: patience / 10,
    },
    handle,
  );
  // Whoever asks first whether an upload is welcome is told at once.
  server.on('checkContinue', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  await listening(server, host, port);
  const own = (server.address() as AddressInfo).port;
  allowed = hostRule(host, own);
  return {
    url: `http://${shownHost(host)}:${own}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** All addresses of the machine are no address to open. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Names that only this machine has, and addresses: a name of somebody else's that points here is refused. */
export function hostRule(host: string, port: number): HostRule {
  const names = new Set(['localhost', host.toLowerCase()]);
  if (!isLoopback(host)) names.add(hostname().toLowerCase());
  return (asked) => {
    const [, name = '', given] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(asked.toLowerCase()) ?? [];
    if (Number(given ?? 80) !== port) return false;
    const bare = name.replace(/^\[|\]$/g, '');
    return names.has(bare) || (isIP(bare) !== 0 && (!isLoopback(host) || isLoopback(bare)));
  };
}
