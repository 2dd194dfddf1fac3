import { said } from '../state/workbench.ts';

interface CopyButtonProps {
  text(): string | Promise<string>;
  /** As in 'copy the command'. */
  what: string;
  words?: string;
  /** What to know before it is used. */
  note?: string;
}

export function CopyButton({ text, what, words = 'copy', note = '' }: CopyButtonProps) {
  const copy = async () => {
    const content = await text();
    try {
      await navigator.clipboard.writeText(content);
      said.value = `Copied ${what}. ${note}`.trim();
    } catch {
      said.value = `The browser did not allow copying ${what}: ${content}`;
    }
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy()}>
      {words}
      <span class="hidden"> {what}</span>
    </button>
  );
}
