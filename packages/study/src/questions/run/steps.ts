import type { ParsedStudy } from '../../file/parse-study.ts';
import { valueAt } from '../../file/shape-problems.ts';
import { estimandOf } from '../../law/calibration-agreement.ts';
import { protocolNames } from '../../plan/field-agreement.ts';

/** What can be asked of a study, in the order in which `sightline run` asks it. */
export const STEPS = ['value', 'identify', 'calibrate', 'plan', 'design', 'retrospect'] as const;
export type StepName = (typeof STEPS)[number];

/** A question that the study leaves out, and what it would take to ask it. */
export interface SkippedStep {
  step: StepName;
  why: string;
  needs: string;
}

type Lack = Omit<SkippedStep, 'step'>;

/** Which steps a study allows. Looks at what stands in the file, whatever its shape: its problems come with the plans. */
export function stepsOf(parsed: ParsedStudy, gap?: number): { runs: StepName[]; skipped: SkippedStep[] } {
  const runs: StepName[] = [];
  const skipped: SkippedStep[] = [];
  for (const step of STEPS) {
    const lack = LACKS[step](parsed, gap);
    if (lack) skipped.push({ step, ...lack });
    else runs.push(step);
  }
  return { runs, skipped };
}

const has = ({ intended }: ParsedStudy, field: string) => valueAt(intended, [field]) !== undefined;
const protocols = ({ intended }: ParsedStudy) => protocolNames(intended).length;

const LACKS: Record<StepName, (parsed: ParsedStudy, gap: number | undefined) => Lack | undefined> = {
  value: (parsed) => (protocols(parsed) === 0 ? NO_PROTOCOL : lawless(parsed)),
  identify: (parsed) => {
    if (!has(parsed, 'realised')) return NO_BENCHMARK;
    if (protocols(parsed) < 2) return NO_ALTERNATIVE;
    return has(parsed, 'benchmark') ? undefined : lawless(parsed);
  },
  calibrate: (parsed) => {
    if (!has(parsed, 'calibration')) return NO_DENSE_DATA;
    return protocols(parsed) === 0 && !has(parsed, 'classes') ? NO_PROTOCOL : undefined;
  },
  plan: (parsed, gap) => {
    if (!has(parsed, 'calibration')) return NO_DENSE_DATA;
    if (protocols(parsed) === 0 && !has(parsed, 'classes')) return NO_PROTOCOL;
    return protocols(parsed) < 2 && gap === undefined ? NO_PAIR : undefined;
  },
  design: (parsed) => {
    if (!has(parsed, 'catalogue') || !has(parsed, 'choose')) return NO_CHOICE;
    return lawless(parsed);
  },
  retrospect: (parsed) => (has(parsed, 'records') ? undefined : NO_RECORDS),
};

/** Whether there is nothing that says how the latent quantity behaves. */
function lawless(parsed: ParsedStudy): Lack | undefined {
  if (has(parsed, 'latent')) return undefined;
  if (!has(parsed, 'calibration')) return NO_LAW;
  const { calibration } = parsed.parts;
  return calibration && estimandOf(calibration) === 'linear' ? LINEAR_ONLY : undefined;
}

const NO_PROTOCOL: Lack = {
  why: 'the study names no protocol',
  needs: '`protocols`, at least one with its actions',
};
const NO_LAW: Lack = {
  why: 'nothing says how the latent quantity behaves over time',
  needs: '`latent` with a kernel or a covariance, or `calibration` with dense data of some units',
};
const LINEAR_ONLY: Lack = {
  why: 'the dense data are used for the best-linear value, which estimates no law of the latent quantity',
  needs: '`latent`, or `calibration` with `estimand: gaussian`',
};
const NO_BENCHMARK: Lack = {
  why: 'no protocol is said to be the one behind the benchmark',
  needs: '`realised`, the name of the protocol that was run',
};
const NO_ALTERNATIVE: Lack = {
  why: 'there is no protocol beside the realised one',
  needs: 'another protocol under `protocols`',
};
const NO_DENSE_DATA: Lack = {
  why: 'there are no dense data of some units',
  needs: '`calibration` with a file of densely observed units and the variance of their noise',
};
const NO_PAIR: Lack = {
  why: 'fewer than two protocols have no difference that could be resolved',
  needs: 'two protocols, or --gap with the difference in value that matters',
};
const NO_CHOICE: Lack = {
  why: 'the study does not say what a better protocol could be made of',
  needs: '`catalogue` with the possible actions, and `choose` with how many or at what cost',
};
const NO_RECORDS: Lack = {
  why: 'there are no records that were annotated throughout',
  needs: '`records`, with a table of states or values, or the name of a public database',
};
