import type { IdentifyResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { fetched } from '../../elements/fetched.tsx';
import type { Showing } from '../frame/answer-parts.ts';
import type { PeopleOfWorldsProps } from './people-of-worlds.tsx';

interface WorldsAsPeopleProps {
  result: IdentifyResult;
  alternative: string;
  showing: Showing;
}

/** Offers people of the two worlds, whom the benchmark cannot tell apart and the alternative can. Drawn when wanted. */
export function WorldsAsPeople({ result, alternative, showing }: WorldsAsPeopleProps) {
  const [opened, setOpened] = useState<IdentifyResult | undefined>(undefined);
  const worlds = result.alternatives[alternative]?.worlds ?? [];
  const covariances = worlds.flatMap(({ covariance }) => (covariance ? [covariance] : []));
  if (!showing.complete || covariances.length !== 2) return null;
  if (opened === result)
    return (
      <FetchedPeople key={alternative} alternative={alternative} covariances={covariances} result={result} />
    );
  return (
    <p class="buttons">
      <button type="button" onClick={() => setOpened(result)}>
        The two worlds as people<span class="hidden"> of {alternative}</span>
      </button>
    </p>
  );
}

const FetchedPeople = fetched<PeopleOfWorldsProps>(
  'People of the two worlds',
  async () => (await import('./people-of-worlds.tsx')).PeopleOfWorlds,
);
