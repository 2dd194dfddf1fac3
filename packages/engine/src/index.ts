// The stable part of the engine: what this file exports keeps its meaning within a major version. Everything
// else is in internal.ts, for the packages beside this one.
export { type CalibrateOptions, type Calibration, calibrate } from './calibrate/calibrate.ts';
export { type LawFit, lawFit } from './calibrate/law-fit.ts';
export { type CurvePoint, type PlanUnitsOptions, planUnits, type UnitsPlan } from './calibrate/plan-units.ts';
export type { EstimatorInput } from './calibrate/resampling/estimator.ts';
export type { NestedClass } from './calibrate/resampling/resolution.ts';
export type { CalibratedValue } from './calibrate/resampling/told-apart.ts';
export type { DenseUnits } from './calibrate/sample/dense-units.ts';
export {
  type PlugInCovariance,
  type PlugInOptions,
  plugInCovariance,
} from './calibrate/sample/plug-in-covariance.ts';
export type { Sample } from './calibrate/sample/sample.ts';
export { simulatedUnits, type UnitLaw, unitLaw } from './calibrate/sample/simulated-units.ts';
export type { UnitsNeeded } from './calibrate/units-needed.ts';
export { type BestDesign, type Design, type DesignOptions, design } from './design/design.ts';
export type { DesignMethod } from './design/methods.ts';
export type { DesignProblem } from './design/selection/forward-selection.ts';
export { type FeasibleFamily, feasibleFamily, type Rules } from './design/selection/rules.ts';
export type { Objective, Scenario } from './design/selection/scenarios.ts';
export { type Candidate, type CompareOptions, compareFits, type FitComparison } from './fit/compare-fits.ts';
export {
  type DrawnValuesInput,
  type FittedOptions,
  type FittedTarget,
  type FittedValues,
  fittedValues,
} from './fit/drawn-values.ts';
export { fitLaw } from './fit/fit-law.ts';
export type { FitModel } from './fit/fit-model.ts';
export type { FitOptions, FittedLaw, FittedParameter } from './fit/fitted-law.ts';
export type { FitMethod } from './fit/likelihood.ts';
export type { MeanComparison } from './fit/mean-over-time.ts';
export type { SparseReadings } from './fit/sparse-readings.ts';
export { type FittedSurface, fitSurface, type SurfaceOptions } from './fit/surface/fit-surface.ts';
export { type CompletionInput, identifyCompletions } from './identify/completions/identify-completions.ts';
export type { BenchmarkFit } from './identify/data/benchmark-fit.ts';
export type { BenchmarkSample } from './identify/data/benchmark-moments.ts';
export {
  type BenchmarksFit,
  type DataIdentification,
  type DataIdentifyInput,
  type DataIdentifyOptions,
  identifyFromData,
} from './identify/data/from-data.ts';
export type {
  AugmentationAnswer,
  Identification,
  IdentifyInput,
  IdentifyOptions,
  ValueRange,
} from './identify/identification.ts';
export { identify } from './identify/identify.ts';
export type { CovarianceClass } from './identify/invisible/covariance-class.ts';
export type { Knowledge } from './identify/invisible/knowledge.ts';
export type { World } from './identify/worlds/compatible-world.ts';
export type { Repair } from './model/covariance-repair.ts';
export { InvalidInput, type Problem, problemText } from './model/input/invalid-input.ts';
export { NumericallyUndecided } from './model/input/numerically-undecided.ts';
export { type LatentCovariance, type LatentSpec, latentCovariance } from './model/latent-covariance.ts';
export type { KernelName, KernelSpec } from './model/latent-kernel.ts';
export {
  type DataScale,
  functionTarget,
  type Target,
  type TargetSpec,
  target,
  type UniformTarget,
} from './model/target.ts';
export { targetUnder } from './model/target-under.ts';
export { targetWeights, type WeightsSpec } from './model/target-weights.ts';
export { type TimeGrid, timeGrid } from './model/time/time-grid.ts';
export type { HermiteOptions } from './model/transform/hermite-series.ts';
export { type Action, type ActionSpec, action, type Measurement } from './model/value/action.ts';
export type { Model } from './model/value/model.ts';
export { type PredictingLaw, type Predictor, predictor } from './model/value/predictor.ts';
export { type FamilyValues, type ProtocolValue, protocolValues } from './model/value/value.ts';
export type { Workers, WorkOptions } from './numerics/divided-work.ts';
export type { Kernels } from './numerics/kernels/kernels.ts';
export { type Matrix, matrixFromRows } from './numerics/matrix.ts';
export { type RandomStream, randomStream } from './numerics/random/random-stream.ts';
export { type PredictionInput, predictions } from './predict/predictions.ts';
export type { Prediction } from './predict/target-given-readings.ts';
export { type CrossFit, crossFit } from './retrospect/fit/cross-fit.ts';
export { type FoldCounts, type Folds, randomFolds } from './retrospect/fit/folds.ts';
export type { RecordSet, RecordTarget } from './retrospect/records/record-set.ts';
export { type Trial, type TrialProtocol, trial } from './trial/trial.ts';
export { type Difference, type TrialRules, type TwoArmSize, twoArmSize } from './trial/two-arm-size.ts';
