import type {
  CalibrateResult,
  DesignResult,
  IdentifyResult,
  Study,
  UnitsPlanResult,
  ValueResult,
} from '@sightline/study';

/** What was computed; whatever was not asked is missing. */
export interface Computed {
  value?: ValueResult | null;
  identify?: IdentifyResult;
  calibrate?: CalibrateResult;
  plan?: UnitsPlanResult;
  design?: DesignResult;
}

export interface Methods {
  paragraph: string;
  references: string[];
}

const REFERENCE = {
  paper: 'Zhang X. Counterfactual Evaluation of Temporal Observation Protocols.',
  matern: 'Rasmussen CE, Williams CKI. Gaussian Processes for Machine Learning. MIT Press, 2006.',
  bootstrap: 'Efron B, Tibshirani RJ. An Introduction to the Bootstrap. Chapman & Hall, 1993.',
  semidefinite: 'Vandenberghe L, Boyd S. Semidefinite programming. SIAM Review 38 (1996) 49–95.',
  branch:
    'Land AH, Doig AG. An automatic method of solving discrete programming problems. Econometrica 28 (1960) 497–520.',
} as const;

/** A paragraph for the methods section of a paper: what was done, with its settings and references. */
export function methodsText(study: Study, computed: Computed, version: string): Methods {
  const used = new Set<string>([REFERENCE.paper]);
  const cite = (which: keyof typeof REFERENCE) => {
    used.add(REFERENCE[which]);
    return `[${[...used].indexOf(REFERENCE[which]) + 1}]`;
  };
  const sentences = [
    settingSentence(study, cite),
    valueSentence(computed.value, cite),
    identifySentence(computed.identify, cite),
    calibrateSentence(computed.calibrate, cite),
    planSentence(computed.plan),
    designSentence(computed.design, cite),
    `Computations used Sightline ${version} with seed ${seedOf(computed)}.`,
  ];
  return { paragraph: sentences.filter((one) => one !== '').join(' '), references: [...used] };
}

type Cite = (which: keyof typeof REFERENCE) => string;

function settingSentence(
  { time, target, weights, latent, calibration, protocols }: Study,
  cite: Cite,
): string {
  const unit = time.unit ? ` ${time.unit}` : '';
  const count = Object.keys(protocols ?? {}).length;
  const law = latent?.kernel
    ? `a Gaussian trajectory with ${kernelWords(latent.kernel, unit, cite)}${latent.trait ? ` and a trait share of ${latent.trait}` : ''}`
    : latent?.covariance
      ? 'a Gaussian trajectory with a covariance matrix of our own'
      : calibration
        ? 'a Gaussian trajectory whose covariance was estimated from dense data'
        : 'a trajectory known through its benchmark only';
  return (
    `Observation protocols were compared ${cite('paper')} on a horizon of ${time.horizon}${unit}, represented by ` +
    `${time.points} equally spaced grid points, under ${law}. The target was ${targetWords(target)}` +
    `${weightWords(weights, unit)}${count > 0 ? `; ${count} protocol${count === 1 ? ' was' : 's were'} considered` : ''}.`
  );
}

function kernelWords(
  kernel: NonNullable<NonNullable<Study['latent']>['kernel']>,
  unit: string,
  cite: Cite,
): string {
  if ('ou' in kernel) return `an Ornstein–Uhlenbeck correlation of memory ${kernel.ou.tau}${unit}`;
  if ('matern32' in kernel)
    return `a Matérn-3/2 correlation ${cite('matern')} of memory ${kernel.matern32.tau}${unit}`;
  if ('matern52' in kernel)
    return `a Matérn-5/2 correlation ${cite('matern')} of memory ${kernel.matern52.tau}${unit}`;
  if ('squaredExponential' in kernel)
    return `a squared exponential correlation ${cite('matern')} of memory ${kernel.squaredExponential.tau}${unit}`;
  if ('dampedCosine' in kernel)
    return `a damped cosine correlation (decay ${kernel.dampedCosine.decay}${unit}, period ${kernel.dampedCosine.period}${unit})`;
  if ('varyingOu' in kernel)
    return `an Ornstein–Uhlenbeck correlation whose memory runs from ${kernel.varyingOu.from} to ${kernel.varyingOu.to}${unit}`;
  return 'toeplitz' in kernel
    ? 'correlations given by lag'
    : `a mixture of ${kernel.mixture.length} correlations`;
}

