import { fillUniform, log, randomStream } from '@sightline/engine/internal';

// Nights and days that nobody lived: simulated, so that one can look at them. What they have of real ones is only that states last,
// that deep sleep comes early and REM sleep late, and that people differ.

interface Stretch {
  state: string;
  /** In minutes. */
  lasts: number;
}

const SEED = 3;
export const PEOPLE = 100;

/** Numbers between 0 and 1, as many as one asks for, the same for the same person. */
function chances(what: string, person: number): () => number {
  const numbers = new Float64Array(400);
  fillUniform(randomStream(SEED, what, person), numbers);
  let at = 0;
  return () => numbers[at++ % numbers.length]!;
}

/** Minutes of a night. */
const NIGHT = 480;

/** About five cycles: deep sleep is long in the first, REM sleep in the last. */
function night(person: number): Stretch[] {
  const chance = chances('night', person);
  const about = (minutes: number) => minutes * (0.4 + 1.2 * chance());
  const [rem, deep, restless] = [0.2 + 1.6 * chance(), 0.4 + 1.2 * chance(), chance()];
  const stretches: Stretch[] = [{ state: 'Wake', lasts: about(15) }];
  for (let cycle = 0; cycle < 8; cycle++) {
    stretches.push({ state: 'N2', lasts: about(22) });
    if (cycle < 4) stretches.push({ state: 'N3', lasts: about((32 - 9 * cycle) * deep) });
    stretches.push({ state: 'N2', lasts: about(14) });
    stretches.push({ state: 'REM', lasts: about((5 + 6 * Math.min(cycle, 4)) * rem) });
    if (chance() < 0.2 + 0.6 * restless) stretches.push({ state: 'Wake', lasts: about(6) });
  }
  return stretches;
}

/** Minutes of a day. */
const DAY = 1440;

/** Sinus rhythm and atrial fibrillation by turns; some people have hardly any, some hardly anything else. */
function rhythm(person: number): Stretch[] {
  const chance = chances('rhythm', person);
  const burden = 0.02 + 0.9 * chance() * chance();
  const turn = 120 + 900 * chance();
  const lasting = (mean: number) => Math.max(2, -mean * log(1 - chance()));
  const stretches: Stretch[] = [];
  let isAf = chance() < burden;
  for (let left = DAY; left > 0; isAf = !isAf) {
    const lasts = lasting(turn * (isAf ? burden : 1 - burden));
    stretches.push({ state: isAf ? 'AF' : 'Sinus', lasts });
    left -= lasts;
  }
  return stretches;
}

/** A row for each change of state, and a last one that says when the record ends. */
function table(of: (person: number) => Stretch[], minutes: number, epoch: number): string {
  const rows = Array.from({ length: PEOPLE }, (_, person) => {
    const name = `p${String(person + 1).padStart(3, '0')}`;
    let time = 0;
    const own: string[] = [];
    for (const { state, lasts } of of(person)) {
      if (time >= minutes) break;
      own.push(`${name},${name},${time * 60},${state}`);
      // To whole epochs, as such records are scored.
      time += Math.max(epoch, epoch * Math.round(lasts / epoch));
    }
    return [...own, `${name},${name},${minutes * 60},`].join('\n');
  });
  return `record,unit,time,state\n${rows.join('\n')}\n`;
}

export interface Simulated {
  file: string;
  data: string;
  /** The study that asks what few looks would have told. */
  study: string;
  target: string;
  budgets: readonly number[];
  /** Which of them one begins with. */
  start: number;
}

const study = (
  title: string,
  file: string,
  {
    points,
    seconds,
    target,
    other,
    budgets,
  }: {
    points: number;
    seconds: number;
    target: string;
    other: readonly string[];
    budgets: readonly number[];
  },
) => `sightline: 1
title: ${title}
records:
  table: ${file}
  grid: { points: ${points}, reading: anchor }
  epoch: { seconds: ${seconds}, rounding: nearest }
  targets: { ${target}: [${target}] }
  other: [${other.join(', ')}]
templates:
  layouts: [contiguous, dispersed]
  budgets: [${budgets.join(', ')}]
`;

export function simulatedNights(): Simulated {
  const [file, budgets] = ['nights.csv', [4, 8, 16, 32]];
  return {
    file,
    data: table(night, NIGHT, 0.5),
    study: study('REM sleep in simulated nights', file, {
      points: 128,
      seconds: 30,
      target: 'REM',
      other: ['Wake', 'N2', 'N3'],
      budgets,
    }),
    target: 'REM',
    budgets,
    start: 2,
  };
}

export function simulatedRhythms(): Simulated {
  const [file, budgets] = ['rhythms.csv', [2, 4, 8, 16]];
  return {
    file,
    data: table(rhythm, DAY, 1),
    study: study('Atrial fibrillation in simulated days', file, {
      points: 96,
      seconds: 60,
      target: 'AF',
      other: ['Sinus'],
      budgets,
    }),
    target: 'AF',
    budgets,
    start: 1,
  };
}
