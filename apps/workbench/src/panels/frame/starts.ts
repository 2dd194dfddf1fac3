import { parsed, scene, selectedMark } from '../../state/workbench.ts';
import { firstAlternative, firstCatalogue, firstLaw } from '../../study/first-steps.ts';
import type { Start } from './panel.ts';

// Starts that several questions offer for what the study lacks; none where it has that already.

export function catalogueStart(): Start[] {
  const shown = scene.value;
  if (!shown || parsed.value.parts.catalogue) return [];
  return [
    {
      words: 'Make a catalogue of twelve evenly spaced readings',
      edit: (text) => firstCatalogue(text, shown.grid.horizon, like()),
    },
  ];
}

/** A second protocol, to be compared with the first. */
export function alternativeStart(): Start[] {
  const shown = scene.value;
  if (!shown || shown.protocols.length > 1) return [];
  return [
    {
      words: 'Add four evenly spaced readings as a protocol',
      edit: (text) => firstAlternative(text, shown.grid.horizon, like()),
    },
  ];
}

export function lawStart(): Start[] {
  const shown = scene.value;
  const { latent, calibration, benchmark } = parsed.value.parts;
  if (!shown || latent || calibration || benchmark) return [];
  return [
    {
      words: 'Assume a memory of a tenth of the horizon',
      edit: (text) => firstLaw(text, shown.grid.horizon),
    },
  ];
}

/** The first of these that the study still lacks. */
export const firstOf = (...starts: readonly (() => readonly Start[])[]): readonly Start[] =>
  starts.map((start) => start()).find((found) => found.length > 0) ?? [];

/** The noise and cost of the reading that is selected, or else of the first one. */
function like() {
  const { noise, cost } = selectedMark.value?.written ?? {};
  return { noise, cost };
}
