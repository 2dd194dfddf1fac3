import type { Fact } from '@sightline/answers';
import { Marked } from './marked.tsx';

/** What belongs to an answer, each under its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(({ label, text, number }) => (
        <div key={label} data-fact={label}>
          <dt>{label}</dt>
          <dd>
            {number === undefined ? (
              <Marked text={text} />
            ) : (
              <data value={String(number)}>
                <Marked text={text} />
              </data>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
