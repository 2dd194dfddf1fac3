import { protocolColour } from '@sightline/answers/pictures';
import { useEffect } from 'preact/hooks';
import { Figure } from '../../elements/figure.tsx';
import { result as values } from '../../state/values.ts';
import { parsed, scene, text } from '../../state/workbench.ts';
import { sameCatalogue } from '../../study/catalogue-actions.ts';
import { followFrontier, isLive, liveFrontier } from './asked-frontier.ts';
import { FrontierPoints } from './frontier-points.tsx';

/** What each cost buys while rules are changed, with the study's protocols beside it. */
export function LiveFrontier() {
  useEffect(followFrontier, []);
  const found = liveFrontier.value;
  const grid = scene.value?.grid;
  const points = found?.result.frontier ?? [];
  if (!found || !grid || points.length < 2) return null;
  const { choose } = parsed.value.parts;
  const protocols = Object.entries(values.value?.protocols ?? {});
  // Values of one target under the study's own law stand beside each other; others do not compare.
  const own = found.result.objective === 'value' ? protocols : [];
  const first = points.findIndex(({ cost, actions }) =>
    choose?.exactly === undefined ? cost > (choose?.budget ?? 0) : actions.length >= choose.exactly,
  );
  return (
    <div class={isLive.value ? 'live-frontier' : 'live-frontier stale'} data-live={isLive.value}>
      <Figure
        title="What each cost buys"
        caption={`Dots: the best choice for each cost within the rules${points.every(({ certified }) => certified) ? '' : ', as far as a quick search finds it: filled where that is proved'}${own.length > 0 ? '. In colours: the study’s protocols' : ''}. A click on a dot puts it on the timeline.`}
      >
        {(width) => (
          <FrontierPoints
            picture={{
              height: HEIGHT,
              frontier: points,
              comparators: own.map(([name, { cost, value, lowerBound }], i) => ({
                name,
                cost,
                value,
                lowerBound,
                colour: protocolColour(i),
              })),
              ...(choose?.budget !== undefined && { budget: choose.budget }),
              measure: MEASURED[found.result.objective] ?? 'value',
            }}
            points={points}
            places={found.result.places}
            grid={grid}
            first={choose?.exactly === undefined ? (first < 0 ? points.length : first) - 1 : first}
            usable={sameCatalogue(found.text, text.value)}
            width={width}
          />
        )}
      </Figure>
    </div>
  );
}

/** So low that the button below stays on the first screen. */
const HEIGHT = 210;

/** What is maximised, where that is not the value. */
const MEASURED: Readonly<Record<string, string>> = {
  'weighted mean': 'weighted mean of the values',
  worst: 'smallest value',
};
