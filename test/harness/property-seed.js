import fc from 'fast-check';

/** Property tests try the same cases in every run, so that a change fails by what it does; with FULL=1 they try others each time. */
const { SEED, FULL } = process.env;
if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
else if (FULL !== '1') fc.configureGlobal({ seed: 1 });
