import { fetched } from '../elements/fetched.tsx';

/** A record with looks on it; fetched with the first study that has records. */
export const Records = fetched<object>(
  'The picture of records',
  async () => (await import('./looked-at-record.tsx')).LookedAtRecord,
);
