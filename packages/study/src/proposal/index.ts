// A study that a table of one's own proposes, for `sightline init` and for the page. An entry of its own: whoever has a study does without.
export { fileGrid } from './file-grid.ts';
export { type NewStudy, newStudyText, USUAL_STUDY } from './new-study.ts';
export { type PreparedFile, preparedFile } from './prepared-file.ts';
export { type Given, type Proposal, proposal, type Role, type Said, timeColumns } from './proposal.ts';
export {
  type GivenForm,
  holdsStates,
  proposedPoints,
  proposedRoles,
  type StateRole,
  type StatesForm,
  saidOf,
  statesForm,
} from './states-proposal.ts';
export { studyOfData } from './study-of-data.ts';
export { preparedStates, studyOfStates } from './study-of-states.ts';
