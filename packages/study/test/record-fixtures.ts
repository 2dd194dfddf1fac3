import { fillUniform, randomStream } from '@sightline/engine/internal';

// Records for tests: tables of states, and annotation files of the WFDB format.

/** Seconds in each state: [state, seconds] one after the other. */
export type Course = readonly (readonly [string, number])[];

export interface TableRecord {
  record: string;
  unit: string;
  stratum?: string;
  course: Course;
}

/** A course of epochs of 30 s in states a and b, with a share of a that differs between numbers. */
export function drawnCourse(number: number, epochs = 40): Course {
  const uniform = new Float64Array(2 * epochs);
  fillUniform(randomStream(3, 'course', number), uniform);
  const often = 0.25 + 0.12 * (number % 5);
  let state = 'b';
  return Array.from({ length: epochs }, (_, k) => {
    if (uniform[2 * k]! < 0.3) state = uniform[2 * k + 1]! < often ? 'a' : 'b';
    return [state, 30] as const;
  });
}

/** So many units, every fourth with two records; the strata alternate. */
export function drawnRecords(units: number, epochs = 40): TableRecord[] {
  return Array.from({ length: units }, (_, u) => u).flatMap((u) =>
    Array.from({ length: u % 4 === 0 ? 2 : 1 }, (_, k) => ({
      record: `r${u}-${k}`,
      unit: `u${u}`,
      stratum: u % 2 === 0 ? 'even' : 'odd',
      course: drawnCourse(2 * u + k, epochs),
    })),
  );
}

export function recordsCsv(records: readonly TableRecord[]): string {
  const strata = records.some(({ stratum }) => stratum !== undefined);
  const rows = records.flatMap(({ record, unit, stratum, course }) => {
    let at = 0;
    return course.map(([state, seconds]) => {
      const from = at;
      at += seconds;
      return [record, unit, ...(strata ? [stratum ?? ''] : []), from, at, state].join(',');
    });
  });
  return `${[`record,unit,${strata ? 'stratum,' : ''}from,to,state`, ...rows].join('\n')}\n`;
}

/** A header and the rhythm marks of a record, at 128 samples a second. */
export function rhythmFiles(name: string, course: Course): Record<string, string | Uint8Array> {
  const bytes: number[] = [];
  const half = (value: number) => bytes.push(value & 0xff, (value >> 8) & 0xff);
  let [seconds, step] = [0, 0];
  for (const [rhythm, length] of course) {
    // A skip of any length, a rhythm change, its text.
    half(59 << 10);
    half(step >> 16);
    half(step & 0xffff);
    half(28 << 10);
    const text = `(${rhythm}`;
    half((63 << 10) | text.length);
    for (const letter of text) bytes.push(letter.charCodeAt(0));
    if (text.length % 2 === 1) bytes.push(0);
    seconds += length;
    step = 128 * length;
  }
  half(0);
  return { [`${name}.atr`]: Uint8Array.from(bytes), [`${name}.hea`]: `${name} 0 128 ${128 * seconds}\n` };
}
