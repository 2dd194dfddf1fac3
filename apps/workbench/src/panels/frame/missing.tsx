import { stepsOf } from '@sightline/study';
import { apply, isReadable, parsed, scene, selectedMark } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import type { Edited } from '../../study/edit-marks.ts';
import {
  firstAlternative,
  firstCatalogue,
  firstChoice,
  firstLaw,
  firstRealised,
} from '../../study/first-steps.ts';
import type { LongCommand } from '../../work/question.ts';

/** What a question would need of the study, in the words of `sightline run`; undefined where nothing is missing. */
export function lackOf(command: LongCommand, gap?: number): { why: string; needs: string } | undefined {
  return stepsOf(parsed.value, gap).skipped.find(({ step }) => step === command);
}

interface Start {
  words: string;
  edit(text: string): Edited;
}

/** What is missing, and starts that make sense: each is an edit of the study that can be undone. */
export function Missing({ command, gap }: { command: LongCommand; gap?: number | undefined }) {
  if (!isReadable.value)
    return <p class="missing">The text of the study cannot be read: its problems are shown beside it.</p>;
  const lack = lackOf(command, gap);
  if (!lack) return null;
  return (
    <div class="missing">
      <p>
        This cannot be asked yet: {lack.why}. It needs {inCode(lack.needs)}.
      </p>
      <Starts starts={startsFor(command)} />
    </div>
  );
}

/** Where there is no catalogue: what could be measured besides. */
export function CatalogueStart() {
  return <Starts starts={catalogueStart()} />;
}

function Starts({ starts }: { starts: readonly Start[] }) {
  if (starts.length === 0) return null;
  return (
    <p class="buttons">
      {starts.map(({ words, edit }) => (
        <button key={words} type="button" disabled={!isReadable.value} onClick={() => apply(edit)}>
          {words}
        </button>
      ))}
    </p>
  );
}

/** Fields of the study stand between backticks. */
function inCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function startsFor(command: LongCommand): Start[] {
  const shown = scene.value;
  if (!shown) return [];
  const { parts } = parsed.value;
  const { horizon } = shown.grid;
  const names = shown.protocols.map(({ name }) => name);
  if (command === 'identify' && parts.realised === undefined && names.length > 0)
    return names.map((name) => ({
      words: `${name} was realised`,
      edit: (text) => firstRealised(text, name),
    }));
  if (names.length < 2 && command !== 'design')
    return parts.calibration || command === 'identify'
      ? [
          {
            words: 'Add four evenly spaced readings as a protocol',
            edit: (text) => firstAlternative(text, horizon, like()),
          },
        ]
      : [];
  if (command === 'design') {
    if (!parts.catalogue) return catalogueStart();
    if (!parts.choose) return [choiceStart(firstCount())];
  }
  const lawless = !parts.latent && !parts.calibration && !parts.benchmark;
  if (lawless && command !== 'calibrate' && command !== 'plan')
    return [
      {
        words: 'Assume a memory of a tenth of the horizon',
        edit: (text) => firstLaw(text, horizon),
      },
    ];
  return [];
}

function catalogueStart(): Start[] {
  const shown = scene.value;
  if (!shown || parsed.value.parts.catalogue) return [];
  return [
    {
      words: 'Make a catalogue of twelve evenly spaced readings',
      edit: (text) => firstCatalogue(text, shown.grid.horizon, like()),
    },
  ];
}

const choiceStart = (count: number): Start => ({
  words: `Choose exactly ${count}`,
  edit: (text) => firstChoice(text, count),
});

/** As many as the study's first protocol has, as far as the catalogue goes. */
function firstCount(): number {
  const { catalogue } = parsed.value.parts;
  const most = (scene.value && catalogueActions(catalogue, scene.value.grid)?.length) ?? 1;
  return Math.max(1, Math.min(most, scene.value?.protocols[0]?.marks.length ?? 4));
}

/** The noise and cost of the reading that is selected, or else of the first one. */
function like() {
  const { noise, cost } = selectedMark.value?.written ?? {};
  return { noise, cost };
}
