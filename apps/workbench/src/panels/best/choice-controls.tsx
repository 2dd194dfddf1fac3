import { ChoiceLimits } from './choice-limits.tsx';
import { ChoiceRules } from './choice-rules.tsx';
import { ChoiceTargets } from './choice-targets.tsx';

/** What may be chosen from the catalogue, and for which targets. */
export const ChoiceControls = () => (
  <>
    <ChoiceLimits />
    <ChoiceRules />
    <ChoiceTargets />
  </>
);
