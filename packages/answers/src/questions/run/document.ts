import type { RunResult, StepName } from '@sightline/study';
import { gridOf, lawKind, list, moment, realisedNames } from '@sightline/study';
import type { AnswerDocument, Fact, Part } from '../../document/document.ts';
import { documentInOwnWords } from '../../document/document-in-own-words.ts';
import { documentOf, isCaution, isLeftOut, isOfTheVerdict } from '../../document/parts.ts';
import { byName } from '../../words/by-name.ts';
import { quoted } from '../../words/quantities.ts';
import { targetWords } from '../../words/study-words.ts';
import { calibrateDocument } from '../calibrate.ts';
import { designDocument } from '../design/document.ts';
import { fitDocument } from '../fit.ts';
import { formulasSection, formulaText } from '../formulas.ts';
import { identifyDocument } from '../identify/document.ts';
import { planDocument } from '../plan.ts';
import { aimWords, retrospectDocument } from '../retrospect/document.ts';
import { trialDocument } from '../trial.ts';
import { valueDocument } from '../value.ts';
import { methodsText } from './methods.ts';
import { protocolsSection } from './protocols.ts';
import { recommendationOf } from './recommendation.ts';

/** All that a study allows, as one document: known, told apart, best, and what records would have told. */
export function runDocument(run: RunResult, version: string): AnswerDocument {
  const documents = stepDocuments(run);
  const all = Object.values(documents);
  const { paragraphs, references } = methodsText({ ...run, version });
  const parts = partsOf(run, documents);
  const { value: _, ...evidence } = documents;
  // What was left out is a caution of every question that reads the data; once is enough.
  const document = documentOf(
    { ...run, repairs: [], warnings: [] },
    {
      lead: [...gridLead(run), ...recordsLead(run)],
      recommendation: recommendationOf(run),
      verdict: parts.flatMap(({ sentences }) => sentences),
      parts,
      cautions: [
        ...all.flatMap(({ cautions }) => cautions),
        ...(run.undecided.length > 0 ? [UNDECIDED] : []),
      ].filter(({ text }, i, own) => own.findIndex((other) => other.text === text) === i),
      // What each protocol is worth stands beside what it does.
      sections: [
        ...protocolsSection(run),
        ...formulasSection(formulasOf(run)),
        ...Object.values(evidence).flatMap(({ sections }) => sections),
      ],
      basis: all
        .flatMap(({ question, basis }) => basis.map((fact) => ({ question, fact })))
        .reduce<Fact[]>((own, { question, fact }) => joined(own, fact, question), []),
      warnings: run.warnings
        // What the verdict or a caution says is not said again.
        .filter((warning) => !isOfTheVerdict(warning) && !isCaution(warning))
        .map(({ what, steps }) => `${what} (${steps.join(', ')})`),
      repairs: run.repairs
        .filter((repair) => !isLeftOut(repair))
        .map(({ what, steps }) => `${what} (${steps.join(', ')})`),
      methods: paragraphs,
      references,
      next: run.skipped.map(({ step, why, needs }) => ({ label: step, text: `${why}; needs ${needs}` })),
    },
  );
  return documentInOwnWords(document, run);
}

const formulasOf = ({ predictors }: RunResult) =>
  Object.entries(predictors).map(([name, own]) => ({ name, text: formulaText(own) }));

const UNDECIDED: Fact = {
  label: 'undecided',
  text: 'Not everything was decided: a solver did not reach its tolerance. The other results are not affected.',
};

/** What several questions rest on is said once; where they differ, whose it is. */
function joined(own: readonly Fact[], fact: Fact, question: string): Fact[] {
  const same = own.filter(({ label }) => label.split(' (')[0] === fact.label);
  if (same.some(({ text }) => text === fact.text)) return [...own];
  return [...own, same.length === 0 ? fact : { ...fact, label: `${fact.label} (${question})` }];
}

type StepDocuments = Partial<Record<StepName, AnswerDocument>>;

