/** Before a number that is a lower bound, on the same line. */
export const boundMark = ({ lowerBound }: { lowerBound?: true | undefined }) => (lowerBound ? '≥\u00a0' : '');
