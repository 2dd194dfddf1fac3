import type { RunResult } from '@sightline/study';
import { list } from '@sightline/study';
import { html, type Markup } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { targetWords } from '../words/study-words.ts';
import { type Answer, answers } from './answers.ts';
import { bestEvidence } from './best-evidence.ts';
import { FIGURE_STYLE } from './figure.ts';
import { knownEvidence } from './known-evidence.ts';
import { methodsText } from './methods-text.ts';
import { protocolsEvidence } from './protocols-evidence.ts';
import { recordsEvidence } from './records-evidence.ts';
import { aimWords } from './records-words.ts';
import { toldApartEvidence } from './told-apart-evidence.ts';

/** Where a report comes from, beside its result. */
export interface ReportFrom {
  version: string;
  /** What to type to make it again. */
  command: string;
}

/** A page for people who decide: the answer, then the evidence, then the methods. One file, no scripts, no network. */
export function reportPage(run: RunResult, { version, command }: ReportFrom): string {
  const title = run.title?.trim() || run.study;
  const all = answers(run);
  return page({
    title: `${title} · Sightline report`,
    style: `${FIGURE_STYLE}\n${REPORT_STYLE}`,
    body: html`<header>
<p class="muted">Sightline report</p>
<h1>${title}</h1>
${leadOf(run)}${recordsLead(run)}</header>
<main>
<h2>The answer</h2>
${all.filter(({ asked }) => asked).map(answerBlock)}
${run.undecided.length > 0 ? html`<p class="note">Not everything was decided: a solver did not reach its tolerance. The rest of this report stands.</p>` : null}
<h2>The evidence</h2>
${protocolsEvidence(run)}${knownEvidence(run)}${toldApartEvidence(run)}${bestEvidence(run)}${recordsEvidence(run)}
<h2>Methods</h2>
${methods(run, version)}${remarks('Warnings', run.warnings)}${remarks('Repairs of the input', run.repairs)}
<h3>To make this report again</h3>
<pre><code>${command}</code></pre>
<p class="muted">Sightline ${version}; study file <code>${run.study}</code>; SHA-256 of the input <code class="hash">${run.inputHash}</code>; seed ${run.seed}. The numbers are in <code>result.json</code> beside this page.</p>
${unasked(run)}</main>
`,
  });
}

function leadOf({ given, steps }: RunResult): Markup {
  if (!given.target || !given.time) return html``;
  const measured = steps.calibrate?.estimand === 'linear';
  const what = given.calibration?.target
    ? `the measured quantity ‘${given.calibration.target}’`
    : targetWords(given.target, measured && !steps.value);
  const { horizon, unit = '' } = given.time;
  return html`<p>What is wanted of each unit: ${what}, over ${horizon}${unit ? ` ${unit}` : ''}. A protocol’s worth, R², is the share of its variance between units that the best ${measured && !steps.value ? 'linear ' : ''}predictor explains from what the protocol measures.</p>
`;
}

function recordsLead({ steps: { retrospect } }: RunResult): Markup {
  if (!retrospect) return html``;
  const wanted = Object.entries(retrospect.targets)
    .filter(([, { cohort }]) => cohort.kind === 'all')
    .map(([name, target]) => aimWords(name, target));
  return html`<p>What is wanted of each record of a unit: ${list(wanted)}. R² says how well that is predicted from a few looks for units that were held out: 1 is perfect, 0 is no better than the mean of all records, below 0 is worse.</p>
`;
}

function answerBlock({ question, meaning, sentences }: Answer): Markup {
  return html`<section class="answer">
<h3>${question} <span class="muted">${meaning}</span></h3>
${sentences.length > 2 ? html`<ul>${sentences.map((one) => html`<li>${together(one)}</li>`)}</ul>` : html`<p>${together(sentences.join(' '))}</p>`}
</section>
`;
}

/** A number and its percent sign stay on one line. */
const together = (text: string) => text.replace(/(\d) %/g, '$1\u00a0%');

function methods({ given, steps, seed }: RunResult, version: string): Markup {
  const { paragraphs, references } = methodsText({ given, steps, version, seed });
  return html`${paragraphs.map((text) => html`<p>${text}</p>\n`)}
<h3>References</h3>
<ol class="references">${references.map((text) => html`<li>${text}</li>`)}</ol>
`;
}

function remarks(title: string, all: RunResult['warnings']): Markup {
  if (all.length === 0) return html``;
  return html`<h3>${title}</h3>
<ul>${all.map(({ what, steps }) => html`<li>${marked(what)} <span class="muted">(${steps.join(', ')})</span></li>`)}</ul>
`;
}

const QUESTIONS: Record<string, string> = {
  value: 'What is each protocol worth?',
  identify: 'Does the benchmark determine what other protocols would be worth?',
  calibrate: 'Which protocols do dense data tell apart?',
  plan: 'How many units would tell them apart?',
  design: 'Which protocol is best?',
  retrospect: 'What would partial observation have told about complete records?',
};

/** What this study leaves out, and what it would take to ask it. */
function unasked({ skipped }: RunResult): Markup {
  if (skipped.length === 0) return html``;
  return html`<h2>Not asked</h2>
<dl>${skipped.map(
    ({ step, why, needs }) => html`<dt>${QUESTIONS[step]}</dt>
<dd>Not asked, because ${why}. It needs ${marked(needs)}.</dd>
`,
  )}</dl>
`;
}

/** Names of fields and commands, between backquotes, as code. */
const marked = (text: string): Markup =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const REPORT_STYLE = `
header p{margin:.25rem 0}
.answer{border-left:4px solid var(--blue);padding:.1rem 0 .1rem 1rem;margin:1rem 0}
.answer h3{margin:.2rem 0}
.answer h3 span{font-weight:400}
.answer p,.answer ul{font-size:1.1rem;margin:.3rem 0;line-height:1.5}
.answer ul{padding-left:1.1rem}
.answer li{margin:.3rem 0}
.note{border-left:4px solid var(--red);padding-left:1rem}
pre{overflow-x:auto;background:var(--greyBand);padding:.6rem .8rem;max-width:68ch}
.hash{overflow-wrap:anywhere}
dt{font-weight:600;margin-top:.6rem}
dd{margin:0;max-width:68ch}
.scroll{margin:1rem 0}
td.long{min-width:14rem}
.scroll td.number,.scroll td.text{white-space:nowrap}
@media print{.answer p,.answer ul{font-size:11pt}pre{white-space:pre-wrap}h2{break-before:auto}.scroll table{font-size:8.5pt}}
`.trim();
