import { target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import type { Weighing } from '../../model/value/model.ts';
import type { DividedWork } from '../../numerics/divided-work.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { fillIntegersBelow, randomStream } from '../../numerics/random/random-stream.ts';
import type { Identification } from '../identification.ts';
import { identify } from '../identify.ts';
import { benchmarkOf } from '../invisible/benchmark.ts';
import type { CovarianceClass } from '../invisible/covariance-class.ts';
import type { Knowledge } from '../invisible/knowledge.ts';
import { joined, lawMoments } from '../worlds/compatible-world.ts';
import { distanceBetween, nearestLaw, openSet } from '../worlds/nearest-law.ts';
import { type BenchmarkSample, moments, sampleColumns } from './benchmark-moments.ts';

/** What resamples of a benchmark's units share. */
export interface BenchmarkWork extends Weighing {
  /** Of each realised protocol. */
  samples: readonly BenchmarkSample[];
  realised: readonly (readonly Action[])[];
  covarianceClass: CovarianceClass;
  knowledge: Knowledge;
  /** The moments of all units, and the standard errors that distances are measured in. */
  law: Float64Array;
  errors: Float64Array;
  seed: number;
}

export interface TestWork extends BenchmarkWork {
  /** The nearest compatible law's own moments, and its distance in standard errors. */
  nearest: Float64Array;
  distance: number;
}

/** Whether a resample drawn around the nearest law lies as far from what is compatible as the data do; null where unsolved. */
export const benchmarkTest: DividedWork<TestWork, boolean | null> = {
  name: 'benchmark-test',
  prepare(work) {
    const { law, nearest, distance } = work;
    const { momentsOf, near, apart } = prepared(work);
    return (piece) => {
      const draw = momentsOf(piece);
      const shifted = draw.map((value, i) => value - law[i]! + nearest[i]!);
      // The law that it was drawn around is compatible, so that the nearest one is no further than that.
      if (apart(shifted, nearest) < distance) return false;
      const own = near(shifted);
      return own === undefined ? null : own.standardised >= distance;
    };
  },
};

interface RangeWork extends BenchmarkWork {
  alternatives: readonly (readonly Action[])[];
  /** The law nearest to the data. */
  covariance: Matrix;
  range: boolean;
  starts?: number;
}

/** The whole answer under the nearest law for one of the alternatives, or the ends for all of them in a resample. */
type RangePiece = { answer: Identification } | { ends: ({ low: number; high: number } | null)[] };

/** Pieces: one for each alternative, then one for each resample. */
export const benchmarkRanges: DividedWork<RangeWork, RangePiece> = {
  name: 'benchmark-ranges',
  prepare(work) {
    const { weights, scale, realised, alternatives, covarianceClass, knowledge, seed, range, starts } = work;
    const { momentsOf, near } = prepared(work);
    const answer = (covariance: Matrix, alternative: readonly Action[], from: number | undefined) =>
      identify(
        {
          covariance,
          weights,
          scale,
          realised,
          alternative,
          covarianceClass,
          knowledge,
          target: target('mean'),
        },
        { seed, ...(from === undefined ? {} : { starts: from }), range, permutations: false },
      );
    return (piece) => {
      const alternative = alternatives[piece];
      if (alternative) return { answer: answer(work.covariance, alternative, starts) };
      const own = near(momentsOf(piece - alternatives.length));
      return {
        ends: alternatives.map((one) => {
          const found = own && answer(own.covariance, one, RESAMPLE_STARTS);
          if (!found || found.unsolved) return null;
          // At the boundary of what is possible all worlds that are found may have one value, with nothing that proves it.
          const { low, high } = found.range ?? { low: found.value, high: found.value };
          return { low, high };
        }),
      };
    };
  },
};

/** Starts for the high end in a resample: less is enough for an interval. */
const RESAMPLE_STARTS = 3;

function prepared(work: BenchmarkWork) {
  const { samples, weights, realised, covarianceClass, knowledge, errors, seed } = work;
  const columns = samples.map(sampleColumns);
  const open = openSet(weights, covarianceClass, knowledge);
  const benchmark = benchmarkOf(realised, work);
  const distinct = lawMoments(benchmark);
  return {
    /** The units of each protocol are drawn by themselves: they are others. */
    momentsOf(resample: number): Float64Array {
      return joined(
        columns.map((own, k) => {
          const units = own[0]!.length;
          const chosen = new Int32Array(units);
          const stream = ['identify', 'resample', resample, ...(k === 0 ? [] : [k])];
          fillIntegersBelow(randomStream(seed, ...stream), units, chosen);
          return moments(own, realised[k]!, chosen).law;
        }),
      );
    },
    apart: (a: Float64Array, b: Float64Array) => distanceBetween(a, b, errors, distinct),
    near: (law: Float64Array) => nearestLaw(open, benchmark, law, errors),
  };
}