function stepDocuments({ steps, protocols, worlds, choice }: RunResult): StepDocuments {
  const { fit, value, identify, calibrate, plan, trial, design, retrospect } = steps;
  return {
    ...(fit && { fit: documentInOwnWords(fitDocument(fit), fit) }),
    ...(value && { value: valueDocument(value) }),
    ...(identify && {
      identify: identifyDocument(identify, {
        realised: value && realisedNames(identify).map((name) => value.protocols[name]!),
        worlds,
        reads: realisedNames(identify).flatMap((name) => byName(protocols, name) ?? []),
      }),
    }),
    ...(calibrate && {
      calibrate: documentInOwnWords(calibrateDocument(calibrate, value, protocols), calibrate),
    }),
    ...(plan && { plan: documentInOwnWords(planDocument(plan, { one: true }), plan) }),
    ...(trial && { trial: trialDocument(trial) }),
    ...(design && { design: designDocument({ ...design, ...choice }, value, { numbered: false }) }),
    ...(retrospect && { retrospect: retrospectDocument(retrospect) }),
  };
}

/** The questions in their order; what a solver left open is said with them. */
const QUESTIONS: readonly { question: string; meaning: string; by: readonly StepName[] }[] = [
  {
    question: 'Which law?',
    meaning: 'What do sparse readings tell of how the quantity moves in time?',
    by: ['fit'],
  },
  {
    question: 'Known?',
    meaning: 'What would each protocol be worth, and does the benchmark identify it?',
    by: ['value', 'identify'],
  },
  {
    question: 'Told apart?',
    meaning: 'Do the units at hand show which protocol is better?',
    by: ['calibrate', 'plan'],
  },
  {
    question: 'For a trial?',
    meaning: 'How many units does a two-arm trial need that measures the target by a protocol?',
    by: ['trial'],
  },
  { question: 'Best?', meaning: 'Which readings should be taken?', by: ['design'] },
  {
    question: 'What would it have told?',
    meaning: 'How well would partial observation have predicted records that were observed throughout?',
    by: ['retrospect'],
  },
];

function partsOf(run: RunResult, documents: StepDocuments): Part[] {
  return QUESTIONS.flatMap(({ question, meaning, by }) => {
    const sentences = [
      // Where the benchmark is asked about, its verdicts have the values as well.
      ...by
        .filter((step) => !(step === 'value' && documents.identify))
        .flatMap((step) => documents[step]?.verdict ?? []),
      ...run.undecided
        .filter(({ step }) => by.includes(step))
        .map(({ step, why }) => `Numerically undecided (${step}): ${why}.`),
      ...(by.includes('identify') ? unidentified(run) : []),
    ];
    return sentences.length > 0 ? [{ question, meaning, sentences }] : [];
  });
}

function unidentified({ skipped, steps }: RunResult): string[] {
  const own = skipped.find(({ step }) => step === 'identify');
  return own && steps.value ? [`Whether a benchmark identifies these values was not asked: ${own.why}.`] : [];
}

function gridLead({ given }: RunResult): string[] {
  if (!given.target || !given.time) return [];
  const { from, estimand, unit: scale } = lawKind({ intended: given, parts: given });
  const linear = estimand === 'linear';
  const { split, columns } = given.calibration ?? {};
  const several = from === 'calibration' && (split !== undefined || columns?.trajectory !== undefined);
  const what = given.calibration?.target
    ? `the measured quantity ${quoted(given.calibration.target)}`
    : targetWords(given.target, scale === 'data', given.words);
  const grid = gridOf(given.time);
  const { horizon, unit, start } = grid;
  const clock = start === undefined ? '' : ` (${moment(0, grid)} to ${moment(horizon, grid)})`;
  return [
    `Target: ${what}, over ${`${horizon} ${unit}`.trim()}${clock}, of each ${several ? 'trajectory of a unit' : 'unit'}. The value of a protocol, R², is the share of its ` +
      `variance between ${several ? 'trajectories' : 'units'} that the best ${linear ? 'linear ' : ''}predictor explains from what the protocol measures.`,
  ];
}

function recordsLead({ steps: { retrospect } }: RunResult): string[] {
  if (!retrospect) return [];
  const wanted = Object.entries(retrospect.targets)
    .filter(([, { cohort }]) => cohort.kind === 'all')
    .map(([name, target]) => aimWords(name, target, retrospect.words));
  return [
    `Target of each record of a unit: ${list(wanted)}. R² says how well it is predicted from a few readings for held-out ` +
      'units: 1 is perfect, 0 is no better than the mean of all records, below 0 is worse.',
  ];
}
