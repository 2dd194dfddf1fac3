import { useId } from 'preact/hooks';

interface SelectFieldProps<Name extends string> {
  label: string;
  /** undefined where none is chosen yet. */
  value: Name | undefined;
  options: readonly { name: Name; words: string }[];
  disabled?: boolean;
  onValue(name: Name): void;
}

/** One of several, from a list that opens. */
export function SelectField<Name extends string>(props: SelectFieldProps<Name>) {
  const { label, value, options, disabled = false, onValue } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const { value: next } = event.currentTarget;
          if (next !== '') onValue(next as Name);
        }}
      >
        {value === undefined && <option value="">choose one</option>}
        {options.map(({ name, words }) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
