import { signal } from '@preact/signals';
import { fetched } from '../elements/fetched.tsx';
import { law, result } from '../state/values.ts';
import { inTheirWords } from './whom.ts';

const begun = signal(false);

/** People of the law, one by one or many: what a protocol reads of them and what it says. Fetched by whoever wants to play. */
export function Play() {
  if (!begun.value && (!law.value || !result.value)) return null;
  return (
    <section aria-labelledby="play-title" class="play">
      <h2 id="play-title">Play</h2>
      {begun.value ? (
        <FetchedPeople />
      ) : (
        <>
          <p>
            {inTheirWords(
              'Draw units from the law, one by one: what happened, what the readings of a protocol saw of it, and what they say of the target.',
            )}
          </p>
          <p class="buttons">
            <button
              type="button"
              onClick={() => {
                begun.value = true;
              }}
            >
              {inTheirWords('Draw a unit')}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

const FetchedPeople = fetched<object>(
  'The play',
  async () => (await import('./drawn-people.tsx')).DrawnPeople,
);
