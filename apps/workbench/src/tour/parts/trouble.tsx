import type { Found } from './use-answer.ts';

/** Why there is nothing to see, where an answer did not come. */
export function Trouble({ of }: { of: readonly Found<unknown>[] }) {
  const troubles = [...new Set(of.flatMap(({ trouble }) => (trouble === undefined ? [] : [trouble])))];
  return troubles.length === 0 ? null : (
    <div class="problems" role="alert">
      {troubles.map((trouble) => (
        <pre key={trouble}>{trouble}</pre>
      ))}
    </div>
  );
}
