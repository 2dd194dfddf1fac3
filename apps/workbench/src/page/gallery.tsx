import { COLOUR, linear } from '@sightline/answers/pictures';
import { parseStudy } from '@sightline/study';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../elements/dialog.tsx';
import { EXAMPLES, type Example, exampleStudy } from '../opening/examples.ts';
import { openExample } from '../opening/open-example.ts';
import { catalogueActions } from '../study/catalogue-actions.ts';
import { type Scene, sceneOf } from '../study/scene.ts';

const QUESTIONS: readonly { about: Example['about']; asks: string }[] = [
  { about: 'worth', asks: 'What is a protocol worth?' },
  { about: 'known', asks: 'Is that known from what was measured?' },
  { about: 'told apart', asks: 'Can data tell protocols apart?' },
  { about: 'best', asks: 'Which protocol is best?' },
  { about: 'few looks', asks: 'What would sparse looks have told?' },
];

/** Every example by its question, with its field and its readings. */
export function Gallery({ onClose }: { onClose(): void }) {
  const scenes = useScenes();
  return (
    <Dialog title="Examples" onClose={onClose}>
      {QUESTIONS.map(({ about, asks }) => (
        <section key={about}>
          <h3>{asks}</h3>
          <ul class="gallery">
            {EXAMPLES.filter((one) => one.about === about).map((one) => (
              <li key={one.study}>
                <button
                  type="button"
                  class="card"
                  onClick={() => {
                    void openExample(one.study);
                    onClose();
                  }}
                >
                  {about === 'few looks' ? <Looks /> : <Readings of={scenes?.get(one.study)} />}
                  <span>{one.asks}</span>
                  <span class="muted">{one.field}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/** What can be drawn of each example, once their texts are there. */
function useScenes(): ReadonlyMap<string, Scene> | undefined {
  const [scenes, setScenes] = useState<ReadonlyMap<string, Scene>>();
  useEffect(() => {
    void Promise.all(
      EXAMPLES.map(async ({ study }) => {
        const { name, text } = await exampleStudy(study);
        return [study, sceneOf(parseStudy(name, text))] as const;
      }),
    ).then((all) => setScenes(new Map(all.flatMap(([study, scene]) => (scene ? [[study, scene]] : [])))));
  }, []);
  return scenes;
}

const [WIDTH, HEIGHT, EDGE, ROWS] = [200, 64, 8, 4];

/** A record that changes between states, and a few looks at it. */
function Looks() {
  const [low, high] = [HEIGHT - 18, 22];
  return (
    <svg class="picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path
        d={`M${EDGE},${low}h30v${high - low}h22v${low - high}h40v${high - low}h34v${low - high}h26v${high - low}h14v${low - high}H${WIDTH - EDGE}`}
        fill="none"
        stroke={COLOUR.grey}
      />
      {[24, 74, 124, 174].map((at, i) => (
        <circle key={at} cx={at} cy={i === 2 ? high : low} r={3.5} fill={COLOUR.blue} />
      ))}
    </svg>
  );
}

/** The first protocols of a study at a glance, and hollow what there is to choose from. */
function Readings({ of: scene }: { of: Scene | undefined }) {
  const horizon = scene?.grid.horizon ?? 1;
  const x = linear([0, horizon], [EDGE, WIDTH - EDGE]);
  const choices = scene && catalogueActions(scene.study.catalogue, scene.grid);
  const rows = [
    ...(scene?.protocols ?? []).slice(0, ROWS).map(({ marks }) => ({
      actions: marks.map(({ action }) => action),
      fill: COLOUR.blue,
    })),
    ...(choices?.length ? [{ actions: choices, fill: COLOUR.ground }] : []),
  ];
  return (
    <svg class="picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {rows.map(({ actions, fill }, i) => {
        const y = (HEIGHT * (i + 0.5)) / rows.length;
        return (
          <g key={i}>
            <line x1={EDGE} x2={WIDTH - EDGE} y1={y} y2={y} stroke={COLOUR.thread} />
            {actions.map(({ at, width }, j) => {
              const [from, to] = [Math.max(0, at - width / 2), Math.min(horizon, at + width / 2)];
              return (
                <g key={j} stroke={COLOUR.blue}>
                  {width > 0 && (
                    <rect x={x(from)} y={y - 3} width={x(to) - x(from)} height={6} fill={COLOUR.blueBand} />
                  )}
                  <circle cx={x(at)} cy={y} r={2.5} fill={fill} />
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
