// The panels of the paper's figures, from plain series: for whoever shows them without running anything.
export { figure1Panels } from './figure-1.ts';
export { figure2aPanel, figure2cdPanels } from './figure-2.ts';
export { figure2bPanel } from './figure-2b.ts';
export { figure3Panels } from './figure-3.ts';
export { figure4Panels } from './figure-4.ts';
