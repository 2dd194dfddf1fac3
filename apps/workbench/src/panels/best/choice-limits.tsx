import { amount } from '../../elements/shown-number.tsx';
import { StudyNumber } from '../../elements/study-number.tsx';
import { apply, isReadable, parsed, scene } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import { setRule } from '../../study/edit-choice.ts';

/** Steps of the budget's slider. */
const STEPS = 100;

/** How many actions, and at what cost: each as a number and as a slider. */
export function ChoiceLimits() {
  const { choose, catalogue } = parsed.value.parts;
  const actions = scene.value && catalogueActions(catalogue, scene.value.grid);
  if (!actions || actions.length === 0) return null;
  const costs = actions.map(({ cost }) => cost);
  const least = Math.min(...costs);
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  return (
    <div class="limits">
      <Limit
        field="exactly"
        label="exactly so many actions"
        empty="any number"
        value={choose?.exactly}
        from={1}
        to={actions.length}
        step={1}
      />
      <Limit
        field="budget"
        label="for at most this cost"
        empty="any cost"
        value={choose?.budget}
        from={least}
        to={all}
        step={stepOf(costs, all - least)}
      />
    </div>
  );
}

/** Whole costs make whole budgets. */
function stepOf(costs: readonly number[], span: number): number {
  if (costs.every((cost) => Number.isInteger(2 * cost))) return costs.every(Number.isInteger) ? 1 : 0.5;
  return Number((span / STEPS).toPrecision(1)) || 1;
}

interface LimitProps {
  field: 'exactly' | 'budget';
  label: string;
  empty: string;
  value: number | undefined;
  from: number;
  to: number;
  step: number;
}

function Limit({ field, label, empty, value, from, to, step }: LimitProps) {
  const slide = (next: number) => apply((text) => setRule(text, field, next), `slide ${field}`);
  return (
    <div class="limit">
      <StudyNumber
        label={label}
        value={value}
        empty={empty}
        at={(text, next) => setRule(text, field, next)}
      />
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={value === undefined ? empty : amount(value)}
        min={from}
        max={to}
        step={step}
        value={value ?? to}
        disabled={!isReadable.value}
        class={value === undefined ? 'unset' : undefined}
        onInput={(event) => slide(Number(event.currentTarget.value))}
      />
      <span class="muted">
        {amount(from)} … {amount(to)}
      </span>
    </div>
  );
}
