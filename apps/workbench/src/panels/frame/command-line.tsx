import { CopyButton } from '../../elements/copy-button.tsx';
import { ownName, studyName } from '../../state/workbench.ts';
import type { Question } from '../../work/question.ts';
import { cliCommand } from './cli-command.ts';

/** The command that prints what the page shows, to be copied. */
export function CommandLine({ question }: { question: Question }) {
  const command = cliCommand(question, ownName.value);
  const isOwn = ownName.value !== studyName.value;
  return (
    <span class="command">
      <code>{command}</code>
      <CopyButton
        text={() => command}
        what="the command"
        {...(isOwn && { note: `It reads ${ownName.value}: save the study first.` })}
      />
    </span>
  );
}
