import { longQuestion } from '../../state/long-questions.ts';
import type { AnswerParts } from '../frame/answer-parts.ts';
import { CheapestFix } from './cheapest-fix.tsx';
import { identifyRequest } from './identify-request.ts';
import { realisedReads } from './realised-reads.ts';
import { WhereWorldsDiffer } from './where-worlds-differ.tsx';
import { WorldsAsPeople } from './worlds-as-people.tsx';

/** What can be done with the verdicts: look at the two worlds, as a map and as people, and measure what is missing. */
export const knownAnswer: AnswerParts<'identify'> = {
  beside: (result, showing) => ({
    ...(showing.benchmark?.realised && { realised: showing.benchmark.realised.map((value) => ({ value })) }),
    ...(showing.benchmark && { worlds: showing.benchmark.worlds }),
    reads: realisedReads(result, showing),
  }),
  actions: (result, showing, section) =>
    section !== undefined &&
    result.alternatives[section] && (
      <>
        <WhereWorldsDiffer result={result} alternative={result.alternatives[section]} showing={showing} />
        <WorldsAsPeople result={result} alternative={section} showing={showing} />
        <CheapestFix
          result={result}
          alternative={result.alternatives[section]}
          showing={showing}
          onMeasured={() => longQuestion('identify').ask({ command: 'identify', request: identifyRequest() })}
        />
      </>
    ),
};
