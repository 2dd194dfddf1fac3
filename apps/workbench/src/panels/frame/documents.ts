import { calibrateDocument, identifyDocument, planDocument } from '@sightline/answers';

/** A result as people read it, by the command that gave it. */
export const DOCUMENTS = {
  identify: identifyDocument,
  calibrate: calibrateDocument,
  plan: planDocument,
};

/** What a document shows beside the result, where it is known. */
export type Beside<Command> = Command extends keyof typeof DOCUMENTS
  ? Parameters<(typeof DOCUMENTS)[Command]>[1]
  : undefined;
