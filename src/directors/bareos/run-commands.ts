import { type CatalogPort } from '../../domain/catalog.port.js';
import { type RunOrder, type StartedRun } from '../../domain/director.port.js';
import { Refusal } from '../../domain/errors.js';
import { type Run } from '../../domain/run.js';
import { everything } from '../../domain/scope.js';
import { refuseUnknownNames } from '../console/replies.js';
import { wholeIn, yesIn } from './answer-fields.js';
import { cancelRun, mayRun, runJob } from './bareos-commands.js';
import { type Ask, type BareosConsole, failed, unlessForbidden } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { type Fields, fieldsOf } from './json-reply.js';

const limitMs = 20_000;

/** Orders to run a configured job. */
export class RunOrders {
  constructor(
    private readonly console: BareosConsole,
    private readonly catalog: CatalogPort,
  ) {}

  async start(order: RunOrder): Promise<StartedRun> {
    const { name: director, timezone } = this.console.settings;
    const command = runJob(order, timezone);
    // On the connection of the order itself, so that the names are of the configuration that the order meets.
    const jobId = await this.console.converse({ limitMs }, async (ask) => {
      await refuseUnknownNames(director, order, (kind) => listedNames(ask, director, kind));
      const { result, failure } = await ask(command);
      if (failure === null) return queuedJobId(result);
      // It may have taken the order and failed at it: then the run tells in its log why.
      const taken = await this.catalog.findRunByMark(everything, order.mark).catch(() => null);
      if (taken === null) throw failed(director, failure, await this.reason(ask, order));
      return taken.jobId;
    });
    if (jobId === null)
      throw failed(director, '', `Director ${director} accepted the run but did not return its job id.`);
    const run = await this.recordOf(jobId);
    if (run && !isOrdered(run, order)) await this.undo(run);
    return { jobId, uniqueName: run?.uniqueName ?? null, job: order.job, level: order.level, director };
  }

  /** The Director says only that it failed: what it holds against the order is found out by asking. */
  private async reason(ask: Ask, { job, level }: RunOrder): Promise<string> {
    const { name } = this.console.settings;
    const silent = `Director ${name} did not run ${job} and gave no reason.`;
    const answer = await ask(mayRun(job)).catch(unlessForbidden(null));
    const isAllowed = yesIn(fieldsOf(answer?.result['.authorized']) ?? {}, 'authorized');
    if (isAllowed === false) return `${silent} This console may not run it. Allow the job, its client and its fileset in the console's ACLs.`; // prettier-ignore
    return `${silent} All names are known and allowed. Check that the job supports level ${level}, and check the Director's log.`;
  }

  /** The order is taken whether or not the catalog can tell of it. */
  private async recordOf(jobId: number): Promise<Run | null> {
    return this.catalog.findRun(everything, jobId).catch(() => null);
  }

  /** It queued something else: its configuration changed between the look at its names and the order. */
  private async undo({ jobId, job, client }: Run): Promise<never> {
    const { name } = this.console.settings;
    await this.console.json(cancelRun(jobId));
    const detail = `Director ${name} did not accept the request as given: it queued ${job} of ${client ?? 'no client'} as run ${jobId}, which was canceled. Its configuration may have changed. Try again.`;
    throw new Refusal('director_error', detail);
  }
}

/** null where the answer tells of none. */
export function queuedJobId(result: Fields): number | null {
  const jobId = wholeIn(fieldsOf(result['run']) ?? {}, 'jobid');
  return jobId !== null && jobId > 0 ? jobId : null;
}

/** What is not recorded yet cannot differ. */
function isOrdered(run: Run, order: RunOrder): boolean {
  const isClient = order.client === undefined || run.client === null || run.client === order.client;
  return run.job === order.job && isClient;
}
