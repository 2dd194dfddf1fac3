import { html, type Markup, PAPER, page, trusted } from '@sightline/answers/pages';
import { panelPicture } from '@sightline/answers/pictures';
import type { Outcome, Table } from '../compare/experiment.ts';
import type { Row, Verdict } from '../compare/row.ts';
import { rowNumbers, written } from '../compare/row-numbers.ts';
import { EXPERIMENTS } from './experiments.ts';
import { type Figure, figuresOf } from './figures.ts';
import type { Reproduction, ReproductionTiming } from './reproduction.ts';
import { REPRODUCTION_STYLE } from './style.ts';

/** Told by sign and word; the colour only repeats it. */
const VERDICTS: Readonly<
  Record<Verdict, { sign: string; several: string; said: readonly [one: string, several: string] }>
> = {
  agrees: { sign: '✓', several: 'agree', said: ['agrees', 'agree'] },
  explained: {
    sign: '≈',
    several: 'explained',
    said: ['differs for a reason that is given', 'differ for a reason that is given'],
  },
  unexplained: {
    sign: '?',
    several: 'unexplained',
    said: ['differs without an explanation', 'differ without an explanation'],
  },
  differs: { sign: '✗', several: 'differ', said: ['differs unexpectedly', 'differ unexpectedly'] },
};

/** One figure or table of the paper: its experiments, and its picture where it has one. */
interface Section {
  id: string;
  heading: string;
  figure: Figure | undefined;
  experiments: [name: string, found: Outcome][];
}

/** All that a run found, on one page that opens from disk. */
export function reproductionPage(reproduction: Reproduction, timing: ReproductionTiming): string {
  const sections = sectionsOf(reproduction);
  return page({
    title: 'The paper’s numbers, computed again',
    style: REPRODUCTION_STYLE,
    body: html`<main>
<h1>The paper’s numbers, computed again</h1>
<p>The paper: <a href="${PAPER.address}">${PAPER.cited}</a> Its <a href="${PAPER.explainer}">explainer</a>.</p>
${answer(reproduction, timing)}
${filter(reproduction)}
${contents(sections, timing)}
${sections.map((section) => sectionMarkup(section, timing))}
</main>`,
  });
}

function sectionsOf(reproduction: Reproduction): Section[] {
  const figures = figuresOf(reproduction);
  const sections = new Map<string, Section>();
  for (const [name, found] of Object.entries(reproduction.experiments)) {
    const number = /^figure-(\d+)/.exec(name)?.[1];
    const id = number === undefined ? name : `figure-${number}`;
    const own: Section = sections.get(id) ?? {
      id,
      heading: number === undefined ? named(name) : `Figure ${number}`,
      figure: figures.find((figure) => String(figure.number) === number),
      experiments: [],
    };
    own.experiments.push([name, found]);
    sections.set(id, own);
  }
  return [...sections.values()];
}

/** table-1 is Table 1, table-af Table AF; others as they are called. */
function named(name: string): string {
  const words = name.split('-').map((word) => (/^af$/.test(word) ? 'AF' : word));
  const [first = '', ...rest] = words;
  return [/^[a-z]/.test(first) ? first[0]!.toUpperCase() + first.slice(1) : first, ...rest].join(' ');
}

/** figure-2cd is Figure 2c, d. */
const figureName = (name: string) => `Figure ${name.slice(7).replace(/([a-z])(?=[a-z])/g, '$1, ')}`;

const titleOf = (name: string) => EXPERIMENTS.find((experiment) => experiment.name === name)?.title ?? name;

const count = (rows: readonly Row[], verdict: Verdict) =>
  rows.filter((row) => row.verdict === verdict).length;

function answer(
  { experiments, seed, quick, versions }: Reproduction,
  { total, workers }: ReproductionTiming,
): Markup {
  const all = Object.values(experiments);
  const rows = all.flatMap((found) => found.rows);
  const skipped = all.filter((found) => found.skipped !== undefined).length;
  const verdicts = (Object.keys(VERDICTS) as Verdict[])
    .map((verdict) => ({ verdict, number: count(rows, verdict) }))
    .filter(({ number, verdict }) => number > 0 || verdict === 'differs');
  return html`<p class="answer">Of ${rows.length} numbers, ${verdicts.map(
    ({ verdict, number }, k) =>
      html`${k === 0 ? '' : k === verdicts.length - 1 ? ' and ' : ', '}<strong class="${number > 0 && verdict}">${number === 0 ? 'none' : number} ${VERDICTS[verdict].said[number === 1 ? 0 : 1]}</strong>`,
  )}. ${
    skipped === 0 ? '' : `${skipped} of ${all.length} experiments ${skipped === 1 ? 'was' : 'were'} skipped. `
  }It took ${duration(total)} with ${workers} ${workers === 1 ? 'worker' : 'workers'}, seed ${seed}.</p>
${quick && html`<p class="quick"><strong>A quick run:</strong> fewer replications than the paper’s, and wider tolerances for it.</p>`}
<p class="muted">${Object.entries(versions)
    .map(([what, version]) => `${what} ${version}`)
    .join(' · ')}</p>`;
}

/** Whether all numbers of an experiment agree: what is skipped says nothing of that. */
const isAgreed = ({ rows, skipped }: Outcome) =>
  skipped === undefined && rows.every(({ verdict }) => verdict === 'agrees');

/** What a reader of doubts wants to see alone. The style sheet does it: the page runs nothing. */
function filter({ experiments }: Reproduction): Markup {
  const rows = Object.values(experiments).flatMap((found) => found.rows);
  const others = rows.length - count(rows, 'agrees');
  if (others === 0) return html``;
  return html`<p class="filter"><label><input type="checkbox" id="others"> Show only what does not agree (${others} of ${rows.length} numbers), and what was skipped</label></p>`;
}

