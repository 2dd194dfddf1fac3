import { thousands } from '@sightline/engine/internal';
import type { ComparedArms, StudyWords, TrialProtocolResult, TrialResult } from '@sightline/study';
import { large, percent } from '@sightline/study';
import type { AnswerDocument, Cell } from '../document/document.ts';
import {
  count,
  documentOf,
  facts,
  fixed,
  gridText,
  number,
  section,
  sentences,
  table,
  targetText,
  text,
} from '../document/parts.ts';
import { digits, errorUnit, listed, minus, quoted, threeDigits } from '../words/quantities.ts';

/** How many units a two-arm trial of the target needs, known or predicted from what a protocol reads. */
export function trialDocument(result: TrialResult): AnswerDocument {
  const { trial, target, words } = result;
  const unit = errorUnit(target, words);
  const { complete, level, power, allocation } = trial;
  const protocols = Object.entries(trial.protocols);
  const unlike = unlikeValue(protocols);
  const even = allocation === 1;
  return documentOf(result, {
    verdict: verdict(result),
    sections: section('trial', 'Units of a two-arm trial', [
      table(
        'trial',
        '',
        [
          text('compared'),
          number('value'),
          number(`shift${unit && ` (${unit})`}`),
          number('recovered'),
          number(even ? 'each arm' : 'arms'),
          number('ratio'),
          number('1/value'),
          number('best'),
        ],
        [
          {
            key: '',
            cells: [
              'target, known',
              null,
              shiftCell(complete.shift),
              null,
              unitsCell(complete, even),
              null,
              null,
              null,
            ],
          },
          ...protocols.map(([name, own]) => [
            name,
            fixed(own.value, 3, own),
            shiftCell(own.shift),
            own.recovered === null ? null : { number: own.recovered, text: whole(own.recovered) },
            unitsCell(own, even),
            own.ratio === null ? null : fixed(own.ratio, 2),
            own.value > 0 ? fixed(1 / own.value, 2) : null,
            unitsCell(own.best, even),
          ]),
        ],
      ),
      unlike.length > 0 && sentences(...unlike),
    ]),
    basis: facts(
      ['treatment', `${treatmentText(trial, words)}, in every unit; how units vary stays as it is`],
      [
        'test',
        `Welch’s t test of two means, two-sided level ${percent(level)}, ${percent(power)} power` +
          `${even ? '' : `, ${digits(allocation)} treated for each control`}; predictions by the predictor of the control arm in both`,
      ],
      [
        'recovered',
        'share of the target’s shift that its predictions show: a difference of predictions is to be divided by it',
      ],
      [
        'ratio',
        'units for each one with the target known, where there are many; below 1 where predictions leave out more of the variance than of the effect',
      ],
      [
        'best',
        'units with the linear combination of the readings that sees this profile best, whatever the target: none needs fewer, if the profile is right',
      ],
      ['target', `${targetText(target, words)} without treatment`],
      ['grid', gridText(result.grid)],
    ),
  });
}

const shiftCell = (shift: number): Cell => ({ number: shift, text: threeDigits(shift) });

/** A share without places. */
const whole = (share: number) => minus(`${Math.round(100 * share)} %`);

function unitsCell({ units }: Pick<ComparedArms, 'units'>, even: boolean): Cell {
  if (units === null) return 'none';
  return even ? count(units.control) : `${thousands(units.control)} + ${thousands(units.treated)}`;
}

function verdict({ trial }: TrialResult): string[] {
  const { complete, power, level, allocation } = trial;
  const goal = `for ${percent(power)} power at the two-sided level of ${percent(level)}`;
  if (complete.units === null) return [`No trial of this target can be sized: ${complete.why}.`];
  const { control, treated, total } = complete.units;
  const arms =
    allocation === 1
      ? `${large(control)} in each arm`
      : `${large(control)} controls, ${large(treated)} treated`;
  const ranked = Object.entries(trial.protocols).sort(
    ([, a], [, b]) =>
      (a.units?.total ?? Number.POSITIVE_INFINITY) - (b.units?.total ?? Number.POSITIVE_INFINITY),
  );
  const sized = ranked.flatMap(([name, { units }]) =>
    units ? [`${large(units.total)} from ${quoted(name)}`] : [],
  );
  const none = ranked.flatMap(([name, { units, why }]) =>
    units ? [] : [`With predictions from ${quoted(name)} no number is enough: ${why}.`],
  );
  const predicted = sized.length > 0 ? `, and where it is predicted ${listed(sized, 4)}` : '';
  return [
    `A two-arm trial of the target needs ${large(total)} units (${arms}) where it is known${predicted}, ${goal}.`,
    ...none,
  ];
}

/** Where 1/value would have been another answer. */
function unlikeValue(protocols: readonly (readonly [string, TrialProtocolResult])[]): string[] {
  const off = protocols.flatMap(([name, { ratio, value, recovered }]) =>
    ratio === null || Math.abs(ratio * value - 1) <= 0.05
      ? []
      : [{ name, more: ratio * value > 1, less: recovered! < value }],
  );
  return [true, false].flatMap((more) => {
    const own = off.filter((one) => one.more === more);
    if (own.length === 0) return [];
    const [needs, their] = own.length === 1 ? ['needs', 'its'] : ['need', 'their'];
    const why = own.every(({ less }) => less === more)
      ? `: ${their} predictions show ${more ? 'less' : 'more'} of this effect than of the variance between units`
      : '';
    return [
      `${listed(
        own.map(({ name }) => quoted(name)),
        4,
      )} ${needs} ${more ? 'more' : 'fewer'} units than 1/value would say${why}.`,
    ];
  });
}

/** ‘shifts the mean of the quantity by −10 mg/dl at all times’. */
export function treatmentText(
  { profile, unit }: Pick<TrialResult['trial'], 'profile' | 'unit'>,
  words: StudyWords | undefined,
): string {
  const of = { data: 'the quantity', sd: 'the latent quantity', log: 'the logarithm of the quantity' }[unit];
  const named = { data: words?.value ?? '', sd: 'SD', log: '' }[unit];
  const shift = (value: number) => `${digits(value)}${named && ` ${named}`}`;
  const size =
    typeof profile === 'number'
      ? `${shift(profile)} at all times`
      : Array.isArray(profile)
        ? `${shift(Math.min(...profile))} to ${shift(Math.max(...profile))}, as given at each time`
        : `${shift(profile.from)} at the beginning to ${shift(profile.to)} at the end of the horizon`;
  return `shifts the mean of ${of} by ${size}`;
}
