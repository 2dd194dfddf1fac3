import { type DividedWork, thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { type Matrix, row as rowOf, someRows } from '../numerics/matrix.ts';
import { type DrawnReadings, drawnReadings, readOf } from './drawn-residuals.ts';
import { type PredictedUnder, type Prediction, targetGivenReadings } from './target-given-readings.ts';

export interface PredictionInput extends PredictedUnder {
  /** One row a unit, one column a member of the protocol, in the law's scale; NaN where a reading is missing. */
  readonly readings: Matrix;
  /** Trajectories that the intervals are drawn from. */
  readonly draws: number;
}

/** Rows of a piece: enough that the draws, which each thread makes once, are worth it. */
const ROWS_A_PIECE = 500;

/** Predictions of some rows after each other: predicted, sd, low, high. */
export const predictingUnits: DividedWork<PredictionInput, Float64Array> = {
  name: 'predictions',
  prepare(input) {
    const { readings, law, protocol, draws, seed } = input;
    let drawn: DrawnReadings | undefined;
    const draw = () => {
      drawn ??= drawnReadings(law, protocol, draws, seed);
      return drawn;
    };
    let [pattern, given] = ['', undefined as ReturnType<typeof targetGivenReadings> | undefined];
    return (piece) => {
      const last = Math.min(readings.rows, (piece + 1) * ROWS_A_PIECE);
      const made = new Float64Array(4 * (last - piece * ROWS_A_PIECE));
      for (let row = piece * ROWS_A_PIECE, out = 0; row < last; row++) {
        const own = rowOf(readings, row);
        const members = readOf(own);
        const key = members.join(' ');
        if (given === undefined || key !== pattern)
          [pattern, given] = [key, targetGivenReadings(input, members, draw)];
        const { predicted, sd, low, high } = given(members.map((a) => own[a]!));
        for (const value of [predicted, sd, low, high]) made[out++] = value;
      }
      return made;
    };
  },
};

/**
 * What the readings of each unit say of its target, in the order of the rows. Units that miss the same readings share their predictor:
 * they are done one after another.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, matrixFromRows, predictions, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(10, 64, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const { predictions: units } = await predictions({
 *   law: { covariance, weights: targetWeights('uniform', grid) },
 *   target: { above: 1 },
 *   protocol: [2, 8].map((at) => action({ at, noise: 0.25 }, grid)),
 *   readings: matrixFromRows([
 *     [1.5, 0.2],
 *     [1.5, Number.NaN],
 *   ]),
 *   level: 0.9,
 *   draws: 500,
 *   seed: 1,
 * });
 * console.log(units.map(({ predicted }) => predicted.toFixed(3)).join(' ')); // → 0.263 0.276
 * ```
 */
export async function predictions(
  input: PredictionInput,
  { workers = thisThread, ...options }: WorkOptions & { workers?: Workers } = {},
): Promise<{ predictions: Prediction[]; patterns: number }> {
  const { readings } = input;
  const { rows } = readings;
  const patternOf = Array.from({ length: rows }, (_, row) => readOf(rowOf(readings, row)).join(' '));
  const order = Array.from(patternOf.keys()).sort((a, b) =>
    patternOf[a] === patternOf[b] ? a - b : patternOf[a]! < patternOf[b]! ? -1 : 1,
  );
  const ordered = { ...input, readings: someRows(readings, order) };
  const pieces = await workers.run(predictingUnits, ordered, Math.ceil(rows / ROWS_A_PIECE), options);
  const found: Prediction[] = new Array(rows);
  order.forEach((row, i) => {
    const piece = pieces[Math.floor(i / ROWS_A_PIECE)]!;
    const from = 4 * (i % ROWS_A_PIECE);
    const [predicted, sd, low, high] = piece.subarray(from, from + 4);
    found[row] = { predicted: predicted!, sd: sd!, low: low!, high: high! };
  });
  return { predictions: found, patterns: new Set(patternOf).size };
}
