/** Something that was computed as asked but may not be what was meant. */
export interface Warning {
  kind:
    | 'overhang'
    | 'repeated'
    | 'same-point'
    | 'nothing-new'
    | 'lower-bound'
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
    | 'no-bound'
    | 'ended-early'
    | 'shift-unseen'
    | 'shift-opposite';
  path: string;
  /** One sentence for people. */
  what: string;
}
