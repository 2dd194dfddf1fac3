// Fetched when a file is looked at: a page without data does without what reads them.
export { denseObjection } from '@sightline/data';
