import { useSignal } from '@preact/signals';
import { fetched } from '../elements/fetched.tsx';

/** It has the words of every question: fetched when it is opened. */
const MethodsText = fetched<object>(
  'The paragraph',
  async () => (await import('./methods-text.tsx')).MethodsText,
);

/** For a paper about what the page shows, in the words of the report. */
export function MethodsParagraph() {
  const opened = useSignal(false);
  return (
    <details
      class="methods"
      onToggle={({ currentTarget }) => {
        opened.value ||= currentTarget.open;
      }}
    >
      <summary>Methods paragraph with references</summary>
      {opened.value && <MethodsText />}
    </details>
  );
}
