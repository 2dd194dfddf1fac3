import { useId } from 'preact/hooks';
import { DraftInput } from './draft-input.tsx';

interface TextFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  size?: number;
  onText(text: string): void;
}

/** A word or a few, taken over without the spaces around them. */
export function TextField({ label, onText, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <DraftInput id={id} {...rest} onCommit={(text) => onText(text.trim())} />
    </div>
  );
}
