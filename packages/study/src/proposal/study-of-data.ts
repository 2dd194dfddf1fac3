import { flowText } from '../words/flow-text.ts';
import { tidy } from './file-grid.ts';
import type { Said } from './proposal.ts';

/** A study about a table, as what is said of it makes one: data, grid, target, and readings to begin with. */
export function studyOfData(file: string, said: Said): string {
  const lines = ['sightline: 1', `title: ${flowText(`From ${file}`)}`];
  const write = (field: string, value: unknown, note = '') =>
    lines.push(`${field}: ${flowText(value)}${note && ` # ${note}`}`);
  const { horizon, points, unitOfTime, start, columns } = said;
  write('time', {
    horizon,
    points,
    ...(unitOfTime !== '' && { unit: unitOfTime }),
    ...(start !== '' && { start }),
  });
  if (said.valueUnit !== '') write('words', { value: said.valueUnit });
  write('target', targetOf(said.target));
  const noise = said.noise ?? 0;
  lines.push(
    `protocols: # readings to begin with${columns.replicate === undefined ? '' : '; their noise is not said yet'}`,
  );
  for (const [name, count] of Object.entries({ one: 1, two: 2, four: 4 }))
    lines.push(`  ${name}: ${flowText({ at: evenly(count, horizon), noise })}`);
  write('realised', 'two', 'say here what is done today');
  const count = Math.min(12, points);
  const at = { from: tidy(horizon / (2 * count)), to: tidy(horizon - horizon / (2 * count)), count };
  lines.push('catalogue: # what the best protocol is chosen from', `  - ${flowText({ at, noise })}`);
  write('choose', { exactly: Math.min(4, count) });
  lines.push('calibration:');
  const field = (name: string, value: unknown) => lines.push(`  ${name}: ${flowText(value)}`);
  field('data', file);
  const own = columnsOf(columns, said.shape);
  if (Object.keys(own).length > 0) field('columns', own);
  if (said.days) field('split', 'day');
  if (said.align !== 'exact') field('align', said.align);
  if (said.missing !== 'refuse') field('missing', said.missing);
  field('scale', 'data');
  field('noise', columns.replicate === undefined ? noise : { replicates: columns.replicate });
  return `${lines.join('\n')}\n`;
}

/** The file's own names: where they are given, columns that nothing asks for are ignored. */
function columnsOf({ unit, trajectory, time, value }: Said['columns'], shape: Said['shape']) {
  return {
    ...(unit !== undefined && { unit }),
    ...(trajectory !== undefined && { trajectory }),
    ...(shape === 'long' && time !== undefined && { time }),
    ...(shape === 'long' && value !== undefined && { value }),
  };
}

/** Middles of equal parts. */
function evenly(count: number, horizon: number): number | number[] {
  const at = Array.from({ length: count }, (_, k) => tidy(((2 * k + 1) * horizon) / (2 * count)));
  return count === 1 ? at[0]! : at;
}

function targetOf(target: Said['target']) {
  if (target.kind === 'mean') return 'mean';
  return { [target.kind]: target.kind === 'between' ? [target.level, target.upper] : target.level };
}
