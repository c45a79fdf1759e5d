import { randomInt } from 'node:crypto';
import { type RestoreReader } from '../../domain/restore-reader.port.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { type RestoreOrder, type StartedRun } from '../../domain/director.port.js';
import { type AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { rejectUnknown, queuedJobId, nameLists } from '../console/replies.js';
import { type DirectorConsole, directorError, type Send } from '../console/director-console.js';
import { placeWords, restorePlace, type RestoreWhere } from '../console/restore-command.js';
import { type RestoreIds, type RestoreSource } from '../../catalog/restore/restore-ids.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type Reply } from '../protocol/reply.js';
import { type JobDefaults } from '../console/configured-jobs.js';

/** Filling the Director's cache of folders takes long for the first access to a large run. */
const limitMs = 120_000;

/** What a restore needs to know of the Director's configuration. */
export interface RestoreSetting {
  readonly restoreJob: JobDefaults;
  readonly roots: readonly string[];
}

/** Restores, in the way of the Director's own programs: a table of the selected files, then a restore of that table. */
export class RestoreCommands {
  constructor(
    private readonly console: DirectorConsole,
    private readonly runs: RunReader,
    private readonly source: RestoreReader & RestoreSource,
  ) {}

  async start(order: RestoreOrder, { restoreJob, roots }: RestoreSetting): Promise<StartedRun> {
    const { name: director } = this.console.settings;
    const place = restorePlace(order, roots, restoreJob);
    const chain = await this.source.resolveChain(fullScope, order.jobids);
    const client = chain.clients[0] ?? order.restoreClient;
    const jobId = await this.console.converse({ limitMs }, async (send) => {
      const clients = await nameLists(send)('client');
      for (const name of [client, order.restoreClient]) rejectUnknown(director, 'client', name, clients);
      if (order.storage !== undefined)
        rejectUnknown(director, 'storage', order.storage, await nameLists(send)('storage'));
      await this.update(send, order.jobids);
      const ids = await this.source.restoreIds(order.jobids, order.selection);
      const table = `b2${randomInt(1, 2 ** 40)}`;
      try {
        await this.expectDone(send, tableCommand(table, order.jobids, ids));
        return await this.restore(send, restoreCommand(table, { order, client, place, restoreJob: restoreJob.job }));
      } finally {
        await send(commandOf('.bvfs_cleanup', [['path', table]])).catch(() => undefined);
      }
    });
    const run = await this.runs.findRun(fullScope, jobId).catch(() => null);
    return { jobId, uniqueName: run?.uniqueName ?? null, job: restoreJob.job, level: run?.level ?? 'None', director };
  }

  /** The Director fills its cache of folders only on request, and browsing reads that cache. */
  async prepareBrowsing(jobIds: readonly number[]): Promise<void> {
    const unprepared = await this.source.unprepared(jobIds);
    if (unprepared.length > 0) await this.console.converse({ limitMs }, (send) => this.update(send, unprepared));
  }

  private update(send: Send, jobIds: readonly number[]): Promise<void> {
    return this.expectDone(send, commandOf('.bvfs_update', [['jobid', jobIds.join(',')]]));
  }

  private async expectDone(send: Send, command: string): Promise<void> {
    const reply = await send(command);
    if (reply.errorText !== '' || reply.verdict === 'failed' || !reply.began) throw this.failed(reply);
  }

  private async restore(send: Send, command: string): Promise<number> {
    const reply = await send(command);
    const jobId = queuedJobId(reply);
    if (jobId !== null && !reply.prompted) return jobId;
    if (jobId !== null) await send(commandOf('cancel', [['jobid', jobId], ['yes', true]])); // prettier-ignore
    throw this.failed(reply);
  }

  private failed(reply: Reply): AppError {
    return directorError(this.console.settings.name, reply);
  }
}

function tableCommand(table: string, jobIds: readonly number[], { fileIds, pathIds, hardLinks }: RestoreIds): string {
  const list = (values: readonly (string | number)[]): string | undefined =>
    values.length === 0 ? undefined : values.join(',');
  return commandOf('.bvfs_restore', [
    ['path', table],
    ['jobid', list(jobIds)],
    ['fileid', list(fileIds)],
    ['dirid', list(pathIds)],
    ['hardlink', list(hardLinks.flatMap(({ jobId, fileIndex }) => [jobId, fileIndex]))],
  ]);
}

interface RestoreCommand {
  readonly order: RestoreOrder;
  readonly client: string;
  readonly place: RestoreWhere;
  readonly restoreJob: string;
}

function restoreCommand(table: string, { order, client, place, restoreJob }: RestoreCommand): string {
  // `?` before the table's name marks it as a table for the Director; names of tables contain digits only.
  return `restore file=?${table} ${commandOf('', [
    ['client', client],
    ['restoreclient', order.restoreClient === client ? undefined : order.restoreClient],
    ['restorejob', restoreJob],
    ['storage', order.storage],
    ...placeWords(place),
    ['replace', order.replace],
    ['comment', order.mark],
    ['yes', true],
  ]).trim()}`;
}
