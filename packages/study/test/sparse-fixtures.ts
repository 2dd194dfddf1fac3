import { exp, fillNormal, fillUniform, randomStream, split } from '@sightline/engine/internal';

/** A unit's readings, each a time and a value. */
export type SparseUnit = { unit: string; readings: (readonly [time: number, value: number])[] };

/** Of the law that readings are simulated from. */
export interface Simulated {
  units: number;
  /** At which times a unit is read; `uniform` has as many numbers between 0 and 1 as wanted, in no order. */
  times(uniform: Float64Array): number[];
  tau?: number;
  trait?: number;
  mean?: number;
  sd?: number;
  noise?: number;
  seed?: number;
}

/** Readings of an Ornstein–Uhlenbeck process with a trait: from one time to the next, as it is defined. */
export function simulatedReadings(law: Simulated): SparseUnit[] {
  const { units, times, tau = 3, trait = 0.2, mean = 140, sd = 50, noise = 100, seed = 1 } = law;
  const stream = randomStream(seed, 'sparse');
  return Array.from({ length: units }, (_, i) => {
    const own = split(stream, i);
    const uniform = new Float64Array(40);
    fillUniform(split(own, 'times'), uniform);
    const at = times(uniform).sort((a, b) => a - b);
    const [steps, errors] = [new Float64Array(at.length + 1), new Float64Array(at.length)];
    fillNormal(split(own, 'steps'), steps);
    fillNormal(split(own, 'errors'), errors);
    let z = steps[0]!;
    const lasting = Math.sqrt(trait) * steps.at(-1)!;
    return {
      unit: `p${i + 1}`,
      readings: at.map((time, k) => {
        const rho = k === 0 ? 1 : exp(-(time - at[k - 1]!) / tau);
        if (k > 0) z = rho * z + Math.sqrt(1 - rho * rho) * steps[k]!;
        const value = mean + sd * (lasting + Math.sqrt(1 - trait) * z) + Math.sqrt(noise) * errors[k]!;
        return [time, value] as const;
      }),
    };
  });
}

export function sparseCsv(units: readonly SparseUnit[]): string {
  const rows = units.flatMap(({ unit, readings }) => readings.map((one) => `${unit},${one.join(',')}`));
  return `unit,time,value\n${rows.join('\n')}\n`;
}
