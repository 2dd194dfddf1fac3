// calibrate/
export {
  type CalibrateOptions,
  type Calibration,
  type CalibrationTheory,
  calibrate,
  calibrationDraws,
  withCanonicalSample,
} from './calibrate/calibrate.ts';
export { classOutcomes } from './calibrate/class-outcomes.ts';
export type { GaussianFit } from './calibrate/gaussian-fit.ts';
export type { HeldOutFit, HeldOutValue } from './calibrate/held-out-fit.ts';
export { type LawFit, lawFit } from './calibrate/law-fit.ts';
export { nestedClasses, pointActions, subsets } from './calibrate/nested-classes.ts';
export { type CurvePoint, planUnits, type UnitsPlan } from './calibrate/plan-units.ts';
export { comparisons, uniformError } from './calibrate/resampling/comparison.ts';
export { type EstimatorInput, estimator } from './calibrate/resampling/estimator.ts';
export { valueInterval } from './calibrate/resampling/interval.ts';
export { type FlooredMoments, linearLaw } from './calibrate/resampling/linear-law.ts';
export { type ResamplingInput, resampling } from './calibrate/resampling/resampling.ts';
export {
  type ClassResolution,
  type NestedClass,
  type Resolution,
  resolution,
} from './calibrate/resampling/resolution.ts';
export type { CalibratedValue, ToldApart } from './calibrate/resampling/told-apart.ts';
export { computedTargets } from './calibrate/sample/computed-targets.ts';
export type { DenseUnits } from './calibrate/sample/dense-units.ts';
export {
  type Moments,
  type MomentsInProgress,
  mergeMoments,
  momentsOf,
  noMoments,
} from './calibrate/sample/moments.ts';
export { pairCounts } from './calibrate/sample/pairwise-moments.ts';
export {
  type PlugInCovariance,
  plugInCovariance,
  plugInFromCentred,
} from './calibrate/sample/plug-in-covariance.ts';
export { noiseDiagonal, noiseInValues } from './calibrate/sample/replicate-noise.ts';
export { eachOnce, type Sample, trajectoriesOf, unitsOf } from './calibrate/sample/sample.ts';
export { simulatedScatter } from './calibrate/sample/simulated-scatter.ts';
export { simulatedUnits, unitLaw } from './calibrate/sample/simulated-units.ts';
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
export {
  fitPowerLaw,
  MOST_REALISTIC,
  type UnitsNeeded,
  USUAL_POWER,
  unitsNeeded,
} from './calibrate/units-needed.ts';
// design/
export { bestAlongTime } from './design/bounds/along-time.ts';
export { type BranchOptions, branchAndBound, MOST_BOUNDED } from './design/bounds/branch-and-bound.ts';
export { exhaustive } from './design/bounds/exhaustive.ts';
export { timeOrder } from './design/bounds/time-order.ts';
export { COMPARATORS } from './design/comparators/index.ts';
export { quadratureChoice } from './design/comparators/kernel-quadrature.ts';
export {
  type BestDesign,
  type ComparatorName,
  type Design,
  type DesignOptions,
  design,
  type RandomComparator,
} from './design/design.ts';
export { frontier } from './design/frontier.ts';
export { type DesignMethod, METHODS } from './design/methods.ts';
export { designSearch } from './design/search-work.ts';
export { SEARCHES } from './design/searches/index.ts';
export {
  type DesignProblem,
  forwardSelection,
  type Path,
  searcher,
} from './design/selection/forward-selection.ts';
export { oneSwap } from './design/selection/one-swap.ts';
export type { PatternRule } from './design/selection/patterned-sets.ts';
export {
  admissible,
  type FeasibleFamily,
  feasibleFamily,
  inClosed,
  type Rules,
  type Stretch,
} from './design/selection/rules.ts';
export { combined, type Objective, type Scenario, setEvaluator } from './design/selection/scenarios.ts';
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
// fit/
export {
  type Candidate,
  type CompareOptions,
  compareFits,
  type FitComparison,
  heldOutFits,
  modelFits,
  parameterProfiles,
} from './fit/compare-fits.ts';
export { drawnFits, type FittedParameters } from './fit/drawn-fits.ts';
export {
  type DrawnValuesInput,
  drawnValues,
  type FittedOptions,
  type FittedTarget,
  type FittedValues,
  fittedValues,
  type LawOnGrid,
  lawsOnGrid,
  type UncertainLaw,
  valuesAlong,
} from './fit/drawn-values.ts';
export { fromScale, type ParameterScale, toScale } from './fit/fit-coordinates.ts';
export { fitLaw } from './fit/fit-law.ts';
export { FITTED_KERNELS, type FitModel } from './fit/fit-model.ts';
export {
  type FitOptions,
  type FittedLaw,
  type FittedParameter,
  type LawParameters,
  parameterValues,
} from './fit/fitted-law.ts';
export { planFittedUnits } from './fit/fitted-units.ts';
export type { FitMethod } from './fit/likelihood.ts';
export {
  knotsAt,
  type MeanFunction,
  meanAt,
  USUAL_KNOTS,
  usualKnots,
} from './fit/smooth-mean.ts';
export {
  checkReadings,
  inOrder,
  LEAST_UNITS,
  type SparseReadings,
} from './fit/sparse-readings.ts';
export {
  type FittedSurface,
  fitSurface,
  NARROWEST,
  type SurfaceOptions,
} from './fit/surface/fit-surface.ts';
export { USUAL_UNITS } from './fit/surface/seen.ts';
export { surfaceErrors } from './fit/surface/surface-errors.ts';
export type { GridPair } from './identify/completions/completion-programme.ts';
export {
  COMPLETION_PAIRS,
  type CompletionInput,
  identifyCompletions,
} from './identify/completions/identify-completions.ts';
export { type BenchmarkFit, INCOMPATIBLE_BELOW } from './identify/data/benchmark-fit.ts';
export { type BenchmarkSample, sampleProblems } from './identify/data/benchmark-moments.ts';
export { benchmarkRanges, benchmarkTest } from './identify/data/benchmark-resamples.ts';
export {
  type BenchmarksFit,
  type DataIdentification,
  identifyFromData,
} from './identify/data/from-data.ts';
export { rangeResamples } from './identify/data/range-resamples.ts';
export {
  type AugmentationAnswer,
  type Identification,
  type IdentifyInput,
  type IdentifyOptions,
  NEAREST_LAW_POINTS,
  rangePoints,
  type ValueRange,
} from './identify/identification.ts';
export { identify } from './identify/identify.ts';
export { identification, identifyAll } from './identify/identify-all.ts';
// identify/
export type { Benchmark } from './identify/invisible/benchmark.ts';
export type { CovarianceClass } from './identify/invisible/covariance-class.ts';
export type { Knowledge } from './identify/invisible/knowledge.ts';
export { type BrokenRule, brokenRules, LAW_ROUNDING } from './identify/invisible/law-rules.ts';
export type { World } from './identify/worlds/compatible-world.ts';
export { knowledgeProblems } from './identify/worlds/nearest-law.ts';
export { KERNELS } from './model/correlations/index.ts';
export type { Repair } from './model/covariance-repair.ts';
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
export {
  InvalidInput,
  type Problem,
  problemText,
  shown,
  type Told,
  told,
} from './model/input/invalid-input.ts';
export { NumericallyUndecided } from './model/input/numerically-undecided.ts';
export {
  type NumberParameter,
  numberProblems,
  type Parameter,
  type RuledNumber,
} from './model/input/parameter.ts';
export { type Reason, reasonText } from './model/input/reason.ts';
export { shortNumber, thousands } from './model/input/short-number.ts';
export type { KernelKind } from './model/lag/kernel-kind.ts';
export { type LatentCovariance, type LatentSpec, latentCovariance } from './model/latent-covariance.ts';
export {
  exampleKernel,
  type KernelName,
  type KernelSpec,
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
  type DataScale,
  emptyRangeProblems,
  exampleTarget,
  functionTarget,
  isLinear,
  type LocalTarget,
  type Target,
  type TargetName,
  type TargetSpec,
  target,
  targetExample,
  targetForm,
  targetFunction,
  targetKindOf,
  targetLevels,
  targetName,
  type UniformTarget,
} from './model/target.ts';
export { dataTargetProblems, targetMean, targetUnder } from './model/target-under.ts';
export { targetWeights, type WeightsSpec } from './model/target-weights.ts';
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
export { MOST_POINTS, nearestPoint, type TimeGrid, timeGrid } from './model/time/time-grid.ts';
export { inUnit, sameUnit, secondsIn, smallerUnit, UNITS } from './model/time/time-units.ts';
export type { Modulus } from './model/transform/covariance-transform.ts';
export { type Student, student } from './model/transform/student.ts';
// model/
export { type Action, type ActionSpec, action, applyAction, type Measurement } from './model/value/action.ts';
export { measurementCovariance } from './model/value/measurement-covariance.ts';
export { canMiss, type Missing, MOST_PATTERNS, patternsOf } from './model/value/missed.ts';
export type { Model } from './model/value/model.ts';
export {
  type ConditionalLaw,
  conditionalLaw,
  type PredictingLaw,
  type Predictor,
  predictor,
  targetOfTrajectory,
} from './model/value/predictor.ts';
export { asFamily, type Family, readCompletely } from './model/value/protocol-family.ts';
export { type RecoveredCovariance, recoveredCovariance } from './model/value/recovered-covariance.ts';
export {
  type FamilyOptions,
  type FamilyValues,
  familyValues,
  familyValuesOfTargets,
  LOWER_TAIL,
  type MissedValue,
  type ProtocolValue,
  protocolValues,
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
  type Workers,
  type WorkOptions,
} from './numerics/divided-work.ts';
// numerics/
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
export { defaultKernels, type Kernels, wasmKernels } from './numerics/kernels/kernels.ts';
export { copyMatrix, type Matrix, matrixFromRows, zeros } from './numerics/matrix.ts';
export { meanAndDeviation, quantile } from './numerics/quantile.ts';
export {
  fillNormal,
  fillUniform,
  type RandomStream,
  randomStream,
  split,
} from './numerics/random/random-stream.ts';
export { USUAL_RESAMPLING } from './numerics/random/usual-resampling.ts';
// retrospect/
export { type DrawnPeople, drawnPeople, shareExplained } from './predict/drawn-people.ts';
export { type PredictionInput, predictingUnits, predictions } from './predict/predictions.ts';
export type { Prediction } from './predict/target-given-readings.ts';
export { crossFit } from './retrospect/fit/cross-fit.ts';
export { checkFolds, type Folds, randomFolds } from './retrospect/fit/folds.ts';
export { type Contrast, heldOutRange, heldOutRanges } from './retrospect/fit/held-out-range.ts';
export { type R2Interval, r2Interval } from './retrospect/fit/r2-interval.ts';
export { PENALTIES } from './retrospect/fit/weighted-ridge.ts';
export { type LayoutFit, layoutFits, type NamedReadings } from './retrospect/layout-fits.ts';
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
export {
  type RecordSet,
  type RecordTarget,
  someRecords,
  unitWeights,
} from './retrospect/records/record-set.ts';
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
// trial/
export { type Trial, type TrialProtocol, trial } from './trial/trial.ts';
export {
  type Difference,
  relativeSize,
  type TrialRules,
  type TwoArmSize,
  twoArmSize,
} from './trial/two-arm-size.ts';
