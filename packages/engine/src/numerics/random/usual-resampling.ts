/** Unless somebody asks for others: draws enough for the ends of an interval at this level. */
export const USUAL_RESAMPLING: { readonly level: number; readonly draws: number } = {
  level: 0.95,
  draws: 2000,
};
