import type { CalibrateResult } from '@sightline/study';
import type { Section } from '../document/document.ts';
import { facts, fixed, number, picture, section, sentences, table, text } from '../document/parts.ts';
import { digits, listed, quoted, share } from '../words/quantities.ts';

type Fit = NonNullable<CalibrateResult['fit']>;

/** What must be known before a promised value is quoted: on units left out, the law's own predictor does not reach it. */
export function fitSentences({ fit }: CalibrateResult): string[] {
  const held = Object.entries(fit?.heldOut?.protocols ?? {}).flatMap(([name, own]) =>
    own?.differs ? [{ name, ...own }] : [],
  );
  const [worst] = held.toSorted(
    (a, b) => Math.abs(b.reached - b.promised) - Math.abs(a.reached - a.promised),
  );
  if (!worst) return [];
  const others = held.filter(({ name }) => name !== worst.name).map(({ name }) => quoted(name));
  const less = worst.reached < worst.promised;
  return [
    `On units left out, the law’s own predictor reaches R² ${share(worst.reached)} for ${quoted(worst.name)}, where ` +
      `${share(worst.promised)} is promised (standard error ${share(worst.standardError)})` +
      `${others.length > 0 ? `; so it is for ${listed(others, 4)}` : ''}. ` +
      (less
        ? 'The data are not Gaussian, or too few to estimate the law: quote the held-out R² with the value.'
        : 'The data are not Gaussian: the value understates what the readings tell.'),
  ];
}

/** Promised beside reached, and what single times and pairs of times look like. */
export function fitSection({ fit, target }: CalibrateResult): Section[] {
  if (!fit) return [];
  const { heldOut, marginals } = fit;
  const named = Object.entries(heldOut?.protocols ?? {});
  const places = named.some(([, own]) => own !== null && own.standardError < 0.001) ? 4 : 3;
  const hidden = named.filter(([, own]) => own === null).map(([name]) => quoted(name));
  return section('fit', 'Does the Gaussian law fit?', [
    named.length > hidden.length &&
      table(
        'held-out',
        '',
        [text('protocol'), number('promised'), number('held out'), number('standard error'), text('differ')],
        named.flatMap(([name, own]) =>
          own === null
            ? []
            : [
                [
                  name,
                  fixed(own.promised, places),
                  fixed(own.reached, places),
                  fixed(own.standardError, places),
                  { mark: own.differs },
                ],
              ],
        ),
      ),
    sentences(...heldOutNotes(fit, target.name, hidden)),
    {
      kind: 'facts',
      facts: facts(
        ['skewness', spanText(marginals.skewness)],
        ['kurtosis', `${spanText(marginals.kurtosis)}, in excess of a normal distribution’s`],
        ['pairs', pairsText(fit)],
        ['remedy', remedyText(fit)],
      ),
    },
    picture(
      {
        name: 'lawFit',
        of: {
          panels: [
            {
              title: 'Single times',
              subtitle: 'standardised values; grey: at three times',
              across: 'quantile of a normal distribution',
              law: fit.quantiles.normal,
              data: fit.quantiles.pooled,
              parts: fit.quantiles.points.map(({ values }) => values),
            },
            ...(fit.pairs.distances.length > 0
              ? [
                  {
                    title: 'Pairs of times',
                    subtitle: 'squared Mahalanobis distances',
                    across: 'quantile of χ² with 2 degrees of freedom',
                    law: fit.pairs.chiSquare,
                    data: fit.pairs.distances,
                    parts: [],
                  },
                ]
              : []),
          ],
        },
      },
      'Quantiles of the data against those of a Gaussian law; where it fits, the dots lie on the line.',
    ),
  ]);
}

function heldOutNotes({ heldOut }: Fit, target: string, hidden: readonly string[]): string[] {
  if (heldOut === null)
    return [`For the target ‘${target}’ data with noise cannot show what a predictor reaches.`];
  return [
    `Held out: the law is estimated without the units of one of ${heldOut.folds} folds, and its predictor, the conditional mean ` +
      'of the target, applied to these.',
    ...(heldOut.noisy
      ? [
          'The data carry noise: both numbers are for the target of the records as measured, and readings have the noise that is ' +
            'stated beyond that of the data.',
        ]
      : []),
    ...(hidden.length > 0
      ? [`Not shown for ${listed(hidden)}: their readings have less noise than the data.`]
      : []),
  ];
}

function spanText(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((own) => share(own, 2));
  return least === most ? least! : `${least} to ${most} over the times`;
}

function pairsText({ pairs }: Fit): string | null {
  if (pairs.distances.length === 0) return null;
  const { outside, squares } = pairs;
  return (
    `${digits(100 * outside)} % of the pairs of ${pairs.at.length} times lie outside the ellipse that holds 95 % under the law; squares have ` +
    `a mean correlation of ${share(squares.data, 2)}, ${share(squares.gaussian, 2)} under the law`
  );
}

/** Beyond this, a logarithm or the best-linear value is to be thought of. */
const SKEWED = 1;

function remedyText({ marginals: { skewness } }: Fit): string | null {
  const middle = skewness.toSorted((a, b) => a - b)[Math.floor(skewness.length / 2)]!;
  return Math.abs(middle) < SKEWED
    ? null
    : `values are skewed${middle > 0 ? ': where all are positive, `transform: log` may fit better' : ''}; \`estimand: linear\` supposes no Gaussian law`;
}
