import type { CalibrateResult } from '@sightline/study';
import type { Section } from '../document/document.ts';
import { fixed, number, picture, section, sentences, stated, table, text } from '../document/parts.ts';
import { listed, quoted, share } from '../words/quantities.ts';

type Fit = NonNullable<CalibrateResult['fit']>;

type Held = NonNullable<NonNullable<Fit['heldOut']>['protocols'][string]> & { name: string };

/** What must be known before a Gaussian value is quoted: where the data, or a linear predictor of them, say another number. */
export function fitSentences({ fit, target }: CalibrateResult): string[] {
  const shown = Object.entries(fit?.heldOut?.protocols ?? {}).flatMap(([name, own]) =>
    own ? [{ name, ...own }] : [],
  );
  const worstBy = (picked: readonly Held[], other: (one: Held) => number) =>
    picked.toSorted((a, b) => Math.abs(b.promised - other(b)) - Math.abs(a.promised - other(a)));
  const [missed, ...others] = worstBy(
    shown.filter(({ differs }) => differs),
    ({ reached }) => reached,
  );
  if (missed)
    return [
      missedText(
        missed,
        others.map(({ name }) => quoted(name)),
        target.unit === 'data' && !fit!.heldOut!.noisy,
      ),
    ];
  const [far] = worstBy(
    shown.filter(({ linear }) => linear?.far),
    ({ linear }) => linear!.value,
  );
  return far ? [farText(far, fit!.heldOut!.noisy)] : [];
}

/** On units left out, the law's own predictor does not reach what is promised. `asked`: whether `estimand: linear` would say the same. */
function missedText(
  { name, promised, reached, standardError, linear }: Held,
  others: readonly string[],
  asked: boolean,
): string {
  const why = linear?.differs
    ? `The data are not Gaussian: a linear predictor explains ${share(linear.value)}, and ${share(linear.promised)} under the law.`
    : reached < promised
      ? 'The data are not Gaussian, or too few to estimate the law.'
      : 'The data are not Gaussian: the value understates what the readings tell.';
  const quote = linear
    ? `, or the best-linear value ${share(linear.value)}${asked ? ' (`estimand: linear`)' : ''}: both hold under any law.`
    : ' with the value.';
  return (
    `On units left out, the law’s own predictor reaches R² ${share(reached)} for ${quoted(name)}, where ` +
    `${share(promised)} is promised (standard error ${share(standardError)})` +
    `${others.length > 0 ? `; so it is for ${listed(others, 4)}` : ''}. ${why} Quote the held-out R²${quote}`
  );
}

/** A linear predictor explains less under a Gaussian law too: whether it is that or the data is what the law promises it. */
function farText({ name, promised, reached, linear }: Held, noisy: boolean): string {
  const { value, promised: under, differs } = linear!;
  return (
    `For ${quoted(name)} the Gaussian value ${share(promised)} and the best-linear value ${share(value)} of the same data are far ` +
    `apart${noisy ? ' (of the records as measured)' : ''}. ` +
    (differs
      ? `The data are not Gaussian: under the law it would be ${share(under)}. On units left out the law’s own predictor still reaches ` +
        `R² ${share(reached)}, which holds under any law: quote that.`
      : `So they are under the law (${share(under)}): a nonlinear predictor gains the difference. Quote the Gaussian value.`)
  );
}

const NOT_TRIED =
  'This was not tried: it needs whole trajectories, and units few enough to be held one by one. `missing: drop` in place of ' +
  'pairwise, or a part of the units, shows it.';

