import { acceptedNumber, type NumberParameter, type Parameter, withinWords } from '@sightline/engine';
import { z } from 'zod';
import { bounded, number, numbers, within } from './fields.ts';

// The fields of a kind (a target, a kernel) from what the engine says of its parameters.

/** What an editor can check. Bounds in standard deviations do not hold where the data's own unit does. */
function bounds({ unit, least, most, positive }: NumberParameter) {
  if (unit === 'deviations') return positive ? { minimum: 0 } : {};
  return {
    ...(least && { [least.open ? 'exclusiveMinimum' : 'minimum']: least.at }),
    ...(most && { [most.open ? 'exclusiveMaximum' : 'maximum']: most.at }),
  };
}

const IN_DATA = '; with `estimand: linear` in units of the data';

function description(parameter: NumberParameter, meaning = parameter.meaning): string {
  if (parameter.unit === 'time') return `${meaning},${withinWords(parameter)}, in the unit of time.`;
  return `${meaning}: ${acceptedNumber(parameter)}${parameter.unit === 'deviations' ? IN_DATA : ''}.`;
}

export const numberField = (parameter: NumberParameter) => bounded(description(parameter), bounds(parameter));

export function parameterField(parameter: Parameter) {
  switch (parameter.type) {
    case 'number':
      return numberField(parameter);
    case 'numbers':
      return numbers(parameter.accepted, within(bounds(parameter.each))).describe(`${parameter.meaning}.`);
    case 'range': {
      const accepted = `two numbers ${parameter.symbol}, the smaller one first`;
      return z
        .tuple([number, number], accepted)
        .describe(description(parameter.ends[0], parameter.meaning).replace(': a number', ': two numbers'));
    }
    default:
      return z.literal(true, 'true').describe(`${parameter.meaning}.`);
  }
}
