import type { AnswerDocument } from '@sightline/answers';
import { Marked } from './marked.tsx';

/** What was changed in the input before it was used, and what a reader should know about the answer. */
export function Remarks({ of: { warnings, repairs } }: { of: Pick<AnswerDocument, 'warnings' | 'repairs'> }) {
  if (warnings.length + repairs.length === 0) return null;
  return (
    <ul class="remarks">
      {repairs.map((what) => (
        <li key={what}>
          Repaired: <Marked text={what} />.
        </li>
      ))}
      {warnings.map((what) => (
        <li key={what}>
          Note: <Marked text={what} />.
        </li>
      ))}
    </ul>
  );
}