/** Promised beside reached, and what single times and pairs of times look like. */
export function fitSection({ fit, target, estimand }: CalibrateResult): Section[] {
  if (!fit)
    return section('fit', 'Does the Gaussian law fit?', [estimand === 'gaussian' && sentences(NOT_TRIED)]);
  const { heldOut, marginals } = fit;
  const named = Object.entries(heldOut?.protocols ?? {});
  const places = named.some(([, own]) => own !== null && own.standardError < 0.001) ? 4 : 3;
  const linear = named.flatMap(([name, own]) => (own?.linear ? [{ name, ...own.linear }] : []));
  const hidden = named.filter(([, own]) => own === null).map(([name]) => quoted(name));
  return section('fit', 'Does the Gaussian law fit?', [
    named.length > hidden.length &&
      table(
        'held-out',
        '',
        [
          text('protocol'),
          number('promised'),
          number('held out'),
          number('standard error'),
          number('t'),
          text('differ'),
        ],
        named.flatMap(([name, own]) =>
          own === null
            ? []
            : [
                [
                  name,
                  fixed(own.promised, places),
                  fixed(own.reached, places),
                  fixed(own.standardError, places),
                  fixed(own.distance, 1),
                  { mark: own.differs },
                ],
              ],
        ),
      ),
    linear.length > 0 &&
      table(
        'linear-predictor',
        '',
        [
          text('protocol'),
          number('linear, promised'),
          number('in the data'),
          number('difference'),
          number('t'),
          text('differ'),
        ],
        linear.map(({ name, promised, value, difference, distance, differs }) => [
          name,
          fixed(promised, places),
          fixed(value, places),
          fixed(difference, places),
          fixed(distance, 1),
          { mark: differs },
        ]),
      ),
    sentences(...heldOutNotes(fit, target, linear.length > 0, hidden)),
    stated(
      ['skewness', spanText(marginals.skewness)],
      ['kurtosis', `${spanText(marginals.kurtosis)}, in excess of a normal distribution’s`],
      ['pairs', pairsText(fit)],
      ['remedy', remedyText(fit, target.transform === 'log')],
    ),
    picture(
      'lawFit',
      {
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
      'Quantiles of the data against those of a Gaussian law; where it fits, the dots lie on the line.',
    ),
  ]);
}

function heldOutNotes(
  { heldOut }: Fit,
  target: CalibrateResult['target'],
  linear: boolean,
  hidden: readonly string[],
): string[] {
  if (heldOut === null)
    return [
      `For the target ‘${target.name}’ these data cannot show what a predictor reaches: they carry noise, which it cannot do without, or it is the same in all of them.`,
    ];
  return [
    `Held out: the law is estimated without the units of one of ${heldOut.folds} folds, and its predictor, the conditional mean ` +
      'of the target, applied to these; t is the distance of the logarithm of 1 − R² from what is promised, in standard errors by unit.',
    ...(heldOut.few
      ? [
          `One of the units has ${Math.round(100 * heldOut.largest)} % of the target’s variance: what is held out rests on few units. No difference is called, ` +
            'and the held-out R² is no number to quote.',
        ]
      : []),
    ...(linear
      ? [
          'Linear: the best linear predictor of the same target, under the law and in the data; the difference is corrected for overfitting to ' +
            'these units, t is its distance from 0 in standard errors by unit.',
        ]
      : []),
    ...(target.unit === 'sd'
      ? [
          'Values are standardised at each time here; `estimand: linear` is about the target in the unit of the data, which is another one.',
        ]
      : []),
    ...(heldOut.noisy
      ? [
          'The data carry noise: all numbers are for the target of the records as measured, and readings have the noise that is ' +
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
    `${share(100 * outside, 1)} % of the pairs of ${pairs.at.length} times lie outside the ellipse that holds 95 % under the law; squares have ` +
    `a mean correlation of ${share(squares.data, 2)}, ${share(squares.gaussian, 2)} under the law`
  );
}

/** Beyond this, a logarithm or the best-linear value is to be thought of. */
const SKEWED = 1;

/** Fewer different values than this are grades or states, which no transform makes Gaussian. */
const FEW_VALUES = 10;

/** `logged`: the values are logarithms already. */
function remedyText({ marginals: { skewness, least, different } }: Fit, logged: boolean): string | null {
  const linear = '`estimand: linear` supposes no Gaussian law';
  if (different < FEW_VALUES)
    return `there are ${different} different values only, which no Gaussian law has; ${linear}`;
  const middle = skewness.toSorted((a, b) => a - b)[Math.floor(skewness.length / 2)]!;
  if (Math.abs(middle) < SKEWED) return null;
  const logarithm =
    middle > 0 && least > 0 && !logged ? ', and all positive: `transform: log` may fit better' : '';
  return `values are skewed${logarithm}; ${linear}`;
}
