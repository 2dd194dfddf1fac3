import { shareExplained } from '@sightline/engine/internal';
import { type IdentifyResult, realisedNames } from '@sightline/study';
import { useEffect, useState } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { ScatterPicture } from '../../elements/scatter-picture.tsx';
import { Shown } from '../../elements/shown-number.tsx';
import { longQuestion } from '../../state/long-questions.ts';
import { SEED } from '../../state/workbench.ts';
import { answerLine } from '../../work/answer-line.ts';
import type { Answer, Asking, WorldPeople, WorldsAsked } from '../../work/question.ts';
import '../../style/play.css';

export interface PeopleOfWorldsProps extends WorldsAsked {
  result: IdentifyResult;
}

const WORLDS = ['one world', 'the other'] as const;

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
  const range = rangeOf(answer.result);
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
      <div class="people-of-worlds">
        {one!.flatMap(({ protocol }, row) =>
          answer.result.map((world, w) => {
            const { targets, predicted } = world[row]!;
            const explained = shareExplained(targets, predicted);
            const title = `${protocol} in ${WORLDS[w]}`;
            return (
              <div key={`${row} ${w}`} data-people={protocol}>
                <p>
                  <strong>{protocol}</strong>, {WORLDS[w]}: <Shown value={explained} digits={2} /> explained
                </p>
                <Figure title={title}>
                  {(width) => (
                    <ScatterPicture
                      targets={targets}
                      predicted={predicted}
                      count={targets.length}
                      range={range}
                      across="predicted"
                      up="truth"
                      title={`${title}: truth against prediction, share explained ${explained.toFixed(2)}`}
                      width={width}
                    />
                  )}
                </Figure>
              </div>
            );
          }),
        )}
      </div>
    </>
  );
}

/** The same for all, so that they can be compared. */
function rangeOf(worlds: readonly WorldPeople[]): readonly [number, number] {
  const all = worlds.flat().flatMap(({ targets, predicted }) => [...targets, ...predicted]);
  return [Math.min(...all), Math.max(...all)];
}
