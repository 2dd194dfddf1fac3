import { computedResults } from '../state/computed-results.ts';
import { scene } from '../state/workbench.ts';
import { methodsText } from '../study/methods-text.ts';
import { CopyButton } from './copy-button.tsx';
import { VERSION } from './version.ts';

/** A paragraph for a paper about what the page shows. */
export function MethodsParagraph() {
  const shown = scene.value;
  if (!shown) return null;
  const { paragraph, references } = methodsText(shown.study, computedResults(), VERSION);
  const whole = () => [paragraph, '', ...references.map((one, i) => `[${i + 1}] ${one}`)].join('\n');
  return (
    <details class="methods">
      <summary>Methods paragraph with references</summary>
      <p>{paragraph}</p>
      <ol>
        {references.map((reference) => (
          <li key={reference}>{reference}</li>
        ))}
      </ol>
      <CopyButton text={whole} what="the methods paragraph" />
    </details>
  );
}
