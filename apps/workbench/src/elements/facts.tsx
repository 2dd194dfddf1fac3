import type { ComponentChildren } from 'preact';

/** What belongs to an answer, each under its name. Facts without content are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, content]) => content !== undefined && content !== null && content !== '')
        .map(([name, content]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{content}</dd>
          </div>
        ))}
    </dl>
  );
}
