import { measurementRows } from '../model/value/measurement-rows.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { augmentationAnswer } from './augmentation-answer.ts';
import {
  type Identification,
  type IdentifyInput,
  type IdentifyOptions,
  measurementsOf,
} from './identification.ts';
import { benchmarkOf } from './invisible/benchmark.ts';
import { className } from './invisible/covariance-class.ts';
import { determinesRows, isMirrored, mirrorImage } from './invisible/determined-law.ts';
import { contains, visibleSpaces } from './invisible/row-space.ts';
import { permutationCertificate } from './permutations/permutation-certificate.ts';
import { type World, worldOf } from './worlds/compatible-world.ts';

/**
 * For a target that is not linear: identified by the row space of A alone, as it is or mirrored, or where second moments of
 * the benchmark determine all that the value depends on; not identified where a permutation of times changes the value
 * (Proposition 'permutation').
 */
export function identifyNonlinear(input: IdentifyInput, options: IdentifyOptions): Identification {
  const { covariance, weights, target, realised, alternative, covarianceClass } = input;
  const { kernels = defaultKernels(), range: wanted = true, seed = 0 } = options;
  const benchmark = benchmarkOf(realised, input);
  const none = { invisibleDimension: null, sensitivity: null, permuted: null, unsolved: null };
  const rows = measurementRows(alternative, weights.length, input.scale);
  const spaces = visibleSpaces(benchmark, false);
  const seen = (wanted: readonly Float64Array[]) => spaces.some((space) => contains(space, wanted));
  const proof = seen(rows)
    ? ({
        by: 'row-space',
        why: `every measurement of the alternative is a linear combination of ${measurementsOf(realised)} (row space)`,
      } as const)
    : isMirrored(covarianceClass, input, target) && seen(rows.map(mirrorImage))
      ? ({
          by: 'every-law',
          why: `reversed in time, every measurement of the alternative is a linear combination of ${measurementsOf(realised)}; a stationary Gaussian law and this target are invariant to time reversal`,
        } as const)
      : determinesRows(benchmark, rows, target, covarianceClass, kernels)
        ? ({
            by: 'nothing-invisible',
            why: `the benchmark’s second moments determine all correlations with the alternative’s measurements, within the class${className(covarianceClass)}`,
          } as const)
        : undefined;
  if (proof) {
    const { value, atLeast = false } = worldOf(covariance, input, target, alternative, kernels);
    return {
      ...none,
      ...proof,
      value,
      atLeast,
      verdict: 'identified',
      range: wanted ? { low: value, high: value, lowStatus: 'exact', highStatus: 'exact' } : null,
      worlds: [],
      augmentation: null,
    };
  }
  const {
    value,
    atLeast = false,
    lowest,
    highest,
    search,
    tried,
  } = permutationCertificate(covariance, benchmark, alternative, target, {
    covarianceClass,
    anyChange: !wanted,
    seed,
    kernels,
  });
  const own: World = { value, covariance, ...(atLeast && { atLeast }) };
  const [low, high] = [lowest?.world ?? own, highest?.world ?? own];
  const permuted = { low: low.value, high: high.value, search, tried };
  const answer = { ...none, value, atLeast, permuted, augmentation: augmentationAnswer(input, options) };
  if (!lowest && !highest)
    return {
      ...answer,
      verdict: 'undecided',
      by: null,
      why:
        search === 'all' && tried <= 1
          ? 'no exchange of times that leaves weights, mean, standard deviation and the benchmark as they are moves a reading of this protocol: ' +
            'there was nothing to try, and no proof that the value is identified was found'
          : search === 'all'
            ? 'no permutation of times changes the value, but no proof that it is identified was found'
            : 'no exchange of times that was tried changes the value, but no proof that it is identified was found',
      range: null,
      worlds: [],
    };
  return {
    ...answer,
    verdict: 'not-identified',
    by: 'permutation',
    why: 'a permutation of times leaves the benchmark as it is and changes the value',
    range: wanted
      ? { low: low.value, high: high.value, lowStatus: 'attained', highStatus: 'attained' }
      : null,
    worlds: [low, high],
  };
}
