// All of the engine, as the packages beside it use it. Nothing here but what index.ts exports is promised to anybody else: it
// changes with any version.

export { type CalibrationTheory, calibrationDraws, withCanonicalSample } from './calibrate/calibrate.ts';
export { classOutcomes } from './calibrate/class-outcomes.ts';
export type { GaussianFit } from './calibrate/gaussian-fit.ts';
export type { HeldOutFit, HeldOutValue } from './calibrate/held-out-fit.ts';
export { nestedClasses, pointActions, subsets } from './calibrate/nested-classes.ts';
export { comparisons, uniformError } from './calibrate/resampling/comparison.ts';
export { estimator } from './calibrate/resampling/estimator.ts';
export { valueInterval } from './calibrate/resampling/interval.ts';
export { type FlooredMoments, linearLaw } from './calibrate/resampling/linear-law.ts';
export { type ResamplingInput, resampling } from './calibrate/resampling/resampling.ts';
export { type ClassResolution, type Resolution, resolution } from './calibrate/resampling/resolution.ts';
export type { ToldApart } from './calibrate/resampling/told-apart.ts';
export { computedTargets } from './calibrate/sample/computed-targets.ts';
export {
  type Moments,
  type MomentsInProgress,
  mergeMoments,
  momentsOf,
  noMoments,
} from './calibrate/sample/moments.ts';
export { pairCounts } from './calibrate/sample/pairwise-moments.ts';
export { plugInFromCentred } from './calibrate/sample/plug-in-covariance.ts';
export { noiseDiagonal, noiseInValues } from './calibrate/sample/replicate-noise.ts';
export { eachOnce, trajectoriesOf, unitsOf } from './calibrate/sample/sample.ts';
export { simulatedScatter } from './calibrate/sample/simulated-scatter.ts';
export {
  addGroupMoments,
  addToGroups,
  emptyGroups,
  finishedGroups,
  type GroupsInProgress,
  groupMoments,
  type UnitGroups,
} from './calibrate/sample/unit-groups.ts';
export type { UnitsAndTrajectories } from './calibrate/units-and-trajectories.ts';
export { fitPowerLaw, MOST_REALISTIC, USUAL_POWER, unitsNeeded } from './calibrate/units-needed.ts';
export { bestAlongTime } from './design/bounds/along-time.ts';
export { type BranchOptions, branchAndBound, MOST_BOUNDED } from './design/bounds/branch-and-bound.ts';
export { exhaustive } from './design/bounds/exhaustive.ts';
export { timeOrder } from './design/bounds/time-order.ts';
export { COMPARATORS } from './design/comparators/index.ts';
export { quadratureChoice } from './design/comparators/kernel-quadrature.ts';
export type { ComparatorName, RandomComparator } from './design/design.ts';
export { frontier } from './design/frontier.ts';
export { METHODS } from './design/methods.ts';
export { designSearch } from './design/search-work.ts';
export { SEARCHES } from './design/searches/index.ts';
export { binomial } from './design/selection/feasible-sets.ts';
export { forwardSelection, type Path, searcher } from './design/selection/forward-selection.ts';
export { oneSwap } from './design/selection/one-swap.ts';
export type { PatternRule } from './design/selection/patterned-sets.ts';
export { admissible, inClosed, type Stretch } from './design/selection/rules.ts';
export { combined, setEvaluator } from './design/selection/scenarios.ts';
export type { SearchLimit } from './design/selection/search-limit.ts';
export { movedActions, sensitivity } from './design/sensitivity.ts';
export { diminishingReturns, type Returns, type ReturnsWitness } from './design/submodularity.ts';
export {
  bestUnderEach,
  type DrawnLaw,
  drawnLaws,
  type EachBest,
  regretObjective,
  scenariosOf,
} from './design/uncertain-law.ts';
export { heldOutFits, modelFits, parameterProfiles } from './fit/compare-fits.ts';
export { drawnFits } from './fit/drawn-fits.ts';
export { drawnValues, lawsOnGrid, type UncertainLaw, valuesAlong } from './fit/drawn-values.ts';
export { type ParameterScale, valueSlope } from './fit/fit-coordinates.ts';
export { FITTED_KERNELS } from './fit/fit-model.ts';
export { type LawParameters, parameterValues } from './fit/fitted-law.ts';
export { planFittedUnits } from './fit/fitted-units.ts';
export { type MeanComparison, meanOverTime } from './fit/mean-over-time.ts';
export { knotsAt, type MeanFunction, meanAt, USUAL_KNOTS, usualKnots } from './fit/smooth-mean.ts';
export { checkReadings, inOrder } from './fit/sparse-readings.ts';
export { USUAL_UNITS } from './fit/surface/seen.ts';
export { surfaceErrors } from './fit/surface/surface-errors.ts';
export type { GridPair } from './identify/completions/completion-programme.ts';
export { COMPLETION_PAIRS } from './identify/completions/identify-completions.ts';
export { INCOMPATIBLE_BELOW } from './identify/data/benchmark-fit.ts';
export { sampleProblems } from './identify/data/benchmark-moments.ts';
export { benchmarkRanges, benchmarkTest } from './identify/data/benchmark-resamples.ts';
export { rangeResamples } from './identify/data/range-resamples.ts';
export { NEAREST_LAW_POINTS, rangePoints } from './identify/identification.ts';
export { identification, identifyAll } from './identify/identify-all.ts';
export type { Benchmark } from './identify/invisible/benchmark.ts';
export { type BrokenRule, brokenRules, LAW_ROUNDING } from './identify/invisible/law-rules.ts';
export { knowledgeProblems } from './identify/worlds/nearest-law.ts';
export * from './index.ts';
export { KERNELS } from './model/correlations/index.ts';
export {
  type Bound,
  type Expectation,
  type ExpectedKind,
  type ExpectedMapping,
  type ExpectedNumber,
  expectationText,
  formsOf,
  numberAbove,
  numberFrom,
  oneOf,
  wholeFrom,
  withinWords,
} from './model/input/expectation.ts';
export { shown, type Told, told } from './model/input/invalid-input.ts';
export {
  type NumberParameter,
  numberProblems,
  type Parameter,
  type RuledNumber,
} from './model/input/parameter.ts';
export { type Reason, reasonText } from './model/input/reason.ts';
export { shortNumber, thousands } from './model/input/short-number.ts';
export type { KernelKind } from './model/lag/kernel-kind.ts';
export {
  exampleKernel,
  kernelExample,
  kernelForm,
  kernelKindOf,
  kernelLengths,
  kernelMatrix,
  kernelWithMemory,
  kernelWords,
  TRAIT,
} from './model/latent-kernel.ts';
export {
  emptyRangeProblems,
  exampleTarget,
  isLinear,
  type LocalTarget,
  type TargetName,
  targetExample,
  targetForm,
  targetFunction,
  targetKindOf,
  targetLevels,
  targetName,
} from './model/target.ts';
export { dataTargetProblems, targetMean } from './model/target-under.ts';
export { TARGETS } from './model/targets/index.ts';
export {
  CLOCK,
  CLOCK_OR_END,
  type Clocked,
  clockText,
  DAY,
  firstTime,
  isLongerThanDay,
  secondsOfDay,
} from './model/time/clock.ts';
export { MOST_POINTS, nearestPoint } from './model/time/time-grid.ts';
export { inUnit, sameUnit, secondsIn, smallerUnit, UNITS } from './model/time/time-units.ts';
export { type Student, student } from './model/transform/student.ts';
export { applyAction } from './model/value/action.ts';
export { measurementCovariance } from './model/value/measurement-covariance.ts';
export { canMiss, type Missing, MOST_PATTERNS, patternsOf } from './model/value/missed.ts';
export { conditionalLaw } from './model/value/predictor.ts';
export { asFamily, type Family, readCompletely } from './model/value/protocol-family.ts';
export {
  type FamilyOptions,
  familyValues,
  familyValuesOfTargets,
  LOWER_TAIL,
  type MissedValue,
  targetVariance,
} from './model/value/value.ts';
export {
  type DividedWork,
  openRounds,
  type Rounds,
  type RoundsOptions,
  type RoundsWork,
  type RunOptions,
  thisThread,
  unmade,
} from './numerics/divided-work.ts';
export {
  cos,
  exp,
  hypot,
  log,
  log2,
  log10,
  pow,
  powerOfTen,
  sin,
  square,
  tanh,
} from './numerics/elementary.ts';
export { defaultKernels } from './numerics/kernels/kernels.ts';
export { copyMatrix, zeros } from './numerics/matrix.ts';
export { meanAndDeviation, quantile } from './numerics/quantile.ts';
export { fillNormal, fillUniform, split } from './numerics/random/random-stream.ts';
export { USUAL_RESAMPLING } from './numerics/random/usual-resampling.ts';
export { type DrawnPeople, drawnPeople, shareExplained } from './predict/drawn-people.ts';
export { peopleAlike } from './predict/people-alike.ts';
export { predictingUnits } from './predict/predictions.ts';
export { NO_DEVIATION } from './retrospect/fit/baseline-projection.ts';
export { checkFolds } from './retrospect/fit/folds.ts';
export { type Contrast, heldOutRange, heldOutRanges } from './retrospect/fit/held-out-range.ts';
export { type R2Interval, r2Interval } from './retrospect/fit/r2-interval.ts';
export { PENALTIES } from './retrospect/fit/weighted-ridge.ts';
export { type LayoutFit, layoutFits } from './retrospect/layout-fits.ts';
export { contiguousTemplate } from './retrospect/layouts/contiguous.ts';
export { dispersedTemplate } from './retrospect/layouts/dispersed.ts';
export { LAYOUTS } from './retrospect/layouts/index.ts';
export {
  jaccard,
  type LayoutName,
  type LayoutOptions,
  layoutOfName,
  layoutTitle,
  supportDistance,
  supportsOf,
} from './retrospect/layouts.ts';
export { type ClockGrid, cellMeans, cellShares, fillCells } from './retrospect/records/clock-grid.ts';
export { gridDiagnostic, type RelativeWindow } from './retrospect/records/grid-diagnostic.ts';
export { noisyRecords } from './retrospect/records/readings.ts';
export { someRecords, unitWeights } from './retrospect/records/record-set.ts';
export {
  countEpochs,
  halfToEven,
  MOST_EPOCHS,
  onGrid,
  type SampleRun,
  type StateInterval,
  type StateMapping,
  sampleRuns,
  validEpochs,
} from './retrospect/records/state-grid.ts';
export { takenOf, type ValueTarget, valueEpochs } from './retrospect/records/value-epochs.ts';
export { type StabilityInput, selectionSweep, stability } from './retrospect/stability.ts';
export { foldScores } from './retrospect/support-score.ts';
export { relativeSize } from './trial/two-arm-size.ts';
