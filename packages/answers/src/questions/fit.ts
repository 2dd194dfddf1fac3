import { type KernelSpec, kernelKindOf, kernelWords, timeGrid } from '@sightline/engine/internal';
import type { CandidateResult, FitAnswer, FitResult, ParameterResult } from '@sightline/study';
import { countsText, list } from '@sightline/study';
import type { AnswerDocument, Cell } from '../document/document.ts';
import { count, documentOf, facts, number, picture, section, table, text } from '../document/parts.ts';
import { digits, share, threeDigits, time, upper } from '../words/quantities.ts';
import { surfaceDocument } from './fit-surface.ts';

/** What the law cannot be used without. */
const IN_THE_VERDICT: readonly string[] = ['changing-mean', 'noise-alone', 'undetermined'];

/** The law that sparse readings show. */
export function fitDocument(result: FitAnswer): AnswerDocument {
  if ('surface' in result) return surfaceDocument(result);
  const { warnings, study, method, transform } = result;
  const open = warnings.filter(({ kind }) => IN_THE_VERDICT.includes(kind));
  const several = result.candidates.length > 1;
  // What is in the verdict is not said again.
  const others = warnings.filter((one) => !open.includes(one) && one.kind !== 'kernels-alike');
  return documentOf(
    { ...result, warnings: others },
    {
      verdict: [lawSentence(result), kernelSentence(result), ...open.map(({ what }) => `${upper(what)}.`)],
      sections: [
        ...section('parameters', 'Parameters of the law', [parametersTable(result)]),
        ...section('lags', 'Correlation of two readings by the time between them', [
          lagsDrawn(result),
          lagsTable(result),
        ]),
        ...(several ? section('kernels', 'Kernels compared', [kernelsTable(result)]) : []),
      ],
      basis: facts(
        [
          'estimate',
          `${METHODS[method]}; standard errors are by unit (sandwich), or those of the model where these are larger`,
        ],
        [
          'interval',
          '95 %, by the profile of the likelihood; † not determined by the times of the readings: the interval ends where nothing beyond was tried',
        ],
        several
          ? ['BIC', '−2·log-likelihood + (number of parameters)·log(units), ● where it is least']
          : null,
        several
          ? [
              'held out',
              'log-likelihood of units that were held out, one of five parts at a time, less the largest (standard error by unit)',
            ]
          : null,
        [
          'sd',
          'standard deviation of the latent quantity, trait included; trait is the share of its variance that never decays',
        ],
        ['noise', `variance of a reading${result.data.noise === 'given' ? ', held as given' : ''}`],
        transform === 'log' ? ['logarithm', 'mean, sd and noise are those of the logarithm'] : null,
        ['data', dataText(result)],
      ),
      next: facts(
        [
          'write',
          `\`sightline fit ${study} --write latent.yaml\` writes this law as a \`latent\` block, which a study can use without the readings`,
        ],
        ['values', `\`sightline value ${study}\` computes with this law, unless the study has a \`latent\``],
      ),
    },
  );
}

const METHODS: Record<FitResult['method'], string> = {
  ml: 'maximum likelihood',
  reml: 'restricted likelihood',
};

function lawSentence(result: FitResult): string {
  const { best, grid, words, transform, readings } = result;
  const unit = transform === 'log' ? '' : words?.value ? ` ${words.value}` : '';
  const mean = typeof best.mean === 'number' ? `mean ${digits(best.mean)}${unit}` : meanText(best.mean, unit);
  const trait = best.trait > 0 ? `; ${percentOf(best.trait)} of its variance never decays (trait)` : '';
  const log = transform === 'log' ? 'the logarithm has ' : '';
  return (
    `${readings} readings of ${countsText(result)} are fitted best by a law with ` +
    `${kernelWords(best.kernel, (length) => time(length, grid.unit))}: ${log}${mean}, standard deviation ${digits(best.sd)}${unit}${trait}; ` +
    `a reading has noise of variance ${digits(best.noise)} (standard deviation ${digits(Math.sqrt(best.noise))}${unit}).`
  );
}

const percentOf = (part: number) => `${threeDigits(100 * part)} %`;

const meanText = (mean: readonly number[], unit: string) =>
  `a smooth mean between ${digits(Math.min(...mean))} and ${digits(Math.max(...mean))}${unit}`;

const nameOf = (kernel: KernelSpec) => Object.keys(kernel)[0]!;
const titleOf = (kernel: KernelSpec) => kernelKindOf(kernel).kind.title;

