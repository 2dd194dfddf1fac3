import { type KernelName, type KernelSpec, kernelMatrix, timeGrid } from '@sightline/engine';
import { StudyNumber } from '../elements/study-number.tsx';
import { apply, isReadable, parsed, scene } from '../state/workbench.ts';
import { setValue } from '../study/study-edit.ts';
import { type Choice, PictureChoice } from './picture-choice.tsx';

const WORDS = {
  ou: 'Ornstein–Uhlenbeck',
  matern32: 'Matérn 3/2',
  matern52: 'Matérn 5/2',
  squaredExponential: 'squared exponential',
  dampedCosine: 'damped cosine',
  varyingOu: 'varying memory',
} as const;
type Simple = keyof typeof WORDS;
const SIMPLE = Object.keys(WORDS) as Simple[];

/** How the latent quantity forgets: the kernel with its parameters, and the share that never decays. */
export function KernelPicker() {
  const { latent, calibration, benchmark } = parsed.value.parts;
  const { horizon = 1, unit } = scene.value?.grid ?? {};
  const kernel = latent?.kernel;
  const name = kernel && (Object.keys(kernel)[0] as KernelName);
  const chosen = SIMPLE.find((one) => one === name);
  const memory = memoryOf(kernel, horizon);
  const disabled = !isReadable.value;
  const choices: Choice<Simple>[] = SIMPLE.map((one) => {
    const spec = one === chosen ? kernel! : withMemory(one, memory, horizon);
    return { name: one, words: WORDS[one], curve: correlationCurve(spec, latent?.trait ?? 0, horizon) };
  });
  const parameters = chosen
    ? Object.entries((kernel as Record<string, Record<string, number>>)[chosen]!)
    : [];
  return (
    <div>
      <PictureChoice
        legend="Correlation by lag"
        choices={choices}
        chosen={chosen}
        disabled={disabled}
        onChoose={(next) =>
          apply((text) => ({
            text: latent?.covariance
              ? setValue(text, ['latent'], { kernel: withMemory(next, memory, horizon) })
              : setValue(text, ['latent', 'kernel'], withMemory(next, memory, horizon)),
          }))
        }
      />
      {name !== undefined && !chosen && (
        <p class="muted">The study’s kernel is a {name}; its numbers are in the text of the study.</p>
      )}
      {latent?.covariance && <p class="muted">The law is the covariance in {latent.covariance}.</p>}
      {!latent && calibration && (
        <p class="muted">
          No law is given: it is estimated from {calibration.data}. Choosing one here replaces it.
        </p>
      )}
      {!latent && !calibration && benchmark && (
        <p class="muted">No law is given: the benchmark’s data, {benchmark.data}, stand in for it.</p>
      )}
      <div class="fields">
        {parameters.map(([parameter, value]) => (
          <StudyNumber
            key={parameter}
            label={parameter}
            value={value}
            unit={unit ?? ''}
            at={['latent', 'kernel', chosen!, parameter]}
          />
        ))}
        {kernel && (
          <StudyNumber
            label="trait share"
            value={latent?.trait}
            empty="0"
            at={(text, next) => ({ text: setValue(text, ['latent', 'trait'], next ?? 0) })}
          />
        )}
      </div>
    </div>
  );
}

/** The memory that a kernel has, so that another one begins with the same. */
function memoryOf(kernel: KernelSpec | undefined, horizon: number): number {
  const [first] = Object.values(kernel ?? {}) as unknown[];
  const { tau, decay, from } = (first ?? {}) as Partial<Record<'tau' | 'decay' | 'from', number>>;
  return tau ?? decay ?? from ?? Number((horizon / 10).toPrecision(2));
}

function withMemory(name: Simple, memory: number, horizon: number): KernelSpec {
  const round = (value: number) => Number(value.toPrecision(3));
  switch (name) {
    case 'ou':
      return { ou: { tau: memory } };
    case 'matern32':
      return { matern32: { tau: memory } };
    case 'matern52':
      return { matern52: { tau: memory } };
    case 'squaredExponential':
      return { squaredExponential: { tau: memory } };
    case 'dampedCosine':
      return { dampedCosine: { decay: memory, period: round(horizon / 4) } };
    case 'varyingOu':
      return { varyingOu: { from: memory, to: round(memory * 3) } };
  }
}

const POINTS = 48;

/** The correlation with the beginning of the horizon; nothing where the parameters make none. */
function correlationCurve(spec: KernelSpec, trait: number, horizon: number): Choice<Simple>['curve'] {
  try {
    const { data } = kernelMatrix(spec, trait, timeGrid(horizon, POINTS));
    const values = [...data.slice(0, POINTS)];
    return { values, span: [Math.min(0, ...values), 1] };
  } catch {
    return undefined;
  }
}
