import {
  KERNELS,
  type KernelName,
  type KernelSpec,
  kernelKindOf,
  kernelLengths,
  kernelMatrix,
  kernelWithMemory,
  timeGrid,
} from '@sightline/engine/internal';
import type { Study } from '@sightline/study';
import { useRef } from 'preact/hooks';
import { StudyNumber } from '../elements/study-number.tsx';
import { apply, grid, isReadable, setting, studyName } from '../state/workbench.ts';
import { removeValue, setValue } from '../study/study-edit.ts';
import { type Choice, PictureChoice } from './picture-choice.tsx';

/** Those with a few numbers; others are edited in the text. */
const SIMPLE = KERNELS.filter((kind) => kernelWithMemory(kind, 1, 1) !== undefined);

/** How the latent quantity forgets: the kernel with its parameters, and the share that never decays. */
export function KernelPicker() {
  const { latent, calibration, fit, benchmark } = setting.value;
  const { horizon = 1, unit } = grid.value ?? {};
  const drawn = useDrawnLaw(horizon);
  const kernel = latent?.kernel ?? drawn?.kernel;
  const kind = kernel && kernelKindOf(kernel).kind;
  const chosen = SIMPLE.find((one) => one === kind);
  const memory = memoryOf(drawn?.kernel, horizon);
  const disabled = !isReadable.value;
  const choices: Choice<KernelName>[] = SIMPLE.map((one) => {
    const spec = (one === chosen && drawn?.kernel) || kernelWithMemory(one, memory, horizon)!;
    return { name: one.name, words: one.title, curve: correlationCurve(spec, drawn?.trait ?? 0, horizon) };
  });
  return (
    <div>
      <PictureChoice
        legend="Correlation by lag"
        choices={choices}
        chosen={chosen?.name}
        disabled={disabled}
        onChoose={(next) => {
          const begun = kernelWithMemory(SIMPLE.find((one) => one.name === next)!, memory, horizon);
          apply((text) => ({
            text: latent?.covariance
              ? setValue(text, ['latent'], { kernel: begun })
              : setValue(text, ['latent', 'kernel'], begun),
          }));
        }}
      />
      {kind && !chosen && (
        <p class="muted">The study’s kernel is a {kind.name}; its numbers are in the text of the study.</p>
      )}
      {latent?.covariance && <p class="muted">The law is the covariance in {latent.covariance}.</p>}
      {!latent && calibration && (
        <p class="muted">
          No law is given: it is {fit ? 'fitted to' : 'estimated from'} {[calibration.data].flat().join(', ')}
          . Choosing one here replaces it.
        </p>
      )}
      {!latent && !calibration && benchmark && (
        <p class="muted">No law is given: the benchmark’s data, {benchmark.data}, stand in for it.</p>
      )}
      <div class="fields">
        {(kernel && chosen ? kernelLengths(kernel) : []).map(({ path, parameter, value }) => (
          <StudyNumber
            key={parameter.name}
            label={parameter.name}
            value={value}
            unit={unit ?? ''}
            at={['latent', 'kernel', ...path]}
          />
        ))}
        {kernel && (
          <StudyNumber
            label="trait share"
            value={latent?.trait}
            empty="0"
            at={(text, next) => ({ text: setValue(text, ['latent', 'trait'], next ?? 0) })}
            path={['latent', 'trait']}
          />
        )}
        {kernel && <UnitFields />}
      </div>
    </div>
  );
}

/** The study's law, or the last one that could be drawn: a number that is wrong takes no picture away. */
function useDrawnLaw(horizon: number): Law {
  const last = useRef<{ of: string; law: Law } | undefined>(undefined);
  const { latent, calibration, benchmark } = setting.value;
  const isGone = !latent && (calibration !== undefined || benchmark !== undefined);
  const isDrawn = latent?.kernel && correlationCurve(latent.kernel, latent.trait ?? 0, horizon) !== undefined;
  const of = studyName.value;
  if (isDrawn || isGone || latent?.covariance || last.current?.of !== of) last.current = { of, law: latent };
  return last.current?.law;
}

type Law = Partial<Study>['latent'];

/** Mean and standard deviation, which put the law in the unit of the data; they come and go together. */
function UnitFields() {
  const { latent: { mean, sd, transform } = {}, words } = setting.value;
  if (typeof mean === 'object' || typeof sd === 'object')
    return <p class="muted">Mean and standard deviation at each time are lists in the text of the study.</p>;
  const set = (name: 'mean' | 'sd', other: 'mean' | 'sd', usual: number) => (text: string, next?: number) => {
    if (next !== undefined) {
      const own = setValue(text, ['latent', name], next);
      return {
        text: setting.value.latent?.[other] === undefined ? setValue(own, ['latent', other], usual) : own,
      };
    }
    const given = (['mean', 'sd'] as const).filter((one) => setting.value.latent?.[one] !== undefined);
    return { text: given.reduce((left, one) => removeValue(left, ['latent', one]), text) };
  };
  return (
    <>
      <StudyNumber
        label="mean of the quantity"
        value={mean}
        empty="standardised"
        unit={words?.value ?? ''}
        at={set('mean', 'sd', 1)}
        path={['latent', 'mean']}
      />
      <StudyNumber
        label="standard deviation"
        value={sd}
        empty="standardised"
        unit={words?.value ?? ''}
        at={set('sd', 'mean', 0)}
        path={['latent', 'sd']}
      />
      {sd !== undefined && !transform && (
        <p class="muted">Levels of the target are in the same unit, and noise is in its square.</p>
      )}
    </>
  );
}

/** The memory that a kernel has, so that another one begins with the same. */
function memoryOf(kernel: KernelSpec | undefined, horizon: number): number {
  const first = kernel && kernelLengths(kernel).find(({ parameter }) => parameter.resolve?.memory);
  return first?.value ?? Number((horizon / 10).toPrecision(2));
}

const POINTS = 48;

/** The correlation with the beginning of the horizon; nothing where the parameters make none. */
function correlationCurve(spec: KernelSpec, trait: number, horizon: number): Choice<KernelName>['curve'] {
  try {
    const { data } = kernelMatrix(spec, trait, timeGrid(horizon, POINTS));
    const values = [...data.slice(0, POINTS)];
    return { values, span: [Math.min(0, ...values), 1] };
  } catch {
    return undefined;
  }
}
