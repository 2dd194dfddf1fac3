import type { AnswerParts } from '../frame/answer-parts.ts';
import { FrontierPoints } from './frontier-points.tsx';
import { PutOnTimeline } from './put-on-timeline.tsx';

/** The choice is put on the timeline, or another point of its frontier. */
export const bestAnswer: AnswerParts<'design'> = {
  actions: (result, { usable }, section) =>
    section === undefined && <PutOnTimeline result={result} usable={usable} />,
  touched: ({ frontier, best, places, grid }, { usable }, picture) =>
    picture.name === 'frontier' && frontier && frontier.length > 1
      ? (width) => (
          <FrontierPoints
            picture={picture.of}
            points={frontier}
            places={places}
            grid={grid}
            first={frontier.findIndex(({ cost }) => cost === best.cost)}
            usable={usable}
            width={width}
          />
        )
      : undefined,
};
