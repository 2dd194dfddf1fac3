import { describe, expect, it } from 'vitest';
import { formsOf, inOwnWords } from './own-words.ts';

describe('inOwnWords', () => {
  const put = inOwnWords({ unit: 'patient', reading: 'finger prick', value: 'mg/dl' });

  it.each([
    ['80 units tell it apart', '80 patients tell it apart'],
    ['Units needed', 'Patients needed'],
    ['of each unit.', 'of each patient.'],
    ['a unit, a reading', 'a patient, a finger prick'],
    ['4 readings each', '4 finger pricks each'],
    // A unit of measurement is another thing.
    ['in the unit of the data', 'in the unit of the data'],
    ['noise in units of the data', 'noise in units of the data'],
    ['the target is in standardised units', 'the target is in standardised units'],
    ['0.2 per unit of the steepest direction', '0.2 per unit of the steepest direction'],
    // Names and code are the study's.
    ['‘unit one’ and `unit` of "reading 3"', '‘unit one’ and `unit` of "reading 3"'],
    ['unitary readingss', 'unitary readingss'],
  ])('%s', (given, expected) => expect(put(given)).toBe(expected));

  it('has the article that the word takes', () => {
    expect(inOwnWords({ unit: 'animal', reading: 'image' })('A unit has a reading')).toBe(
      'An animal has an image',
    );
  });

  it('leaves what has no word of its own', () => {
    expect(inOwnWords({ unit: 'night' })('2 units of 3 readings')).toBe('2 nights of 3 readings');
  });
});

it.each([
  ['patient', 'patients'],
  ['finger prick', 'finger pricks'],
  ['biopsy', 'biopsies'],
  ['day', 'days'],
  ['batch', 'batches'],
  ['box', 'boxes'],
] as const)('of one %s, several are %s', (one, several) => expect(formsOf(one)).toEqual([one, several]));

it('takes a plural that is given', () => {
  expect(formsOf(['child', 'children'])).toEqual(['child', 'children']);
  expect(inOwnWords({ unit: ['child', 'children'] })('30 units, each unit')).toBe('30 children, each child');
});
