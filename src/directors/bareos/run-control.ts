import { type CatalogPort } from '../../domain/catalog.port.js';
import { type DirectorSchedule } from '../../domain/job.js';
import { Refusal } from '../../domain/errors.js';
import { refuseUnknown } from '../console/replies.js';
import { refuseEnded } from '../console/ended-runs.js';
import { rowsIn, textIn, yesIn } from './answer-fields.js';
import { cancelRun, scheduleList, switchable, switchOn } from './bareos-commands.js';
import { type Ask, type BareosConsole, failed, resultOf } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { fieldsOf } from './json-reply.js';

/** Ends runs, and takes jobs, clients and schedules out of the Director's plan. */
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

  async setEnabled(kind: keyof typeof switchable, wanted: string, enabled: boolean): Promise<void> {
    const { name } = this.console.settings;
    const verb = enabled ? 'enable' : 'disable';
    const otherwise = `Director ${name} did not ${verb} ${wanted} and gave no reason. Check its log.`;
    const answer = await this.console.converse({}, async (ask) => {
      await this.refuseUnlisted(ask, kind, wanted);
      return ask(switchOn(kind, wanted, enabled));
    });
    const done = fieldsOf(resultOf(name, answer, otherwise)[verb])?.[switchable[kind]];
    if (!Array.isArray(done) || !done.includes(wanted)) throw failed(name, '', otherwise);
  }

  async schedules(): Promise<readonly DirectorSchedule[]> {
    const schedules = await this.console.converse({}, (ask) => this.listedSchedules(ask));
    return [...schedules].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private async refuseUnlisted(ask: Ask, kind: keyof typeof switchable, wanted: string): Promise<void> {
    const { name } = this.console.settings;
    if (kind !== 'schedule') {
      refuseUnknown(name, kind, wanted, await listedNames(ask, name, kind));
      return;
    }
    const schedules = await this.listedSchedules(ask);
    if (schedules.some((schedule) => schedule.name === wanted)) return;
    throw new Refusal('not_found', `Director ${name} has no schedule named ${wanted}.`);
  }

  private async listedSchedules(ask: Ask): Promise<readonly DirectorSchedule[]> {
    const { name: director } = this.console.settings;
    const otherwise = `Director ${director} did not list its schedules and gave no reason. Check its log.`;
    return rowsIn(resultOf(director, await ask(scheduleList), otherwise), 'schedules').flatMap((row) => {
      const name = textIn(row, 'name');
      return name === null ? [] : [{ name, enabled: yesIn(row, 'enabled') }];
    });
  }
}
