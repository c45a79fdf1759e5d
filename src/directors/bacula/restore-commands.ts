import { randomInt } from 'node:crypto';
import { type RestoreReader } from '../../domain/restore-reader.port.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { type RestoreOrder, type StartedRun } from '../../domain/director.port.js';
import { type AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { refuseUnknown, queuedJobId } from '../console/replies.js';
import { type DirectorConsole, directorError, type Say } from '../console/director-console.js';
import { placeWords, restorePlace, type RestorePlace } from '../console/restore-command.js';
import { type RestoreIds, type RestoreSource } from '../../catalog/restore/restore-ids.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type Reply } from '../protocol/reply.js';
import { type JobDefaults } from '../console/configured-jobs.js';
import { nameLists } from './parse/names.js';

/** Filling the Director's cache of folders takes long the first time that a large run is looked at. */
const limitMs = 120_000;

/** What a restore needs to know of the Director's configuration. */
export interface RestoreSetting {
  readonly restoreJob: JobDefaults;
  readonly roots: readonly string[];
}

/** Orders to restore, by the way that the Director's own programs take: a table of what is wanted, then a restore of that table. */
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
    const jobId = await this.console.converse({ limitMs }, async (say) => {
      const clients = await nameLists(say)('client');
      for (const name of [client, order.restoreClient]) refuseUnknown(director, 'client', name, clients);
      if (order.storage !== undefined)
        refuseUnknown(director, 'storage', order.storage, await nameLists(say)('storage'));
      await this.update(say, order.jobids);
      const ids = await this.source.restoreIds(order.jobids, order.selection);
      const table = `b2${randomInt(1, 2 ** 40)}`;
      try {
        await this.expectDone(say, tableCommand(table, order.jobids, ids));
        return await this.restore(say, restoreCommand(table, { order, client, place, restoreJob: restoreJob.job }));
      } finally {
        await say(commandOf('.bvfs_cleanup', [['path', table]])).catch(() => undefined);
      }
    });
    const run = await this.runs.findRun(fullScope, jobId).catch(() => null);
    return { jobId, uniqueName: run?.uniqueName ?? null, job: restoreJob.job, level: run?.level ?? 'None', director };
  }

  /** The Director fills its cache of folders only when asked, and browsing reads that cache. */
  async prepareBrowsing(jobIds: readonly number[]): Promise<void> {
    const unprepared = await this.source.unprepared(jobIds);
    if (unprepared.length > 0) await this.console.converse({ limitMs }, (say) => this.update(say, unprepared));
  }

  private update(say: Say, jobIds: readonly number[]): Promise<void> {
    return this.expectDone(say, commandOf('.bvfs_update', [['jobid', jobIds.join(',')]]));
  }

  private async expectDone(say: Say, command: string): Promise<void> {
    const reply = await say(command);
    if (reply.errorText !== '' || reply.verdict === 'failed' || !reply.began) throw this.failed(reply);
  }

  private async restore(say: Say, command: string): Promise<number> {
    const reply = await say(command);
    const jobId = queuedJobId(reply);
    if (jobId !== null && !reply.prompted) return jobId;
    if (jobId !== null) await say(commandOf('cancel', [['jobid', jobId], ['yes', true]])); // prettier-ignore
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
  readonly place: RestorePlace;
  readonly restoreJob: string;
}

function restoreCommand(table: string, { order, client, place, restoreJob }: RestoreCommand): string {
  // `?` before the table's name tells the Director that it is one; names of tables hold digits only.
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
