/** The paper behind every number, as it is cited, and where it says that its code, data and explainer are. */
export const PAPER = {
  cited: 'X. Zhang. Counterfactual Evaluation of Temporal Observation Protocols.',
  address: 'https://github.com/zxzok/cpv-explainer',
  explainer: 'https://cpv.xizhe.net',
} as const;
