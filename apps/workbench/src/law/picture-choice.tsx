import { SmallCurve } from './small-curve.tsx';

export interface Choice<Name extends string> {
  name: Name;
  words: string;
  /** Missing where it cannot be drawn for this study. */
  curve?: { values: readonly number[]; span: readonly [number, number] } | undefined;
}

interface PictureChoiceProps<Name extends string> {
  legend: string;
  choices: readonly Choice<Name>[];
  chosen: Name | undefined;
  disabled: boolean;
  onChoose(name: Name): void;
}

/** One of several functions, each with a little picture of itself as it would be now. */
export function PictureChoice<Name extends string>(props: PictureChoiceProps<Name>) {
  const { legend, choices, chosen, disabled, onChoose } = props;
  return (
    <fieldset class="picture-choice" disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map(({ name, words, curve }) => (
        <label key={name} class={name === chosen ? 'choice chosen' : 'choice'}>
          <input
            type="radio"
            name={legend}
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {curve && <SmallCurve {...curve} />}
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
