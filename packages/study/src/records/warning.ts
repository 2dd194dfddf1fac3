/** Something that was computed as asked but may not be what was meant. */
export interface RetrospectWarning {
  kind:
    | 'absent-state'
    | 'other-state'
    | 'unannotated'
    | 'folds-drawn'
    | 'left-out'
    | 'few-points'
    | 'penalty-at-end'
    | 'redrawn'
    | 'noise-unused'
    | 'option-unused';
  path: string;
  /** One sentence for people. */
  what: string;
}
