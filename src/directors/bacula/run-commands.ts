import { type RunReader } from '../../domain/run-reader.port.js';
import { type RunOrder, type StartedRun, type Estimate, type EstimateOrder } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { rejectUnknownNames, rejectUnknown, queuedJobId, rejectEnded, nameLists, namesIn } from '../console/replies.js';
import { type DirectorConsole, directorError } from '../console/director-console.js';
import { localTimeText } from '../../platform/local-times.js';
import { commandOf } from '../protocol/quote-argument.js';
import { asLateEstimate, estimateCommand, figuresIn, noEstimate } from '../console/estimates.js';
import { EstimateQueue } from '../estimate-queue.js';
import { type Reply } from '../protocol/reply.js';
import { type DirectorSchedule } from '../../domain/job.js';
import { shownSchedules } from './parse/show-output.js';

/** Estimates, made by the client's daemon as in a run; whether it compares names and times or times alone is the job's own setting. */
export class Estimates {
  private readonly queue: EstimateQueue;

  constructor(
    private readonly console: DirectorConsole,
    limitMs?: number,
  ) {
    this.queue = new EstimateQueue(console.settings.name, limitMs);
  }

  estimate(order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    const { job, level } = order;
    const command = estimateCommand(order);
    return this.queue.take(job, signal, async ({ leftMs }) => {
      const reply = await this.requestEstimate(order, command, leftMs(), signal);
      const found = reply.prompted || reply.errorText !== '' ? null : figuresIn(reply.text);
      if (found === null) throw noEstimate(this.console.settings.name, job, reply.text);
      return { ...found, level };
    });
  }

  private requestEstimate(
    order: EstimateOrder,
    command: string,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Reply> {
    const { name } = this.console.settings;
    const { job, client, fileset } = order;
    return this.console
      .converse({ lane: 'slow', limitMs, signal }, async (send) => {
        await rejectUnknownNames(
          name,
          { job, ...(client && { client }), ...(fileset && { fileset }) },
          nameLists(send),
        );
        return send(command);
      })
      .catch(asLateEstimate(name, job, limitMs));
  }
}

/** The Director's reply if it has accepted the cancel; version 15 rejects runs that wait for their time, and cancels them anyway. */
const acceptedReply = /marked to be canceled|2001 Job|is not in work queue/;

/** It records the cancel before it contacts the run's daemons: an unreachable one does not undo that. */
const untold = /(?:Unable|Failed) to connect to (?:Client|Storage|File daemon)/;

/** Version 15 contacts the run's client before it answers, and waits a quarter of a minute for one that is down. */
const cancelLimitMs = 30_000;

/** Cancels runs, and disables and enables jobs, clients and schedules. */
export class RunControl {
  constructor(
    private readonly console: DirectorConsole,
    private readonly runs: RunReader,
  ) {}

  async cancel(jobId: number): Promise<void> {
    await rejectEnded(this.runs, jobId);
    const reply = await this.console.ask(
      commandOf('cancel', [
        ['jobid', jobId],
        ['yes', true],
      ]),
      { limitMs: cancelLimitMs },
    );
    if (acceptedReply.test(reply.text) || untold.test(reply.text)) return;
    // It may have ended between the check and the cancel; the Director then reports "not running", as for unknown ids.
    await rejectEnded(this.runs, jobId);
    throw directorError(this.console.settings.name, reply);
  }

  /** Lasts until the Director restarts. */
  async setEnabled(kind: 'job' | 'client' | 'schedule', of: string, enabled: boolean): Promise<void> {
    const { name } = this.console.settings;
    const verb = enabled ? 'enable' : 'disable';
    const command = commandOf(verb, [[kind, of]]);
    const reply = await this.console.converse({}, async (send) => {
      if (kind === 'schedule') rejectUnknownSchedule(name, of, namesIn(await send('.schedule')));
      else rejectUnknown(name, kind, of, await nameLists(send)(kind));
      return send(command);
    });
    const isDone = reply.errorText === '' && !reply.prompted && reply.text.includes(`"${of}" ${verb}d`);
    if (!isDone) throw directorError(name, reply);
  }

  async schedules(): Promise<readonly DirectorSchedule[]> {
    return shownSchedules((await this.console.ask('show schedules')).text);
  }
}

function rejectUnknownSchedule(director: string, schedule: string, known: readonly string[]): void {
  if (known.includes(schedule)) return;
  throw new AppError('not_found', `Director ${director} has no schedule named ${schedule}.`);
}

const limitMs = 20_000;

/** Starts configured jobs. */
export class RunCommands {
  constructor(
    private readonly console: DirectorConsole,
    private readonly runs: RunReader,
  ) {}

  async start(order: RunOrder): Promise<StartedRun> {
    const { name: director, timezone } = this.console.settings;
    const command = runCommand(order, timezone);
    // On the connection of the order itself, so that the names are of the configuration that the order meets.
    const reply = await this.console.converse({ limitMs }, async (send) => {
      await rejectUnknownNames(director, order, nameLists(send));
      return send(command);
    });
    const jobId = queuedJobId(reply);
    if (jobId === null) throw directorError(director, reply);
    if (reply.prompted) await this.undo(jobId, director);
    return { jobId, uniqueName: await this.uniqueNameOf(jobId), job: order.job, level: order.level, director };
  }

  /** The Director prompted and then queued the job anyway, with other settings than requested. */
  private async undo(jobId: number, director: string): Promise<never> {
    await this.console.ask(
      commandOf('cancel', [
        ['jobid', jobId],
        ['yes', true],
      ]),
    );
    const detail = `Director ${director} did not accept the request as given; its configuration may have changed. Run ${jobId}, which it queued instead, was canceled. Try again.`;
    throw new AppError('director_error', detail);
  }

  /** The request is accepted whether or not the catalog has the name already. */
  private async uniqueNameOf(jobId: number): Promise<string | null> {
    try {
      return (await this.runs.findRun(fullScope, jobId))?.uniqueName ?? null;
    } catch {
      return null;
    }
  }
}

function runCommand(order: RunOrder, timezone: string): string {
  const { job, level, client, fileset, storage, pool, priority, when, mark } = order;
  return commandOf('run', [
    ['job', job],
    ['level', level === 'None' ? undefined : level],
    ['client', client],
    ['fileset', fileset],
    ['storage', storage],
    ['pool', pool],
    ['priority', priority],
    ['when', when && localTimeText(when, timezone)],
    ['comment', mark],
    ['yes', true],
  ]);
}
