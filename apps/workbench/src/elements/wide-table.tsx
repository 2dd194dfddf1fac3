import type { ComponentChildren } from 'preact';

/** A table that may be wider than its place: it scrolls there, also by keyboard. */
export function WideTable({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="scroll" tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