function targetWords(target: Study['target']): string {
  if (target === 'mean') return 'the mean of the trajectory';
  if ('above' in target) return `the share of time above ${target.above} standard deviations`;
  if ('outside' in target) return `the share of time beyond ±${target.outside} standard deviations`;
  if ('logistic' in target) return `the mean of a logistic function of slope ${target.logistic}`;
  if ('square' in target) return 'the mean square of the trajectory';
  return `the mean of a Hermite series of ${target.hermite.length} terms`;
}

function weightWords(weights: Study['weights'], unit: string): string {
  if (weights === undefined || weights === 'uniform') return ', all times counting alike';
  return 'recency' in weights
    ? `, recent times counting more (recency ${weights.recency}${unit})`
    : ', with weights as given';
}

function valueSentence(result: ValueResult | null | undefined, cite: Cite): string {
  if (!result) return '';
  const best = Object.entries(result.protocols).reduce((a, b) => (b[1].value > a[1].value ? b : a));
  return (
    `A protocol’s value is the share of the target’s variance that the best predictor from its readings explains ` +
    `${cite('paper')}; the largest was ${best[1].value.toFixed(3)} (${best[0]}, cost ${best[1].cost}).`
  );
}

function identifySentence(result: IdentifyResult | undefined, cite: Cite): string {
  if (!result) return '';
  const all = Object.entries(result.alternatives);
  const known = all.filter(([, { verdict }]) => verdict === 'identified').length;
  return (
    `Whether the benchmark of ${result.realised} determines the value of the ${all.length} other protocol` +
    `${all.length === 1 ? '' : 's'} was decided over ${result.assume === 'any' ? 'all' : 'all stationary'} correlation ` +
    `matrices, ranges of compatible values by semidefinite programming ${cite('semidefinite')}; it does so for ${known}.`
  );
}

function calibrateSentence(result: CalibrateResult | undefined, cite: Cite): string {
  if (!result) return '';
  return (
    `Values were estimated from ${result.units} densely observed units with ${result.draws} bootstrap draws ` +
    `${cite('bootstrap')} and simultaneous intervals at level ${result.level}; the uniform error was ` +
    `${result.epsilon.toFixed(3)}, and ${result.bestSet.join(', ')} could not be told from the best.`
  );
}

function planSentence(result: UnitsPlanResult | undefined): string {
  if (!result) return '';
  return result.unitsNeeded === null
    ? `No number of units could be given that resolves a difference of ${result.gap.toFixed(3)}.`
    : `To resolve a difference of ${result.gap.toFixed(3)}, about ${result.unitsNeeded} units would be needed.`;
}

function designSentence(result: DesignResult | undefined, cite: Cite): string {
  if (!result) return '';
  const { best, catalogue } = result;
  const how = best.method === 'branch and bound' ? `branch and bound ${cite('branch')}` : best.method;
  return (
    `Of a catalogue of ${catalogue} actions, ${best.actions.length} were chosen by ${how}, worth ${best.value.toFixed(3)} ` +
    `for a cost of ${Number(best.cost.toPrecision(6))}` +
    `${best.certified ? ', which no other choice within the rules exceeds' : `; none could exceed it by more than ${best.gap.toFixed(4)}`}.`
  );
}

function seedOf({ value, identify, calibrate, plan, design }: Computed): number {
  return (value ?? identify ?? calibrate ?? plan ?? design)?.seed ?? 0;
}
