// The package's own pool can hang: all its processes share one list of listeners, so a process that starts late may never get its settings.
import runSuite, { cleanup, setWorkerData } from '../../node_modules/jest-light-runner/src/worker-runner.js';

let current;

process.on('message', async ({ path, globalConfig, projectConfig }) => {
  if (current !== projectConfig.id) {
    if (current !== undefined) await cleanup();
    setWorkerData({ globalConfig, projectConfig, runtime: 'child_process' });
    current = projectConfig.id;
  }
  try {
    process.send({ result: await runSuite(path) });
  } catch (error) {
    process.send({ error });
  }
});
process.on('disconnect', () => process.exit());
