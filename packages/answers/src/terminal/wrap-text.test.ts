import { expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

it('keeps a form of the study file, a percentage and a number on one line', () => {
  for (let columns = 20; columns < 60; columns++) {
    const lines = wrapText(
      '',
      'mean, { above: c }, { outside: c }, 95 % of 12 000 units or so',
      columns,
    ).split('\n');
    for (const whole of ['{ above: c },', '{ outside: c },', '95 %', '12 000'])
      expect(lines.filter((line) => line.includes(whole))).toHaveLength(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  }
});
