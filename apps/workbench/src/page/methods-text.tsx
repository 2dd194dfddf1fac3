import { methodsText } from '@sightline/answers';
import { CopyButton } from '../elements/copy-button.tsx';
import { computedResults } from '../state/computed-results.ts';
import { parsed, SEED } from '../state/workbench.ts';
import { VERSION } from './version.ts';

export function MethodsText() {
  const { paragraphs, references } = methodsText({
    given: parsed.value.parts,
    steps: computedResults(),
    version: VERSION,
    seed: SEED,
  });
  const whole = () =>
    [paragraphs.join('\n\n'), '', ...references.map((one, i) => `[${i + 1}] ${one}`)].join('\n');
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <ol>
        {references.map((reference) => (
          <li key={reference}>{reference}</li>
        ))}
      </ol>
      <CopyButton text={whole} what="the methods paragraph" />
    </>
  );
}
