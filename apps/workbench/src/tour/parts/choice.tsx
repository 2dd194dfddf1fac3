interface ChoiceProps<Name extends string> {
  legend: string;
  choices: readonly { name: Name; words: string }[];
  chosen: Name;
  onChoose(name: Name): void;
}

/** One of a few, as radio buttons in a row. */
export function Choice<Name extends string>({ legend, choices, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset class="tour-choice">
      <legend>{legend}</legend>
      {choices.map(({ name, words }) => (
        <label key={name}>
          <input
            type="radio"
            name={legend}
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
