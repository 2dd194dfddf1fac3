import { ChoiceLimits } from './choice-limits.tsx';
import { ChoiceRules } from './choice-rules.tsx';
import { ChoiceTargets } from './choice-targets.tsx';
import { LiveFrontier } from './live-frontier.tsx';

/** What may be chosen from the catalogue, for which targets, and what each cost would buy. */
export const ChoiceControls = () => (
  <>
    <ChoiceLimits />
    <ChoiceRules />
    <ChoiceTargets />
    <LiveFrontier />
  </>
);
