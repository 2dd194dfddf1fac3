// docs/picture.svg for the README, from the result of the example study: `npm run picture`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  defaultKernels,
  fillNormal,
  latentCovariance,
  randomStream,
  timeGrid,
} from '@sightline/engine/internal';
import { parse } from 'yaml';
import { root } from '../ensure-installed.mjs';

const STUDY = 'examples/shift/study.yaml';
const study = parse(readFileSync(`${root}${STUDY}`, 'utf8'));
const result = JSON.parse(
  execFileSync(process.execPath, ['packages/cli/bin/sightline.js', 'value', STUDY, '--json'], { cwd: root }),
);

const { horizon, points, unit } = study.time;
const threshold = study.target.above;
const grid = timeGrid(horizon, points, unit);
const { covariance } = latentCovariance(study.latent, grid);
const { factor } = defaultKernels().cholesky(covariance);
const path = (seed) => {
  const normals = new Float64Array(points);
  fillNormal(randomStream(seed, 'picture'), normals);
  return grid.times.map((_, j) => {
    let z = 0;
    for (let k = 0; k <= j; k++) z += factor.data[j * points + k] * normals[k];
    return z;
  });
};

const WIDTH = 930;
const LEFT = 128;
const RIGHT = 560;
const TOP = 64;
const HEIGHT = 150;
const x = (t) => LEFT + ((RIGHT - LEFT) * t) / horizon;
const y = (z) => TOP + HEIGHT / 2 - (z * HEIGHT) / 6.5;
const f = (value) => value.toFixed(1);
const line = (values) =>
  values.reduce((d, z, j) => `${d}${j ? 'L' : 'M'}${f(x(grid.times[j]))},${f(y(z))}`, '');
const text = (at, down, words, attributes = '') =>
  `<text x="${f(at)}" y="${f(down)}" ${attributes}>${words}</text>`;

// The first seeded shift with something to show.
const shareAbove = (values) => values.filter((z) => z > threshold).length / points;
let seed = 1;
while (shareAbove(path(seed)) < 0.12) seed++;
const main = path(seed);
const share = shareAbove(main);
const areas = [...main]
  .map((z, j) =>
    z > threshold
      ? `<rect x="${f(x(grid.times[j] - grid.spacing / 2))}" y="${f(y(z))}" width="${f((RIGHT - LEFT) / points + 0.3)}" height="${f(y(threshold) - y(z))}" fill="#c2410c" opacity=".75"/>`
      : '',
  )
  .join('');

const rows = Object.entries(study.protocols).map(([name, given], i) => {
  const down = TOP + HEIGHT + 62 + 46 * i;
  const { value, cost } = result.protocols[name];
  const marks = [given]
    .flat()
    .flatMap(({ at, width = 0, repeats = 1 }) =>
      [at]
        .flat()
        .map((t) =>
          width > 0
            ? `<rect x="${f(x(t - width / 2))}" y="${down - 7}" width="${f(x(width) - x(0))}" height="14" rx="3" fill="#1d4ed8"/>`
            : Array.from(
                { length: repeats },
                (_, n) =>
                  `<circle cx="${f(x(t) + 11 * (n - (repeats - 1) / 2))}" cy="${down}" r="5" fill="#1d4ed8"/>`,
              ).join(''),
        ),
    )
    .join('');
  const bar = 170 * value;
  return (
    text(LEFT - 14, down + 5, name, 'text-anchor="end" font-weight="600"') +
    `<line x1="${LEFT}" x2="${RIGHT}" y1="${down}" y2="${down}" stroke="#cbd5e1"/>${marks}` +
    `<rect x="${RIGHT + 40}" y="${down - 10}" width="170" height="20" fill="#e2e8f0"/>` +
    `<rect x="${RIGHT + 40}" y="${down - 10}" width="${f(bar)}" height="20" fill="#1d4ed8"/>` +
    text(RIGHT + 220, down + 5, value.toFixed(3), 'font-weight="600"') +
    text(WIDTH - 24, down + 5, `cost ${cost}`, 'text-anchor="end" fill="#475569" font-size="12"')
  );
});
const bottom = TOP + HEIGHT + 62 + 46 * rows.length;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 22}" font-family="system-ui, sans-serif" font-size="14" fill="#0f172a" role="img" aria-label="Three protocols and the share of the target each lets one predict">
<rect width="100%" height="100%" fill="#fff"/>
${text(24, 34, 'Which readings tell how long a shift was spent above a threshold?', 'font-size="18" font-weight="700"')}
<g fill="none" stroke="#94a3b8" stroke-width="1" opacity=".55">${[1, 2, 3]
  .map((more) => seed + more)
  .map((seed) => `<path d="${line(path(seed))}"/>`)
  .join('')}</g>
${areas}
<path d="${line(main)}" fill="none" stroke="#0f172a" stroke-width="1.6"/>
<line x1="${LEFT}" x2="${RIGHT}" y1="${f(y(threshold))}" y2="${f(y(threshold))}" stroke="#c2410c" stroke-dasharray="5 4"/>
${text(RIGHT + 8, y(threshold) + 5, `threshold ${threshold} SD`, 'fill="#9a3412"')}
${text(RIGHT + 8, y(threshold) + 24, `this shift: ${(100 * share).toFixed(0)} % of the time`, 'fill="#9a3412" font-size="12"')}
${Array.from({ length: 6 }, (_, i) => text(x((horizon * i) / 5), TOP + HEIGHT + 22, `${(horizon * i) / 5} ${unit}`, 'text-anchor="middle" fill="#475569" font-size="12"')).join('')}
${text(RIGHT + 40, TOP + HEIGHT + 34, 'value: R² of the best predictor', 'fill="#475569" font-size="12"')}
${rows.join('\n')}
</svg>
`;
writeFileSync(`${root}docs/picture.svg`, svg);
