import { CopyButton } from '../../elements/copy-button.tsx';
import { studyName } from '../../state/workbench.ts';
import type { Question } from '../../work/question.ts';
import { cliCommand } from './cli-command.ts';

/** The command that prints what the page shows, to be copied. */
export function CommandLine({ question }: { question: Question }) {
  const command = cliCommand(question, studyName.value);
  return (
    <span class="command">
      <code>{command}</code>
      <CopyButton text={() => command} what="the command" />
    </span>
  );
}
