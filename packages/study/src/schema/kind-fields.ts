import {
  expectationText,
  type NumberParameter,
  oneOf,
  type Parameter,
  withinWords,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { expects, number } from './fields.ts';

// The fields of a kind (a target, a kernel) from what the engine says of its parameters.

const IN_DATA = '; with `estimand: linear` in units of the data';

function description(parameter: NumberParameter, meaning = parameter.meaning): string {
  if (parameter.unit === 'time') return `${meaning},${withinWords(parameter)}, in the unit of time.`;
  return `${meaning}: ${expectationText(parameter)}${parameter.unit === 'deviations' ? IN_DATA : ''}.`;
}

export const numberField = (parameter: NumberParameter) => number(parameter, description(parameter));

export function parameterField(parameter: Parameter) {
  switch (parameter.type) {
    case 'number':
      return numberField(parameter);
    case 'numbers':
      return z
        .array(number(parameter.each), expects(parameter.accepted))
        .min(1, expects(parameter.accepted))
        .describe(`${parameter.meaning}.`);
    case 'range':
      return z
        .tuple([number(), number()], expects(`two numbers ${parameter.symbol}, the smaller one first`))
        .describe(description(parameter.ends[0], parameter.meaning).replace(': a number', ': two numbers'));
    default:
      return z.literal(true, expects(oneOf(['true']))).describe(`${parameter.meaning}.`);
  }
}
