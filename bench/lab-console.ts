import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConsoleProcess } from '../test/harness/fixtures/console-process.js';
import { directorNameOf, startEveryLab, writeDirectorsFile } from '../test/harness/lab/every-lab.js';
import { runToEnd, waitForEnd } from '../test/harness/lab/lab-runs.js';
import { type Lab } from '../test/harness/lab/lab.js';
import { type Target } from './load.js';

const listed = 50;

/** A real Bacula of each version with one console in front of them. */
export class LabConsole {
  private constructor(
    readonly labs: readonly Lab[],
    private readonly app: ConsoleProcess,
    private readonly stops: readonly (() => Promise<void>)[],
  ) {}

  /** Throws LabLack where the labs cannot come up. */
  static async start(folder: string): Promise<LabConsole> {
    const stops: (() => Promise<void>)[] = [];
    try {
      mkdirSync(folder, { recursive: true });
      const labs = await startEveryLab(folder, stops);
      for (const lab of labs) await makeHistory(lab);
      const environment = { DIRECTORS_FILE: writeDirectorsFile(folder, labs), WEBHOOK_ALLOW: '127.0.0.1/32' };
      const app = await ConsoleProcess.start(join(folder, 'console'), undefined, { environment });
      stops.unshift(() => app.stop());
      return new LabConsole(labs, app, stops);
    } catch (error) {
      for (const stop of stops) await stop();
      throw error;
    }
  }

  /** A path of the API with this Director chosen. */
  at(lab: Lab, path: string): Target {
    const query = `${path.includes('?') ? '&' : '?'}director=${directorNameOf(lab)}`;
    return { url: this.app.url, path: `/api/v1${path}${query}`, token: this.app.apiToken };
  }

  /** Tells this address of each end of a run. */
  async tell(url: string): Promise<void> {
    const channel = { name: 'ends', kind: 'webhook', format: 'standard', url, patterns: ['job.completed.*'] };
    const added = await this.app.call('POST', '/admin/notifications/channels', channel);
    if (added.status !== 201) throw new Error(`The channel was refused: ${JSON.stringify(added.body)}`);
  }

  /** Milliseconds from the request to the id of the run. Waits for the run's end, so that it is in nobody's way. */
  async order(lab: Lab, job: string): Promise<number> {
    const startedMs = performance.now();
    const body = { job, level: 'Incremental', director: directorNameOf(lab) };
    const answer = await this.app.call<{ jobId: number }>('POST', '/operations/jobs/run', body);
    const tookMs = performance.now() - startedMs;
    if (answer.status !== 202) throw new Error(`The order was answered with ${answer.status}: ${JSON.stringify(answer.body)}`); // prettier-ignore
    await waitForEnd(lab, answer.body.jobId);
    return tookMs;
  }

  async stop(): Promise<void> {
    for (const stop of this.stops) await stop();
  }
}

/** As many runs as are listed, and a Full that the measured Incrementals follow. */
async function makeHistory(lab: Lab): Promise<void> {
  await lab.bconsole(Array.from({ length: listed }, () => 'run job=AdminJob yes'));
  await runToEnd(lab, 'run job=BackupAlpha level=Full yes');
}
