import { spawn } from 'node:child_process';

/** Opens an address in the user's browser, where there is one; whether that worked nobody tells. */
export function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
  // The address was printed: whoever has no browser here can open it elsewhere.
  child.on('error', () => {});
  child.unref();
}
