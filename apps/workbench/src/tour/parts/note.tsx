import type { ComponentChildren } from 'preact';

/** In the margin where there is one: what not everyone needs. It stands beside the paragraph before it. */
export const Note = ({ children }: { children: ComponentChildren }) => (
  <p class="note" role="note">
    {children}
  </p>
);
