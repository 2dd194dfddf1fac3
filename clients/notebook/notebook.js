// A notebook in one page: cells of code that name what they need, run in the order of their needs, and run again when what they need
// changes, as in Observable. A cell is the body of an asynchronous function; what it returns is its value under its name, and is
// shown: a node as it is, a list of objects as a table. A cell of the kind `view` returns an input; its value is the input's.
import * as sightline from './sightline-engine.js';

const AsyncFunction = (async () => {}).constructor;
const cells = new Map();

for (const script of document.querySelectorAll('script[type="text/cell"]')) {
  const { name, kind = 'value' } = script.dataset;
  const cell = { name, kind, code: undent(script.textContent), state: 'new', run: 0 };
  const figure = document.createElement('figure');
  figure.className = 'cell';
  figure.id = `cell-${name}`;
  cell.output = Object.assign(document.createElement('div'), { className: 'output' });
  const details = document.createElement('details');
  details.open = kind === 'value' && !('folded' in script.dataset);
  const summary = Object.assign(document.createElement('summary'), { textContent: name });
  cell.editor = Object.assign(document.createElement('textarea'), { value: cell.code, spellcheck: false });
  cell.editor.rows = cell.code.split('\n').length;
  cell.editor.setAttribute('aria-label', `Code of ${name}; Shift and Enter run it`);
  cell.editor.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    change(cell);
  });
  cell.editor.addEventListener('change', () => change(cell));
  details.append(summary, cell.editor);
  figure.append(cell.output, details);
  script.replaceWith(figure);
  cells.set(name, cell);
}
// All cells are there now, so that needs can be found in any order.
for (const cell of cells.values()) cell.needs = needsOf(cell);
run(new Set(cells.keys()));

function change(cell) {
  if (cell.editor.value === cell.code) return;
  cell.code = cell.editor.value;
  cell.editor.rows = cell.code.split('\n').length;
  cell.needs = needsOf(cell);
  run(dependents(cell.name));
}

/** Names of other cells in the code, outside of texts and comments. */
function needsOf({ name, code }) {
  const bare = code.replace(/\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, ' ');
  const words = new Set(bare.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g));
  return [...cells.keys()].filter((other) => other !== name && words.has(other));
}

/** A cell and all that need it, directly or not. */
function dependents(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const cell of cells.values()) if (cell.needs.includes(name)) dependents(cell.name, found);
  return found;
}

/** Runs cells in an order in which what a cell needs has run before it; those of a circle say so. */
async function run(names) {
  const turns = new Map([...names].map((name) => [name, ++cells.get(name).run]));
  const done = new Map();
  const settle = (name, above) => {
    if (!names.has(name)) return cells.get(name).settled;
    if (above.includes(name))
      return Promise.reject(new Error(`these cells need each other: ${[...above, name].join(', ')}`));
    if (!done.has(name))
      done.set(
        name,
        evaluate(cells.get(name), turns.get(name), (need) => settle(need, [...above, name])),
      );
    return done.get(name);
  };
  for (const name of names) cells.get(name).settled = settle(name, []);
  await Promise.allSettled([...names].map((name) => cells.get(name).settled));
  document.documentElement.dataset.settled = String(
    Number(document.documentElement.dataset.settled ?? 0) + 1,
  );
}

async function evaluate(cell, turn, settle) {
  try {
    const given = await Promise.all(cell.needs.map(settle));
    const body = new AsyncFunction(...Object.keys(sightline), 'svg', ...cell.needs, cell.code);
    const value = await body(...Object.values(sightline), svg, ...given);
    if (cell.run === turn) show(cell, value);
    return cell.kind === 'view' ? readInput(value) : value;
  } catch (error) {
    if (cell.run === turn) showError(cell, error);
    throw error;
  }
}

function show(cell, value) {
  cell.output.classList.remove('failed');
  cell.output.replaceChildren(value instanceof Node ? value : shown(value));
  if (cell.kind !== 'view') return;
  value.addEventListener('input', () => {
    cell.settled = Promise.resolve(readInput(value));
    const after = dependents(cell.name);
    after.delete(cell.name);
    run(after);
  });
}

const readInput = (input) => (input.querySelector?.('input') ?? input).valueAsNumber;

function showError(cell, error) {
  cell.output.classList.add('failed');
  const problems = error.problems?.map((problem) => sightline.problemText(problem));
  cell.output.replaceChildren(text('pre', (problems ?? [String(error)]).join('\n')));
}

function shown(value) {
  if (Array.isArray(value) && value.length > 0 && value.every((row) => row && typeof row === 'object'))
    return table(value);
  if (value === undefined) return text('span', '');
  return text(
    'pre',
    typeof value === 'object'
      ? JSON.stringify(value, (_, v) => (ArrayBuffer.isView(v) ? `${v.length} numbers` : v))
      : String(value),
  );
}

function table(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const made = document.createElement('table');
  const line = (tag, cells) => {
    const row = document.createElement('tr');
    row.append(
      ...cells.map((cell) =>
        text(tag, typeof cell === 'number' ? String(Number(cell.toPrecision(4))) : String(cell ?? '')),
      ),
    );
    return row;
  };
  const head = document.createElement('thead');
  head.append(line('th', names));
  const body = document.createElement('tbody');
  body.append(
    ...rows.map((row) =>
      line(
        'td',
        names.map((name) => row[name]),
      ),
    ),
  );
  made.append(head, body);
  return made;
}

const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });

/** A drawing from its markup. */
function svg(markup, label) {
  const drawing = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" ${markup}</svg>`,
    'image/svg+xml',
  ).documentElement;
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', label);
  return document.importNode(drawing, true);
}

function undent(code) {
  const lines = code.replace(/^\n|\s+$/g, '').split('\n');
  const depth = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(depth)).join('\n');
}
