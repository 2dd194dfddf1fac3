import { openRounds, type RoundsWork, type Workers } from '../numerics/divided-work.ts';
import { slice } from './bounds/exhaustive.ts';
import { partLook } from './bounds/part-look.ts';
import {
  pieceMaker,
  type SearchAnswer,
  type SearchCrew,
  type SearchOrder,
  type SearchPiece,
  searchCrew,
} from './bounds/search-crew.ts';
import { affordable, cheaper } from './frontier.ts';
import { type Searcher, searcher } from './selection/forward-selection.ts';
import { type ProblemInput, problemFrom, problemInput } from './selection/problem-input.ts';

const PIECES = new Map(
  [partLook, slice, cheaper, affordable].map((piece) => [piece.name, piece as SearchPiece<never, unknown>]),
);

/** All searches of a design, as one work: threads come up once for them. */
export const designSearch: RoundsWork<ProblemInput, SearchOrder, SearchAnswer> = {
  name: 'design search',
  prepare: (input) => pieceMaker(searcher(problemFrom(input)), (name) => PIECES.get(name)!),
};

/** A crew of these workers; of this thread alone where the problem cannot travel. */
export function crewOf(
  workers: Workers | undefined,
  search: Searcher,
  signal: AbortSignal | undefined,
): SearchCrew {
  const input = workers && problemInput(search.problem);
  if (!input) return searchCrew(search, signal);
  return searchCrew(search, signal, (prepared) =>
    openRounds(workers, designSearch, input, { signal, prepared }),
  );
}
