import { createInterface } from 'node:readline';

/** Asks a question at the terminal: on standard error, since standard output is for answers. undefined where input ends. */
export function askAtTerminal(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
