import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it.each([
  ['nosie', ['at', 'noise'], 'noise'],
  ['Horizon', ['horizon', 'points'], 'horizon'],
  ['ta', ['at', 'cost'], 'at'],
  ['NA', ['a', 'variance'], undefined],
  ['o', ['ou'], undefined],
  ['oux', ['ou'], undefined],
  ['median', ['mean'], undefined],
  ['catalog', ['catalogue'], 'catalogue'],
  ['colour', ['at', 'width', 'noise', 'cost'], undefined],
  ['', ['at'], undefined],
  ['x', [], undefined],
])('%s among %j', (name, accepted, expected) => {
  expect(nearestName(name, accepted)).toBe(expected);
});
