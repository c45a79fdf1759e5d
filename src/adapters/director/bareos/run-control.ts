import { type CatalogPort } from '../../../domain/catalog.port.js';
import { refuseUnknown } from '../console/checked-names.js';
import { refuseEnded } from '../console/ended-runs.js';
import { cancelRun, enableJob } from './bareos-commands.js';
import { type BareosConsole, failed, resultOf } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { fieldsOf } from './json-answer.js';

/** Ends runs, and takes jobs out of their schedule. */
export class RunControl {
  constructor(
    private readonly console: BareosConsole,
    private readonly catalog: CatalogPort,
  ) {}

  async cancel(jobId: number): Promise<void> {
    const { name } = this.console.settings;
    await refuseEnded(this.catalog, jobId);
    const { failure } = await this.console.json(cancelRun(jobId));
    if (failure === null) return;
    // It may have ended between the look and the wish, which the Director calls "not running", as it does for ids it never gave.
    await refuseEnded(this.catalog, jobId);
    throw failed(name, failure, `Director ${name} did not cancel run ${jobId} and gave no reason. Check its log.`);
  }

  async setJobEnabled(job: string, enabled: boolean): Promise<void> {
    const { name } = this.console.settings;
    const verb = enabled ? 'enable' : 'disable';
    const otherwise = `Director ${name} did not ${verb} ${job} and gave no reason. Check its log.`;
    const answer = await this.console.converse({}, async (ask) => {
      refuseUnknown(name, 'job', job, await listedNames(ask, name, 'job'));
      return ask(enableJob(job, enabled));
    });
    const jobs = fieldsOf(resultOf(name, answer, otherwise)[verb])?.['jobs'];
    if (!Array.isArray(jobs) || !jobs.includes(job)) throw failed(name, '', otherwise);
  }
}
