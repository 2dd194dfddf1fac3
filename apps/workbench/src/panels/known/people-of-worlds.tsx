import { shareExplained } from '@sightline/engine/internal';
import { type IdentifyResult, realisedNames } from '@sightline/study';
import { useEffect, useState } from 'preact/hooks';
import { Shown } from '../../elements/shown-number.tsx';
import { longQuestion } from '../../state/long-questions.ts';
import { SEED } from '../../state/workbench.ts';
import { answerLine } from '../../work/answer-line.ts';
import type { Answer, Asking, WorldPeople, WorldsAsked } from '../../work/question.ts';
import { WORLDS, WorldsScatters } from './worlds-scatters.tsx';

export interface PeopleOfWorldsProps extends WorldsAsked {
  result: IdentifyResult;
}

/** People of both worlds: as the benchmark sees them, the same cloud twice; as the alternative would, two. */
export function PeopleOfWorlds({ alternative, covariances, result }: PeopleOfWorldsProps) {
  const [answer, setAnswer] = useState<Answer<WorldPeople[]> | undefined>(undefined);
  useEffect(() => {
    const about = longQuestion('identify').last.peek();
    if (!about) return undefined;
    const line = answerLine<Asking, WorldPeople[]>(
      () => ({ worlds: { alternative, covariances } }),
      (_, found) => setAnswer(found),
    );
    line.files(about.files);
    line.ask({ study: about.study, text: about.text, seed: SEED });
    return () => line.end();
  }, [result]);
  if (!answer) return <p role="status">People are being drawn.</p>;
  if (answer.kind !== 'answered')
    return <p class="notice">Nobody could be drawn{'message' in answer ? `: ${answer.message}` : ''}.</p>;
  const [one] = answer.result;
  return (
    <>
      <p>
        {one![0]!.targets.length} people of each world. To{' '}
        {realisedNames(result)
          .map((name) => `‘${name}’`)
          .join(' and ')}{' '}
        the worlds look the same. To ‘{alternative}’ they would not.
      </p>
      <WorldsScatters
        worlds={answer.result}
        alternative={alternative}
        says={(protocol, w, people) => (
          <>
            <strong>{protocol}</strong>, {WORLDS[w]}: <Shown value={explainedOf(people)} digits={2} />{' '}
            explained
          </>
        )}
        title={(protocol, w, people) =>
          `${protocol} in ${WORLDS[w]}: truth against prediction, share explained ${explainedOf(people).toFixed(2)}`
        }
      />
    </>
  );
}

const explainedOf = ({ targets, predicted }: WorldPeople[number]) => shareExplained(targets, predicted);
