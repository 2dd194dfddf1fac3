import { digits, type IdentifyResult, list, percent } from '@sightline/study';
import type { Section } from '../../document/document.ts';
import { number, section, sentences, table, text } from '../../document/parts.ts';
import { quoted } from '../../words/quantities.ts';

// Whether the data of several realised protocols, each of other units, agree with one law.

type Agreed = NonNullable<NonNullable<IdentifyResult['data']>['agreement']>;

/** For several protocols with data: whether one law fits all of them, and where they differ most if not. */
export function agreementSentence({ data }: IdentifyResult): string[] {
  if (!data?.agreement || !data.studies) return [];
  const { agreement, studies, pValue, compatible, incompatibleBelow } = data;
  const names = list(Object.keys(studies).map(quoted));
  const tested = `p = ${pText(pValue)}; where they measured the same, p = ${pText(agreement.pValue)}`;
  if (compatible) return [`The data of ${names} agree with one law (${tested}).`];
  const alone = Object.entries(studies).filter(([, fit]) => !fit.compatible);
  const own =
    alone.length > 0
      ? ` Those of ${list(alone.map(([name]) => quoted(name)))} alone fit none either.`
      : ' Those of each alone do.';
  const [furthest] = [...agreement.shared].sort((a, b) => apart(b) - apart(a));
  const where =
    agreement.pValue < incompatibleBelow && furthest
      ? ` They differ most in the ${furthest.what}: ${list(estimates(furthest))}.`
      : '';
  return [`The data of ${names} do not agree with one law (${tested}).${own}${where}`];
}

/** What two of them both estimate, and how well a law fits each. */
export function agreementSection({ data }: IdentifyResult): Section[] {
  if (!data?.agreement || !data.studies) return [];
  const fits = [...Object.entries(data.studies), ['all together', data] as const];
  return section('agreement', 'Whether the studies agree with one law', [
    table(
      'fits',
      'How well one law fits the data',
      [
        text('data of'),
        number('units'),
        number('distance'),
        number('standard error of a moment'),
        number('p'),
      ],
      fits.map(([name, { units, distance, samplingError, pValue }]) => [
        name,
        { number: units, text: String(units) },
        distance === null ? null : { number: distance, text: digits(distance) },
        { number: samplingError, text: digits(samplingError) },
        pValue === null ? null : { number: pValue, text: digits(pValue) },
      ]),
    ),
    table(
      'shared',
      'What two of them both estimate',
      [text(''), text('estimates (SE)'), number('apart (SE)')],
      data.agreement.shared.map((one) => [
        one.what,
        estimates(one).join('; '),
        { number: apart(one), text: apart(one).toFixed(2) },
      ]),
    ),
    sentences(
      `The largest of these differences has p = ${pText(data.agreement.pValue)}, by resampling the units of each; below ` +
        `${percent(data.incompatibleBelow)}, here or in the last line above, the studies are said not to agree.`,
    ),
  ]);
}

const pText = (pValue: number | null) => (pValue === null ? 'not known' : digits(pValue));

function estimates({ values, standardErrors }: Agreed['shared'][number]): string[] {
  return Object.entries(values).map(
    ([name, value]) => `${digits(value)} (${digits(standardErrors[name]!)}) in ${quoted(name)}`,
  );
}

function apart({ values, standardErrors }: Agreed['shared'][number]): number {
  const [a, b] = Object.values(values);
  const [one, other] = Object.values(standardErrors);
  return Math.abs(a! - b!) / Math.sqrt(one! * one! + other! * other!);
}
