// docs/scatter.svg: what a value is, as shifts drawn from the example's law, with their mean as the target: `npm run picture`.
import { readFileSync, writeFileSync } from 'node:fs';
import { action, latentCovariance, protocolValues, target, targetWeights, timeGrid } from '@sightline/engine';
import { drawnPeople, shareExplained } from '@sightline/engine/internal';
import { parse } from 'yaml';
import { root } from '../ensure-installed.mjs';

const study = parse(readFileSync(`${root}examples/shift/study.yaml`, 'utf8'));
const { horizon, points, unit } = study.time;
const grid = timeGrid(horizon, points, unit);
const { covariance } = latentCovariance(study.latent, grid);
const model = { covariance, weights: targetWeights(study.weights ?? 'uniform', grid) };

const SIDE = 230;
const GAP = 56;
const LEFT = 60;
const TOP = 66;
const EDGE = 2.2;
const WANTED = 'mean';
const f = (value) => value.toFixed(1);

const panels = ['today', 'mixed', 'dispersed']
  .map((name) => [name, study.protocols[name]])
  .map(([name, given], i) => {
    const protocol = [given]
      .flat()
      .flatMap(({ at, ...rest }) => [at].flat().map((time) => action({ at: time, ...rest }, grid)));
    const { protocols } = protocolValues(model, target(WANTED), [protocol]);
    const drawn = drawnPeople(model, WANTED, protocol, { people: 250, seed: 1 });
    const left = LEFT + i * (SIDE + GAP);
    const x = (z) => left + (SIDE * (z + EDGE)) / (2 * EDGE);
    const y = (z) => TOP + SIDE - (SIDE * (z + EDGE)) / (2 * EDGE);
    const dots = [...drawn.targets].map(
      (truth, m) =>
        `<circle cx="${f(x(drawn.predicted[m]))}" cy="${f(y(truth))}" r="2.6" fill="#1d4ed8" fill-opacity=".45"/>`,
    );
    const ticks = [-2, -1, 0, 1, 2].map(
      (z) =>
        `<text x="${f(x(z))}" y="${TOP + SIDE + 18}" text-anchor="middle" fill="#475569" font-size="12">${z < 0 ? `−${-z}` : z}</text>` +
        (i === 0
          ? `<text x="${left - 8}" y="${f(y(z) + 4)}" text-anchor="end" fill="#475569" font-size="12">${z < 0 ? `−${-z}` : z}</text>`
          : ''),
    );
    return `<g><title>${name}: of the drawn shifts ${shareExplained(drawn.targets, drawn.predicted).toFixed(2)} is explained</title>
<text x="${left}" y="${TOP - 30}" font-weight="700">${name}</text>
<text x="${left}" y="${TOP - 12}" fill="#475569">value (R²) ${protocols[0].value.toFixed(2)}</text>
<rect x="${left}" y="${TOP}" width="${SIDE}" height="${SIDE}" fill="#f8fafc" stroke="#cbd5e1"/>
<line x1="${left}" y1="${TOP + SIDE}" x2="${left + SIDE}" y2="${TOP}" stroke="#c2410c" stroke-dasharray="5 4"/>
${dots.join('')}
${ticks.join('')}</g>`;
  });
const width = LEFT + 3 * SIDE + 2 * GAP + 24;
writeFileSync(
  `${root}docs/scatter.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${TOP + SIDE + 58}" font-family="system-ui, sans-serif" font-size="14" fill="#0f172a" role="img" aria-label="Predicted and true means of 250 shifts, for three protocols">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
<text x="${LEFT + 1.5 * SIDE + GAP}" y="${TOP + SIDE + 44}" text-anchor="middle" fill="#475569">predicted mean of the shift, SD</text>
<text transform="translate(16 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle" fill="#475569">true mean, SD</text>
</svg>
`,
);
