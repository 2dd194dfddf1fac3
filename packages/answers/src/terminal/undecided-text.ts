import type { IdentifyResult } from '@sightline/study';
import { printable, undecidedAlternatives } from '@sightline/study';
import { wrapText } from './wrap-text.ts';

/** Verdicts that are open because a solver did not reach its tolerance, and how far it got; nothing where none is. */
export function undecidedText(result: IdentifyResult): string | undefined {
  const open = undecidedAlternatives(result).map(({ name, why }) => wrapText(`${printable(name)}: `, why));
  return open.length === 0 ? undefined : `numerically undecided\n${open.join('\n')}\n`;
}
