import type { Entry, Study } from '@sightline/study';
import { flowText } from '@sightline/study';
import type { Edited } from './edit-marks.ts';
import { addProtocol } from './edit-protocols.ts';
import { setValue } from './study-edit.ts';

// Where a question needs a part that the study lacks, these write a start that makes sense, and say what they wrote.

type Like = { [Field in 'noise' | 'cost']: Entry[Field] | undefined };

/** Times are written with few digits: a reader will see them. */
const rounded = (time: number) => Number(time.toPrecision(4));

const wrote = (field: string, value: unknown) => `Written to the study: ${field}: ${flowText(value)}.`;

export function firstRealised(text: string, name: string): Edited {
  return { text: setValue(text, ['realised'], name), said: wrote('realised', name) };
}

/** Twelve readings from a twentieth of the horizon to a twentieth before its end. */
export function firstCatalogue(text: string, horizon: number, { noise, cost }: Like): Edited {
  const at = { from: rounded(horizon / 20), to: rounded(horizon - horizon / 20), count: 12 };
  const catalogue = [{ at, ...(noise !== undefined && { noise }), ...(cost !== undefined && { cost }) }];
  return { text: setValue(text, ['catalogue'], catalogue), said: wrote('catalogue', catalogue) };
}

export function firstChoice(text: string, count: number): Edited {
  const choose = { exactly: count };
  return { text: setValue(text, ['choose'], choose), said: wrote('choose', choose) };
}

/** A memory of a tenth of the horizon: the shape that assumes least beyond it. */
export function firstLaw(text: string, horizon: number): Edited {
  const latent = { kernel: { ou: { tau: rounded(horizon / 10) } } };
  return { text: setValue(text, ['latent'], latent), said: wrote('latent', latent) };
}

/** Four readings in the middles of quarters. */
export function firstAlternative(text: string, horizon: number, { noise, cost }: Like): Edited {
  const at = [1, 3, 5, 7].map((eighth) => rounded((eighth * horizon) / 8));
  const entry = { at, ...(noise !== undefined && { noise }), ...(cost !== undefined && { cost }) };
  const made = addProtocol(text, 'spread', entry as Entry);
  return { text: made.text, said: wrote(`protocols: ${made.name}`, entry) };
}

/** The days of dense data as records that looks could have been at; undefined where the data are no days, or the target none of theirs. */
export function recordsOfDays({ calibration, target }: Partial<Study>): object | undefined {
  const { data, columns, split, limits } = calibration ?? {};
  if (typeof data !== 'string' || split !== 'day' || !columns?.time || !columns.value) return undefined;
  const { unit, time, value } = columns;
  const isLevel = typeof target === 'object' && ('above' in target || 'below' in target);
  if (target !== 'mean' && !isLevel) return undefined;
  return {
    table: data,
    columns: { ...(unit !== undefined && { unit }), time, value },
    split,
    missing: 'drop',
    ...(limits && { limits }),
    grid: { time: 'clock' },
    targets: { target },
  };
}

export function firstRecords(text: string, records: object): Edited {
  return { text: setValue(text, ['records'], records), said: wrote('records', records) };
}
