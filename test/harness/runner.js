import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const workerPath = fileURLToPath(new URL('./runner-worker.js', import.meta.url));

/** Suites with real Directors mostly wait for them: they run beside those that need the CPU, not after them. */
const isWaiting = ({ context }) => context.config.displayName.name === 'directors';

/**
 * Runs Jest's suites in plain Node.js. All projects share a few processes, each of which loads the console once (docs/decisions/0034). A suite
 * whose process exits fails, and the next suite gets a new process.
 */
export default class Runner {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = tests.filter(isWaiting);
    const working = tests.filter((test) => !isWaiting(test));
    const work = async (_, index) => {
      const [own, others] = index % 2 === 0 ? [working, waiting] : [waiting, working];
      const next = () => own.shift() ?? others.shift();
      let worker;
      for (let test = next(); test !== undefined && !watcher.isInterrupted(); test = next()) {
        worker ??= fork(workerPath, { serialization: 'advanced' });
        await onStart(test);
        try {
          await onResult(test, await this.run(worker, test));
        } catch (error) {
          worker.kill('SIGKILL');
          worker = undefined;
          await onFailure(test, error);
        }
      }
      worker?.disconnect();
    };
    await Promise.all(Array.from({ length: this.globalConfig.maxWorkers }, work));
  }

  async run(worker, { path, context: { config } }) {
    const answer = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('exit', (code, signal) =>
        reject(new Error(`The process of this suite exited with ${signal ?? code}. See its output above.`)),
      );
      worker.send({ path, globalConfig: this.globalConfig, projectConfig: config }, (error) => error && reject(error));
    });
    worker.removeAllListeners();
    if ('error' in answer) throw answer.error;
    return answer.result;
  }
}
