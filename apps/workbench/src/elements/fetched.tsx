import { signal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';

/**
 * A part of the page that is fetched when it is first drawn: who does not want it does not wait for it. Until it is there,
 * or where it does not come, words stand in its place.
 */
export function fetched<Props extends object>(
  what: string,
  load: () => Promise<FunctionComponent<Props>>,
  around: (words: string) => ComponentChildren = (words) => <p role="status">{words}</p>,
): FunctionComponent<Props> {
  const loaded = signal<{ Part: FunctionComponent<Props> } | { why: string } | undefined>(undefined);
  let asked = false;
  const fetch = () => {
    if (asked) return;
    asked = true;
    load().then(
      (Part) => {
        loaded.value = { Part };
      },
      (error: unknown) => {
        asked = false;
        loaded.value = { why: error instanceof Error ? error.message : String(error) };
      },
    );
  };
  return (props) => {
    fetch();
    const part = loaded.value;
    if (part && 'Part' in part) return <part.Part {...props} />;
    return (
      <>
        {around(
          part
            ? `${what} could not be loaded: ${part.why}. Load the page again.`
            : `${what} is being loaded.`,
        )}
      </>
    );
  };
}
