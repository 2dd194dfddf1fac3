// The good study of bad-input-table.md, and what its rows make of it.

/** A good study; each row below breaks one thing in it. */
export const GOOD = `sightline: 1
time: { horizon: 10, points: 4, unit: h }
target: mean
weights: uniform
latent:
  kernel: { ou: { tau: 1 } }
protocols:
  today: [{ at: 0.5, noise: 0.4 }]
  spread: { at: [2, 8], noise: 0.4 }
realised: today
catalogue:
  - { at: { from: 1, to: 9, count: 5 }, noise: 0.4 }
choose: { exactly: 2 }
`;

/** The same with a clock: from 08:00 to 18:00. */
export const GOOD_CLOCK = GOOD.replace('unit: h }', 'unit: h, start: "08:00" }');

export const KERNEL = 'kernel: { ou: { tau: 1 } }';
export const FROM_FILE = 'covariance: cov.csv';
export const GOOD_CSV = '1,.5,.2,.1\n.5,1,.5,.2\n.2,.5,1,.5\n.1,.2,.5,1\n';

export const LAW = `latent:\n  ${KERNEL}\n`;
export const FROM_DATA = 'benchmark: { data: y.csv }\n';
export const GOOD_DATA = `unit,y1,target
1,0.1,0.3
2,-0.9,-0.4
3,1.2,0.5
4,-1.4,-0.9
5,0.7,-0.1
6,0.2,0.4
7,-0.5,0.1
8,1.9,0.8
9,-0.3,-0.2
10,-1.1,-0.7
`;
const GOOD_FILES = { 'cov.csv': GOOD_CSV, 'y.csv': GOOD_DATA };

export interface Row {
  command: 'value' | 'identify' | 'design';
  what: string;
  files: Record<string, string | Uint8Array>;
  /** file:line:column. */
  place: string;
  path: string;
  /** Undefined where any will do. */
  value: unknown;
  why: string;
  accepted: string;
}

/** The rows of bad-input-table.md. */
export function badInputRows(table: string): Row[] {
  const code = (cell: string) => cell.replace(/^`(.*)`$/, '$1');
  const input = (cell: string) => code(cell).replaceAll('\\n', '\n').replaceAll('\\t', '\t');
  let command: Row['command'] = 'value';
  let clock = false;
  const lines = table.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) {
      command = (['identify', 'design'] as const).find((one) => line.includes(`\`${one}\``)) ?? 'value';
      clock = line.includes('clock');
    }
    return /^\|(?! what | -)/.test(line) ? [{ line, command, clock }] : [];
  });
  return lines.map(({ line, command, clock: byClock }) => {
    const [what, replaced, by, place, path, value, why, accepted] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()) as Cells;
    const file = place.split(':')[0]!;
    const good = { 'study.yaml': byClock ? GOOD_CLOCK : GOOD, ...GOOD_FILES }[file]!;
    if (replaced !== '(all)' && !good.includes(input(replaced)))
      throw new Error(`not in the good input: ${line}`);
    const broken = replaced === '(all)' ? input(by) : good.replace(input(replaced), () => input(by));
    const study = {
      'study.yaml': GOOD,
      'cov.csv': GOOD.replace(KERNEL, FROM_FILE),
      'y.csv': GOOD.replace(LAW, FROM_DATA),
    }[file]!;
    const files = { 'study.yaml': study, ...GOOD_FILES, [file]: broken };
    const found = value === '(any)' ? undefined : JSON.parse(code(value));
    return { command, what, files, place, path: code(path), value: found, why, accepted };
  });
}
type Cells = [string, string, string, string, string, string, string, string];
