import { COLOUR } from '@sightline/answers/pictures';
import type { ComponentChildren } from 'preact';
import { rangeOf } from '../../elements/drawing.tsx';
import { Figure } from '../../elements/figure.tsx';
import { scatterPicture } from '../../elements/scatter-picture.ts';
import type { WorldPeople } from '../../work/question.ts';
import '../../style/play.css';

export const WORLDS = ['one world', 'the other'] as const;

interface WorldsScattersProps {
  worlds: readonly WorldPeople[];
  /** The realised protocols come before it. */
  alternative: string;
  /** Above each picture. */
  says(protocol: string, world: number, people: WorldPeople[number]): ComponentChildren;
  /** Each picture in words. */
  title(protocol: string, world: number, people: WorldPeople[number]): string;
  /** Of the alternative, by world. */
  colours?: readonly string[];
}

const BLUE = [COLOUR.blue, COLOUR.blue];

/** Truth against prediction, a row for each protocol and a column for each world, all to one scale. */
export function WorldsScatters(props: WorldsScattersProps) {
  const { worlds, alternative, says, title, colours = BLUE } = props;
  // The same for all, so that they can be compared.
  const range = rangeOf(worlds.flat().flatMap(({ targets, predicted }) => [...targets, ...predicted]));
  return (
    <div class="people-of-worlds">
      {worlds[0]!.flatMap(({ protocol }, row) =>
        worlds.map((world, w) => {
          const people = world[row]!;
          return (
            <div key={`${row} ${w}`} data-people={protocol}>
              <p>{says(protocol, w, people)}</p>
              <Figure
                title={`${protocol}, ${WORLDS[w]}`}
                draw={(width) =>
                  scatterPicture({
                    ...people,
                    count: people.targets.length,
                    range,
                    across: 'predicted',
                    up: 'truth',
                    title: title(protocol, w, people),
                    colour: protocol === alternative ? colours[w]! : COLOUR.grey,
                    width,
                  })
                }
              />
            </div>
          );
        }),
      )}
    </div>
  );
}
