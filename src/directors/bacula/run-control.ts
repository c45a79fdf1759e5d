import { type CatalogPort } from '../../domain/catalog.port.js';
import { type DirectorSchedule } from '../../domain/job.js';
import { Refusal } from '../../domain/errors.js';
import { refuseUnknown } from '../console/replies.js';
import { type DirectorConsole, directorError } from '../console/director-console.js';
import { refuseEnded } from '../console/ended-runs.js';
import { commandOf } from '../protocol/command.js';
import { nameLists, namesIn } from './parse/names.js';
import { shownSchedules } from './parse/show-output.js';

/** What the Director says when it has taken the wish; version 15 refuses runs that wait for their time, and ends them all the same. */
const taken = /marked to be canceled|2001 Job|is not in work queue/;

/** It has noted the wish before it tells the run's daemons: one that can't be reached does not undo that. */
const untold = /(?:Unable|Failed) to connect to (?:Client|Storage|File daemon)/;

/** Version 15 tells the run's client before it answers, and waits a quarter of a minute for one that is down. */
const cancelLimitMs = 30_000;

/** Ends runs, and takes jobs, clients and schedules out of what the Director starts by itself. */
export class RunControl {
  constructor(
    private readonly console: DirectorConsole,
    private readonly catalog: CatalogPort,
  ) {}

  async cancel(jobId: number): Promise<void> {
    await refuseEnded(this.catalog, jobId);
    const reply = await this.console.ask(
      commandOf('cancel', [
        ['jobid', jobId],
        ['yes', true],
      ]),
      { limitMs: cancelLimitMs },
    );
    if (taken.test(reply.text) || untold.test(reply.text)) return;
    // It may have ended between the look and the wish, which the Director calls "not running", as it does for ids it never gave.
    await refuseEnded(this.catalog, jobId);
    throw directorError(this.console.settings.name, reply);
  }

  /** Lasts until the Director restarts. */
  async setEnabled(kind: 'job' | 'client' | 'schedule', of: string, enabled: boolean): Promise<void> {
    const { name } = this.console.settings;
    const verb = enabled ? 'enable' : 'disable';
    const command = commandOf(verb, [[kind, of]]);
    const reply = await this.console.converse({}, async (say) => {
      if (kind === 'schedule') refuseUnknownSchedule(name, of, namesIn(await say('.schedule')));
      else refuseUnknown(name, kind, of, await nameLists(say)(kind));
      return say(command);
    });
    const isDone = reply.errorText === '' && !reply.prompted && reply.text.includes(`"${of}" ${verb}d`);
    if (!isDone) throw directorError(name, reply);
  }

  async schedules(): Promise<readonly DirectorSchedule[]> {
    return shownSchedules((await this.console.ask('show schedules')).text);
  }
}

function refuseUnknownSchedule(director: string, schedule: string, known: readonly string[]): void {
  if (known.includes(schedule)) return;
  throw new Refusal('not_found', `Director ${director} has no schedule named ${schedule}.`);
}
