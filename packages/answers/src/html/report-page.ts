import type { RunResult } from '@sightline/study';
import type { Part } from '../document/document.ts';
import { html, type Markup } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { runDocument } from '../questions/run/document.ts';
import { DOCUMENT_STYLE, factsMarkup, marked, sectionsMarkup, sentencesMarkup } from './document-html.ts';

/** Where a report comes from, beside its result. */
interface ReportFrom {
  version: string;
  /** What to type to make it again. */
  command: string;
  /** Whether it was made without the file of its numbers beside it. */
  isAlone?: boolean;
}

/** A page for people who decide: the answer, then the evidence, then the methods. One file, no scripts, no network. */
export function reportPage(run: RunResult, { version, command, isAlone = false }: ReportFrom): string {
  const document = runDocument(run, version);
  const title = document.title ?? document.study;
  const {
    lead,
    recommendation = [],
    parts = [],
    cautions,
    basis,
    methods,
    references,
    warnings,
    repairs,
    next,
  } = document;
  return page({
    title: `${title} · Sightline report`,
    style: `${DOCUMENT_STYLE}\n${REPORT_STYLE}`,
    body: html`<header>
<p class="muted">Sightline report</p>
<h1>${title}</h1>
${recommendation.length > 0 && html`<p class="recommendation"><strong>${marked(recommendation[0]!)}</strong> ${marked(recommendation.slice(1).join(' '))}</p>\n`}${lead.map((sentence) => html`<p>${marked(sentence)}</p>\n`)}</header>
<main>
<h2>The answer</h2>
${parts.map(partMarkup)}
${cautions.map(({ text }) => html`<p class="note">${marked(text)}</p>\n`)}
<h2>The evidence</h2>
${sectionsMarkup(document)}
<h2>Methods</h2>
${methods.map((text) => html`<p>${text}</p>\n`)}
<h3>References</h3>
<ol class="references">${references.map((text) => html`<li>${text}</li>`)}</ol>
<h3>What this rests on</h3>
${factsMarkup(basis)}${remarks('Warnings', warnings)}${remarks('Repairs of the input', repairs)}
<h3>To make this report again</h3>
<pre><code>${command}</code></pre>
<p class="muted">Sightline ${version}; study file <code>${run.study}</code>; SHA-256 of the input <code class="hash">${run.inputHash}</code>; seed ${run.seed}.${isAlone ? null : html` The numbers are in <code>result.json</code> beside this page.`}</p>
${next.length === 0 ? null : html`<h2>Not asked</h2>\n${factsMarkup(next)}`}</main>
`,
  });
}

const partMarkup = ({ question, meaning, sentences }: Part): Markup => html`<section class="answer">
<h3>${question} <span class="muted">${meaning}</span></h3>
${sentencesMarkup(sentences)}</section>
`;

const remarks = (title: string, all: readonly string[]): Markup =>
  all.length === 0
    ? html``
    : html`<h3>${title}</h3>
<ul>${all.map((what) => html`<li>${marked(what)}</li>`)}</ul>
`;

const REPORT_STYLE = `
header p{margin:.25rem 0}
header .recommendation{font-size:1.1rem;line-height:1.5;margin:1rem 0 1.25rem;padding:.9rem 1.1rem;max-width:none;background:var(--blueBand);border-left:6px solid var(--blue)}
.recommendation strong{display:block;font-size:1.4rem;line-height:1.35;max-width:60ch}
.answer{border-left:4px solid var(--blue);padding:.1rem 0 .1rem 1rem;margin:1rem 0}
.answer h3{margin:.2rem 0}
.answer h3 span{font-weight:400}
.answer p,.answer ul{font-size:1.1rem;margin:.3rem 0;line-height:1.5}
.answer ul{padding-left:1.1rem}
.answer li{margin:.3rem 0}
.note{border-left:4px solid var(--red);padding-left:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--greyBand);padding:.6rem .8rem;max-width:68ch}
.hash{overflow-wrap:anywhere}
@media print{header .recommendation{font-size:10pt;break-inside:avoid}.recommendation strong{font-size:13pt}.answer p,.answer ul{font-size:11pt}h2{break-before:auto}}
`.trim();
