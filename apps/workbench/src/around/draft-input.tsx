import type { TargetedEvent, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';

interface DraftInputProps {
  type: 'text' | 'number';
  value: string;
  /** Told on Enter, and when the field is left after something was typed. */
  onCommit(typed: string, input: HTMLInputElement): void;
  id?: string;
  class?: string;
  size?: number;
  step?: number | 'any';
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string | undefined;
}

/**
 * A field of the study. What is being typed is the reader's until it is taken over: values that arrive meanwhile draw the
 * page anew, and must not put the old text back. Escape does.
 */
export function DraftInput({ type, value, onCommit, size, step, ...rest }: DraftInputProps) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const shared = {
    ...rest,
    value: draft ?? value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => setDraft(event.currentTarget.value),
    onKeyDown: ({ key }: TargetedKeyboardEvent<HTMLInputElement>) => {
      if (key === 'Escape') setDraft(undefined);
    },
    onChange: (event: TargetedEvent<HTMLInputElement>) => {
      setDraft(undefined);
      onCommit(event.currentTarget.value, event.currentTarget);
    },
  };
  return type === 'number' ? (
    <input type="number" step={step} {...shared} />
  ) : (
    <input type="text" size={size} {...shared} />
  );
}
