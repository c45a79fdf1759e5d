import { type RunReader } from '../../domain/run-reader.port.js';
import { type RunOrder, type StartedRun, type Estimate, type EstimateOrder } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { type Run } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { rejectUnknownNames, rejectUnknown, rejectEnded } from '../console/replies.js';
import { wholeIn, yesIn, rowsIn, textIn, type Fields, fieldsOf, sanitizeMessage } from './json-reply.js';
import { cancelRun, mayRun, runJob, scheduleList, switchable, switchOn } from './bareos-commands.js';
import { type SendJson, type BareosConsole, failed, unlessForbidden, resultOf } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { asLateEstimate, estimateCommand, figuresIn, noEstimate } from '../console/estimates.js';
import { EstimateQueue } from '../estimate-queue.js';
import { type Reply } from '../protocol/reply.js';
import { type DirectorSchedule } from '../../domain/job.js';

/** Estimates, made by the client's daemon as in a run. In text mode: as JSON a Director answers `{}`. */
export class Estimates {
  private readonly queue: EstimateQueue;

  constructor(private readonly console: BareosConsole) {
    this.queue = new EstimateQueue(console.settings.name);
  }

  estimate(order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    const { job, level } = order;
    const command = estimateCommand(order);
    return this.queue.take(job, signal, async ({ leftMs }) => {
      const reply = await this.requestEstimate(order, command, leftMs(), signal);
      const found = reply.errorText === '' ? figuresIn(reply.text) : null;
      if (found === null) throw noEstimate(this.console.settings.name, job, sanitizeMessage(reply.text));
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
    const names = { job, ...(client && { client }), ...(fileset && { fileset }) };
    return this.console
      .converse({ lane: 'slow', limitMs, signal }, async (sendJson, _welcome, sendText) => {
        await rejectUnknownNames(name, names, (kind) => listedNames(sendJson, name, kind));
        return sendText(command);
      })
      .catch(asLateEstimate(name, job, limitMs));
  }
}

/** Ends runs, and takes jobs, clients and schedules out of the Director's plan. */
export class RunControl {
  constructor(
    private readonly console: BareosConsole,
    private readonly runs: RunReader,
  ) {}

  async cancel(jobId: number): Promise<void> {
    const { name } = this.console.settings;
    await rejectEnded(this.runs, jobId);
    const { failure } = await this.console.json(cancelRun(jobId));
    if (failure === null) return;
    // It may have ended between the check and the cancel; the Director then reports "not running", as for unknown ids.
    await rejectEnded(this.runs, jobId);
    throw failed(name, failure, `Director ${name} did not cancel run ${jobId} and gave no reason. Check its log.`);
  }

  async setEnabled(kind: keyof typeof switchable, wanted: string, enabled: boolean): Promise<void> {
    const { name } = this.console.settings;
    const verb = enabled ? 'enable' : 'disable';
    const otherwise = `Director ${name} did not ${verb} ${wanted} and gave no reason. Check its log.`;
    const answer = await this.console.converse({}, async (sendJson) => {
      await this.rejectUnlisted(sendJson, kind, wanted);
      return sendJson(switchOn(kind, wanted, enabled));
    });
    const done = fieldsOf(resultOf(name, answer, otherwise)[verb])?.[switchable[kind]];
    if (!Array.isArray(done) || !done.includes(wanted)) throw failed(name, '', otherwise);
  }

  async schedules(): Promise<readonly DirectorSchedule[]> {
    const schedules = await this.console.converse({}, (sendJson) => this.listedSchedules(sendJson));
    return [...schedules].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private async rejectUnlisted(sendJson: SendJson, kind: keyof typeof switchable, wanted: string): Promise<void> {
    const { name } = this.console.settings;
    if (kind !== 'schedule') {
      rejectUnknown(name, kind, wanted, await listedNames(sendJson, name, kind));
      return;
    }
    const schedules = await this.listedSchedules(sendJson);
    if (schedules.some((schedule) => schedule.name === wanted)) return;
    throw new AppError('not_found', `Director ${name} has no schedule named ${wanted}.`);
  }

  private async listedSchedules(sendJson: SendJson): Promise<readonly DirectorSchedule[]> {
    const { name: director } = this.console.settings;
    const otherwise = `Director ${director} did not list its schedules and gave no reason. Check its log.`;
    return rowsIn(resultOf(director, await sendJson(scheduleList), otherwise), 'schedules').flatMap((row) => {
      const name = textIn(row, 'name');
      return name === null ? [] : [{ name, enabled: yesIn(row, 'enabled') }];
    });
  }
}

const limitMs = 20_000;

/** Starts configured jobs. */
export class RunCommands {
  constructor(
    private readonly console: BareosConsole,
    private readonly runs: RunReader,
  ) {}

  async start(order: RunOrder): Promise<StartedRun> {
    const { name: director, timezone } = this.console.settings;
    const command = runJob(order, timezone);
    // On the connection of the order itself, so that the names are of the configuration that the order meets.
    const jobId = await this.console.converse({ limitMs }, async (sendJson) => {
      await rejectUnknownNames(director, order, (kind) => listedNames(sendJson, director, kind));
      const { result, failure } = await sendJson(command);
      if (failure === null) return queuedJobId(result);
      // It may have accepted the run and failed at it: then the run's log has the reason.
      const started = await this.runs.findRunByTag(fullScope, order.mark).catch(() => null);
      if (started === null) throw failed(director, failure, await this.reason(sendJson, order));
      return started.jobId;
    });
    if (jobId === null)
      throw failed(director, '', `Director ${director} accepted the run but did not return its job id.`);
    const run = await this.recordOf(jobId);
    if (run && !isOrdered(run, order)) await this.undo(run);
    return { jobId, uniqueName: run?.uniqueName ?? null, job: order.job, level: order.level, director };
  }

  /** The Director only reports a failure: the reason is found by checking the names. */
  private async reason(sendJson: SendJson, { job, level }: RunOrder): Promise<string> {
    const { name } = this.console.settings;
    const silent = `Director ${name} did not run ${job} and gave no reason.`;
    const answer = await sendJson(mayRun(job)).catch(unlessForbidden(null));
    const isAllowed = yesIn(fieldsOf(answer?.result['.authorized']) ?? {}, 'authorized');
    if (isAllowed === false) return `${silent} This console may not run it. Allow the job, its client and its fileset in the console's ACLs.`; // prettier-ignore
    return `${silent} All names are known and allowed. Check that the job supports level ${level}, and check the Director's log.`;
  }

  /** The request is accepted whether or not the catalog has it already. */
  private async recordOf(jobId: number): Promise<Run | null> {
    return this.runs.findRun(fullScope, jobId).catch(() => null);
  }

  /** It queued something else: its configuration changed between the check of the names and the command. */
  private async undo({ jobId, job, client }: Run): Promise<never> {
    const { name } = this.console.settings;
    await this.console.json(cancelRun(jobId));
    const detail = `Director ${name} did not accept the request as given: it queued ${job} of ${client ?? 'no client'} as run ${jobId}, which was canceled. Its configuration may have changed. Try again.`;
    throw new AppError('director_error', detail);
  }
}

/** null if the answer has none. */
export function queuedJobId(result: Fields): number | null {
  const jobId = wholeIn(fieldsOf(result['run']) ?? {}, 'jobid');
  return jobId !== null && jobId > 0 ? jobId : null;
}

/** What is not recorded yet cannot differ. */
function isOrdered(run: Run, order: RunOrder): boolean {
  const isClient = order.client === undefined || run.client === null || run.client === order.client;
  return run.job === order.job && isClient;
}