function kernelSentence({ candidates, best }: FitResult): string {
  const others = candidates
    .filter(({ kernel }) => nameOf(kernel) !== nameOf(best.kernel))
    .sort((a, b) => a.bic - b.bic);
  const [next] = others;
  if (!next) return 'No other kernel was tried.';
  const alike = others.filter(({ bic }) => bic - best.bic < 2);
  return alike.length > 0
    ? `BIC does not tell it from ${list(alike.map(({ kernel }) => titleOf(kernel)))}: the difference is below 2.`
    : `Of ${candidates.length} kernels it has the least BIC; the next, ${titleOf(next.kernel)}, has ${digits(next.bic - best.bic)} more.`;
}

function parametersTable({ parameters, grid, best }: FitResult) {
  const inTime = new Set(Object.keys(Object.values(best.kernel)[0]!));
  const cell = (value: number): Cell => ({ number: value, text: digits(value) });
  return table(
    'parameters',
    '',
    [text('parameter'), number('estimate'), number('standard error'), number('95 % interval')],
    parameters.map((one) => [
      `${one.name}${inTime.has(one.name) && grid.unit ? ` (${grid.unit})` : ''}${one.determined ? '' : ' †'}`,
      cell(one.value),
      one.standardError === null ? 'at its bound' : cell(one.standardError),
      intervalText(one),
    ]),
  );
}

function intervalText({ low, high, boundary, standardError }: ParameterResult): string {
  if (boundary && standardError === null && low === high) return '';
  const end = (value: number | null, open: string) => (value === null ? open : digits(value));
  return `${end(low, 'any less')} … ${end(high, 'any more')}`;
}

/** Points of the law's line. */
const DRAWN = 121;

function lagsDrawn({ lags, best, grid, data }: FitResult) {
  const { kind, value } = kernelKindOf(best.kernel);
  const rho = kind.correlation(value, timeGrid(grid.horizon, 2), () => () => 0);
  // A reading has its noise, so that the line begins below 1.
  const signal = (best.sd * best.sd) / (best.sd * best.sd + best.noise);
  const law = Array.from({ length: DRAWN }, (_, k): [number, number] => {
    const lag = (data.longestGap * k) / (DRAWN - 1);
    return [lag, signal * (best.trait + (1 - best.trait) * rho(lag, 0, 0))];
  });
  return picture(
    'lags',
    {
      law,
      seen: lags.map(({ lag, correlation, standardError }) => ({
        lag,
        correlation,
        error: 2 * (standardError ?? 0),
      })),
      unit: grid.unit,
    },
    'Dots: mean products of two readings, about the fitted mean and divided by the fitted variance of a reading, with two standard errors by unit. Line: the fitted law, from the share of the variance that is not noise on.',
  );
}

function lagsTable({ lags, grid }: FitResult) {
  return table(
    'lags',
    '',
    [
      number(`time between${grid.unit && ` (${grid.unit})`}`),
      number('pairs'),
      number('pairs show'),
      number('standard error'),
      number('law'),
    ],
    lags.map(({ lag, pairs, correlation, standardError, fitted }) => [
      { number: lag, text: digits(lag) },
      count(pairs),
      { number: correlation, text: share(correlation) },
      standardError === null ? '' : { number: standardError, text: share(standardError) },
      { number: fitted, text: share(fitted) },
    ]),
  );
}

function kernelsTable({ candidates, best, grid }: FitResult) {
  return table(
    'kernels',
    '',
    [text('kernel'), text('parameters', 'drop'), number('log-likelihood'), number('BIC'), number('held out')],
    candidates.map((one) => [
      `${nameOf(one.kernel)}${nameOf(one.kernel) === nameOf(best.kernel) ? ' ●' : ''}`,
      parametersText(one, grid.unit),
      { number: one.logLikelihood, text: share(one.logLikelihood, 2) },
      { number: one.bic, text: share(one.bic, 2) },
      heldOutText(one),
    ]),
  );
}

const parametersText = ({ kernel }: CandidateResult, unit: string) =>
  Object.entries(Object.values(kernel)[0] as Record<string, number>)
    .map(([name, value]) => `${name} ${time(value, unit)}`)
    .join(', ');

const heldOutText = ({ behind: { difference, standardError } }: CandidateResult) =>
  difference === 0 ? 'the largest' : `${share(Math.min(0, -difference), 2)} (${share(standardError, 2)})`;

function dataText(result: FitResult): string {
  const { data, grid, readings } = result;
  const { file, rows, fewest, most, single, shortestGap, longestGap } = data;
  const each = fewest === most ? `${most}` : `${fewest} to ${most}`;
  const alone = single > 0 ? `, ${single} of them with one` : '';
  return (
    `${file}: ${rows} rows, ${readings} readings of ${countsText(result)}, ${each} a trajectory${alone}; two readings of a ` +
    `trajectory are ${shortestGap === longestGap ? '' : `${digits(shortestGap)} to `}${time(longestGap, grid.unit)} apart`
  );
}
