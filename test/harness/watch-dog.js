import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

/** Ends a worker whose test hangs, so that its suite fails. Nothing else is limited: a busy machine takes several times as long. */
const limitMs = process.env.FULL === '1' ? 7_200_000 : 900_000;

let running = null;
let sinceMs = 0;
setInterval(() => {
  const { testPath, currentTestName } = globalThis.expect?.getState() ?? {};
  const now = `${testPath}: ${currentTestName}`;
  if (now !== running) [running, sinceMs] = [now, performance.now()];
  if (testPath === undefined || performance.now() - sinceMs < limitMs) return;
  console.error(`Hangs: ${now}`);
  process.exit(1);
}, 10_000).unref();
