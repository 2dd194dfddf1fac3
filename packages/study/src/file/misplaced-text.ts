import { DATABASES } from '@sightline/data';
import { exampleKernel, inUnit, KERNELS, kernelLengths, LAYOUTS, sameUnit } from '@sightline/engine';
import { nearestName } from '../words/nearest-name.ts';
import type { Path } from '../words/text.ts';
import { formOf } from './other-names.ts';

// Text that stands where a number, a list or a mapping is due: what was meant, and how it is written.

/** How the study tells time, as far as the file says so. */
export interface Clock {
  unit: string | undefined;
  horizon: number | undefined;
}

/** What may stand as a word; other words of an "accepted" phrase are prose. */
const WORDS = [
  ...'mean uniform any stationary refuse floor true false gaussian linear none drop interpolate average exact'.split(
    ' ',
  ),
  ...'nearest anchor overlap down unit record together separately'.split(' '),
  ...LAYOUTS.map(({ name }) => name),
  ...DATABASES.map(({ name }) => name),
];
const KERNEL_LENGTHS = KERNELS.flatMap((kind) =>
  kernelLengths(exampleKernel(kind)).map(({ path }) => path.slice(-2).map(String)),
);
/** `from` and `to` are lengths in a few places only. */
const RANGE = ['from', 'to'];
const LENGTHS = new Set([
  ...['horizon', 'at', 'width', 'recency', 'times'],
  ...KERNEL_LENGTHS.flatMap(([, field]) => (RANGE.includes(field!) ? [] : [field!])),
]);

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?';
const ALONE = new RegExp(`^${NUMBER}$`);
const WITH_UNIT = new RegExp(`^(${NUMBER})\\s*([\\p{L}µ°%/²]+)\\.?$`, 'u');
const DATE = /^\d{4}-\d{1,2}-\d{1,2}([T ].*)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}( .*)?$/;
const TIME_OF_DAY = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m)?$/i;

export function meantByText(value: string, accepted: string, path: Path, clock: Clock): string {
  const trimmed = value.trim();
  if (ALONE.test(trimmed)) return 'this is text: the number stands in quotes';
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return `this is text: write ${trimmed.replace(',', '.')}, with a point`;
  if (isLength(path)) {
    if (TIME_OF_DAY.test(trimmed)) return `this is a time of day: write ${sinceStart(clock)}`;
    if (DATE.test(trimmed)) return `this is a date: write ${sinceStart(clock)}`;
  }
  const [, number, unit] = WITH_UNIT.exec(trimmed) ?? [];
  if (number !== undefined && unit !== undefined)
    return isLength(path)
      ? `this is text: ${withoutUnit(number, unit, path, clock)}`
      : `this is text: write ${number} without its unit`;
  const [, name, rest] = /^([\p{L}_]\w*):([^\s/\\].*)$/u.exec(trimmed) ?? [];
  if (name !== undefined) return `a space is missing after the colon: write ${name}: ${rest}`;
  const form = formOf(trimmed, path);
  if (form !== undefined) return `this is a word alone: write ${form}`;
  const choices = WORDS.filter((word) => new RegExp(`\\b${word}\\b`).test(accepted));
  const meant = trimmed.length > 2 ? nearestName(trimmed, choices) : undefined;
  return `this is text${meant ? `; did you mean ${meant}?` : ''}`;
}

/** Whether a length of time is due there: `from` and `to` are times in a range, variances in a noise. */
function isLength(path: Path): boolean {
  const names = path.filter((part) => typeof part === 'string');
  const [holder, name] = names.slice(-2);
  if (RANGE.includes(name ?? ''))
    return holder === 'at' || KERNEL_LENGTHS.some(([kernel, field]) => kernel === holder && field === name);
  return LENGTHS.has(name ?? holder ?? '');
}

/** '30 min' becomes 0.5 where the study is in hours. Never the bare number of another unit: that is another time. */
function withoutUnit(number: string, unit: string, path: Path, clock: Clock): string {
  if (clock.unit === undefined)
    return path.at(-1) === 'horizon'
      ? `write ${number}, and unit: ${unit} beside it`
      : 'write a number, in the unit of the horizon';
  if (sameUnit(unit, clock.unit)) return `write ${number}, without its unit`;
  const converted = inUnit(Number(number), unit, clock.unit);
  return converted === undefined
    ? `write it in ${clock.unit}, as a number without a unit`
    : `write ${converted}, which is ${number} ${unit} in ${clock.unit}`;
}

function sinceStart({ unit, horizon }: Clock): string {
  const example = horizon === undefined || horizon >= 8.5 || !(horizon > 0) ? 8.5 : horizon / 2;
  const start = unit === undefined ? 'a number, in the unit of the horizon,' : `a number of ${unit}`;
  return `${start} since the start, such as ${Number(example.toPrecision(4))}`;
}
