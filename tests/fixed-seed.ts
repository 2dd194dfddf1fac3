// Property tests draw the same cases in every run, so that a failure is one for everybody. PROPERTY_SEED=random (or a
// number) looks elsewhere.
import fc from 'fast-check';

const asked = process.env.PROPERTY_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked ?? 1) });
