import { ask, type FetchPatience, FetchProblem, patiently } from './fetch-patience.ts';

/** A list is text of some ten thousand bytes. */
const LARGEST = 16 * 0x100000;

/** A text from a server; nothing where it has no such file. */
export function fetchText(
  url: string,
  patience: FetchPatience,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  return patiently(
    async () => {
      const answer = await ask(url, {}, patience, signal);
      try {
        if (answer.status !== 200) return undefined;
        const decoder = new TextDecoder();
        let text = '';
        for (let bytes = await answer.next(); bytes; bytes = await answer.next()) {
          text += decoder.decode(bytes, { stream: true });
          if (text.length > LARGEST)
            throw new FetchProblem('the server sends more than any list of files has');
        }
        return text + decoder.decode();
      } finally {
        answer.end();
      }
    },
    patience,
    signal,
  );
}
