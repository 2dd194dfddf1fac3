import { type AlternativeResult, type IdentifyResult, list, moments, realisedNames } from '@sightline/study';
import { Amount } from '../../elements/shown-number.tsx';
import { apply, isReadable, parsed } from '../../state/workbench.ts';
import { addToEach } from '../../study/edit-protocols.ts';
import type { Showing } from '../frame/answer-parts.ts';
import { Starts } from '../frame/missing.tsx';
import { catalogueStart } from '../frame/starts.ts';

interface FixProps {
  result: IdentifyResult;
  alternative: AlternativeResult;
  showing: Showing;
  onMeasured(): void;
}

type Added = Pick<NonNullable<AlternativeResult['augmentation']>, 'actions' | 'with' | 'at' | 'cost'>;

/** The cheapest measurements that would settle it, as a button that adds them to the realised protocol and asks again. */
export function CheapestFix({ result, alternative, showing, onMeasured }: FixProps) {
  const { augmentation, verdict } = alternative;
  const { law, catalogue } = result;
  if (verdict === 'identified') return null;
  if (!augmentation)
    return law !== 'data' && catalogue === 0 && !parsed.value.parts.catalogue ? (
      <>
        <p class="muted">
          The study has no catalogue of what else could be measured, so nothing was looked for.
        </p>
        <Starts starts={catalogueStart()} />
      </>
    ) : null;
  const { surest } = augmentation;
  const [first] = realisedNames(result);
  const button = (set: Added, words: string) => {
    const on = set.with ?? set.actions.map(() => first!);
    const names = [...new Set(on)];
    const add = () => {
      const of = (name: string) => set.actions.filter((_, i) => on[i] === name);
      if (
        apply((text) =>
          addToEach(
            text,
            names.map((name) => [name, of(name)]),
          ),
        )
      )
        onMeasured();
    };
    return (
      <button
        type="button"
        disabled={!isReadable.value || !showing.usable}
        onClick={add}
        title={`Adds this to ${list(names)} and asks again`}
      >
        {words}: at {moments(set.at, result.grid)}
        {set.with && ` on the units of ${list(names)}`}, cost <Amount value={set.cost} />
      </button>
    );
  };
  return (
    <p class="buttons fix">
      {button(augmentation, 'Measure this too')}
      {surest && button(surest, 'Measure this too, which settles it for every law')}
      {!showing.usable && (
        <span class="muted">The catalogue was changed since: ask again to know what would settle it.</span>
      )}
    </p>
  );
}
