// Figure 4: how far a learned support's advantage depends on who it was learned from.
import { LAYOUT_STYLE, type Panel, spreadPanel, sweepPanel } from '@sightline/answers/pictures';
import { layoutTitle } from '@sightline/engine/internal';
import type { Stabilities } from '../compare/series.ts';
import { areaOf, WIDTH } from './panel-frame.ts';

const size = { width: WIDTH, height: 330 };

export function figure4Panels({ sweep, subsamples, target, budget }: Stabilities): Panel[] {
  const draws = Math.max(...subsamples.map(({ values }) => values.length));
  return [
    sweepPanel({
      title: `${target}, N = ${budget}: target-aware advantage by the number of people learned from`,
      heading: [
        'a\u00a0 Learned from more people',
        `R² of target-aware less another, ${target}, N = ${budget}`,
      ],
      size,
      area: areaOf(size.height, 112),
      axis: 'people that supports were learned from',
      lines: sweep[0]!.differences.map(({ versus }, k) => ({
        name: ['less', layoutTitle(versus)],
        style: LAYOUT_STYLE[versus],
        points: sweep.map(({ units, whole, differences }) => ({
          units,
          whole,
          ...differences[k]!.difference,
        })),
      })),
    }),
    spreadPanel({
      title: `${target}, N = ${budget}: target-aware advantage over ${draws} subsamples`,
      heading: [
        'b\u00a0 Learned from other people',
        `the same over ${draws} subsamples: median and 95 % range`,
      ],
      size,
      area: areaOf(size.height, 14, 14, 66),
      axis: 'difference of R²',
      rows: subsamples.map(({ versus, spread, values }) => ({
        name: `less ${layoutTitle(versus)}`,
        style: LAYOUT_STYLE[versus],
        spread,
        values,
      })),
    }),
  ];
}
