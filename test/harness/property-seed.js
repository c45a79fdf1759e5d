import fc from 'fast-check';

/** Property tests use the same cases in every run, so that a failure is caused by the change. With FULL=1 the cases are random. */
const { SEED, FULL } = process.env;
if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
else if (FULL !== '1') fc.configureGlobal({ seed: 1 });