function duration(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** What there is, what came out, and how long it took. */
function contents(sections: readonly Section[], { seconds }: ReproductionTiming): Markup {
  return html`<nav aria-label="Contents"><div class="scroll"><table class="contents">
<thead><tr><th scope="col">experiment</th><th scope="col">numbers</th><th scope="col" class="number">seconds</th></tr></thead>
<tbody>${sections.flatMap(({ id, heading, experiments }) =>
    experiments.map(
      ([name, found]) => html`<tr class="${isAgreed(found) && 'agreed'}">
<th scope="row"><a href="#${experiments.length > 1 ? name : id}">${experiments.length > 1 ? figureName(name) : heading}</a><span class="muted subject"> ${titleOf(name)}</span></th>
<td>${found.skipped === undefined ? tally(found.rows) : html`<span class="muted">skipped</span>`}</td>
<td class="number">${seconds[name]!.toFixed(1)}</td>
</tr>`,
    ),
  )}</tbody></table></div></nav>`;
}

function tally(rows: readonly Row[]): Markup[] {
  return (Object.keys(VERDICTS) as Verdict[]).flatMap((verdict) => {
    const number = count(rows, verdict);
    return number === 0
      ? []
      : [
          html`<span class="verdict ${verdict}">${VERDICTS[verdict].sign} ${number} ${number === 1 ? verdict : VERDICTS[verdict].several}</span> `,
        ];
  });
}

function sectionMarkup(
  { id, heading, figure, experiments }: Section,
  { seconds }: ReproductionTiming,
): Markup {
  const single = experiments.length === 1;
  const subject = single ? titleOf(experiments[0]![0]) : figure?.title;
  const agreed = experiments.every(([, found]) => isAgreed(found)) && 'agreed';
  return html`<section id="${id}" class="${agreed}">
<h2>${heading}${subject && html`<span class="subject">: ${subject}</span>`}</h2>
${figure && figureMarkup(figure)}
${experiments.map(
  ([
    name,
    found,
  ]) => html`<div class="experiment ${isAgreed(found) && 'agreed'}"${!single && trusted(` id="${name}"`)}>
${!single && html`<h3>${figureName(name)}: ${titleOf(name)}</h3>`}
${experimentMarkup(found, seconds[name]!)}</div>`,
)}
</section>`;
}

function figureMarkup({ number, caption, panels }: Figure): Markup {
  return html`<figure class="paper">
<div class="panels" tabindex="0" role="group" aria-label="Panels of the figure">${panels.map((panel) => trusted(panelPicture(panel)))}</div>
<figcaption><p>${caption}</p>
<p class="files">In one file: <a href="figure-${number}.svg">SVG</a>, <a href="figure-${number}.png">PNG</a></p></figcaption>
</figure>`;
}

function experimentMarkup({ rows, tables = [], skipped }: Outcome, seconds: number): Markup {
  if (skipped !== undefined) return html`<p class="skipped"><strong>Skipped:</strong> ${skipped}</p>`;
  return html`${rows.length > 0 && rowsMarkup(rows, seconds)}
${tables.length > 0 && tablesMarkup(tables)}`;
}

function rowsMarkup(rows: readonly Row[], seconds: number): Markup {
  return html`<div class="scroll"><table class="rows" role="table">
<caption>Published beside computed, in ${duration(seconds)}</caption>
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">what</th>
<th role="columnheader" scope="col" class="number">published</th>
<th role="columnheader" scope="col" class="number">ours</th>
<th role="columnheader" scope="col" class="number">tolerance</th>
<th role="columnheader" scope="col">verdict</th>
<th role="columnheader" scope="col">why</th>
</tr></thead>
<tbody role="rowgroup">${rows.map(rowMarkup)}</tbody></table></div>`;
}

function rowMarkup(row: Row): Markup {
  const { published, computed, tolerance } = rowNumbers(row);
  return html`<tr role="row" class="${row.verdict}">
<th role="rowheader" scope="row">${row.what}</th>
<td role="cell" class="number" data-name="published">${published}</td>
<td role="cell" class="number" data-name="ours">${computed}</td>
<td role="cell" class="number" data-name="tolerance">${tolerance}</td>
<td role="cell" class="verdict ${row.verdict}">${VERDICTS[row.verdict].sign} ${row.verdict}</td>
<td role="cell" class="why">${row.note}</td>
</tr>
`;
}

/** Rows and columns that are the same things. */
const isMatrix = ({ columns, rows }: Table) =>
  columns.length > 1 && columns.length === rows.length && rows.every(({ name }, k) => name === columns[k]);

/** In matrices, what lies further below the best is darker, by one scale for all of an experiment. */
function tablesMarkup(tables: readonly Table[]): Markup {
  const all = tables
    .filter(isMatrix)
    .flatMap(({ rows }) => rows.flatMap(({ values }) => values))
    .filter(Number.isFinite);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const heat = (value: number) =>
    high > low && Number.isFinite(value)
      ? trusted(` style="--heat:${Math.round((100 * (high - value)) / (high - low))}%"`)
      : '';
  return html`<div class="tables">${tables.map((table) => tableMarkup(table, isMatrix(table) ? heat : () => ''))}</div>`;
}

function tableMarkup({ title, columns, rows }: Table, heat: (value: number) => Markup | ''): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="${isMatrix({ title, columns, rows }) ? 'matrix' : 'plain'}">
<caption>${title}</caption>
<thead><tr><td></td>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, values }) =>
      html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td class="number"${heat(value)}>${written(value, 3)}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}
