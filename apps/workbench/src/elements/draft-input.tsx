import type { TargetedEvent, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';

interface DraftInputProps {
  value: string;
  /** Told on Enter, and when the field is left after something was typed. With `false` it was not taken over. */
  onCommit(typed: string): unknown;
  /** Told when what was typed is given up. */
  onGivenUp?(): void;
  id?: string;
  class?: string;
  size?: number;
  /** Where the field may be narrower than its text. */
  title?: string;
  inputMode?: 'text' | 'decimal';
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
}

/**
 * A field of the study. What is being typed is the reader's until it is taken over: values that arrive meanwhile draw the
 * page anew, and must not put the old text back. Escape does. What was refused stays, to be mended. It is a text for
 * numbers too: a field of the browser's own kind for numbers drops what it cannot read, and shows another number.
 */
export function DraftInput({ value, onCommit, onGivenUp, ...rest }: DraftInputProps) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  return (
    <input
      type="text"
      autocomplete="off"
      {...rest}
      value={draft ?? value}
      onInput={(event: TargetedInputEvent<HTMLInputElement>) => setDraft(event.currentTarget.value)}
      onKeyDown={({ key }: TargetedKeyboardEvent<HTMLInputElement>) => {
        if (key !== 'Escape') return;
        setDraft(undefined);
        onGivenUp?.();
      }}
      onChange={(event: TargetedEvent<HTMLInputElement>) => {
        const typed = event.currentTarget.value;
        setDraft(onCommit(typed) === false ? typed : undefined);
      }}
    />
  );
}
