/** One warning: `path` is the field that it is about, `what` one sentence for people. */
export const warned = <Kind extends string>(kind: Kind, path: string, what: string) => [{ kind, path, what }];

/** Of an option that this question, or this study, makes no use of. */
export const unusedOption = (path: string, why: string) => ({
  kind: 'option-unused' as const,
  path,
  what: `${path} has no effect: ${why}`,
});

/** Something that was computed as asked but may not be what was meant. */
export interface Warning {
  kind:
    | 'overhang'
    | 'repeated'
    | 'same-point'
    | 'nothing-new'
    | 'lower-bound'
    | 'drawn-patterns'
    | 'missed-unused'
    | 'coarse-grid'
    | 'long-memory'
    | 'no-noise'
    | 'no-range'
    | 'few-resamples'
    | 'latent-unused'
    | 'catalogue-unused'
    | 'know-unused'
    | 'option-unused'
    | 'estimated-law'
    | 'few-units'
    | 'repeated-units'
    | 'data-scale'
    | 'scale-default'
    | 'unequal-variances'
    | 'one-value'
    | 'mixed-units'
    | 'copied-replicates'
    | 'few-replicates'
    | 'many-actions'
    | 'nothing-left'
    | 'interpolated'
    | 'gaps'
    | 'same-values'
    | 'redrawn'
    | 'much-lifted'
    | 'unsolved-worlds'
    | 'undetermined'
    | 'boundary'
    | 'noise-alone'
    | 'single-readings'
    | 'changing-mean'
    | 'lags-unlike'
    | 'kernels-alike'
    | 'held-out'
    | 'no-bound'
    | 'ended-early'
    | 'shift-unseen'
    | 'shift-opposite'
    | 'no-reading'
    | 'unlike-law'
    | 'column-order'
    | 'log-means'
    | 'normal-errors'
    | 'law-uncertainty'
    | 'surface-law'
    | 'realised-unused';
  path: string;
  /** One sentence for people. */
  what: string;
}
