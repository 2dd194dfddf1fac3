import type { AlternativeResult, IdentifyResult } from './result.ts';

/** The alternatives whose verdict is open because a solver did not get there, and how far it got. */
export function undecidedAlternatives({ alternatives }: IdentifyResult): { name: string; why: string }[] {
  return Object.entries(alternatives).flatMap(([name, { verdict, unsolved }]) =>
    verdict === 'undecided' && unsolved !== null ? [{ name, why: unsolvedText(unsolved) }] : [],
  );
}

export function unsolvedText({
  why,
  relativeGap,
  residual,
}: NonNullable<AlternativeResult['unsolved']>): string {
  const reached = [
    ...(relativeGap === null ? [] : [`relative gap ${relativeGap.toExponential(1)}`]),
    ...(residual === null ? [] : [`residual ${residual.toExponential(1)}`]),
  ];
  return `${why}${reached.length === 0 ? '' : ` (reached: ${reached.join(', ')})`}`;
}
