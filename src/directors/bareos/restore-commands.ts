import { randomInt } from 'node:crypto';
import { type RestoreReader } from '../../domain/restore-reader.port.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { type RestoreOrder, type StartedRun } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { rejectUnknown } from '../console/replies.js';
import { type JobDefaults } from '../console/configured-jobs.js';
import { restorePlace } from '../console/restore-command.js';
import { type RestoreSource } from '../../catalog/restore/restore-ids.js';
import { dropTable, makeTable, prepareBrowsing, restoreTable } from './bareos-commands.js';
import { type SendJson, type BareosConsole, failed, resultOf } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { type Fields } from './json-reply.js';
import { queuedJobId } from './run-commands.js';

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
    private readonly console: BareosConsole,
    private readonly runs: RunReader,
    private readonly source: RestoreReader & RestoreSource,
  ) {}

  async start(order: RestoreOrder, { restoreJob, roots }: RestoreSetting): Promise<StartedRun> {
    const { name: director } = this.console.settings;
    const place = restorePlace(order, roots, restoreJob);
    const { job } = restoreJob;
    const { restoreClient, storage, replace, pluginOptions, mark } = order;
    const chain = await this.source.resolveChain(fullScope, order.jobids);
    const client = chain.clients[0] ?? restoreClient;
    const jobId = await this.console.converse({ limitMs }, async (sendJson) => {
      await this.rejectUnlisted(sendJson, [client, restoreClient], job);
      if (storage !== undefined)
        rejectUnknown(director, 'storage', storage, await listedNames(sendJson, director, 'storage'));
      await this.done(sendJson, prepareBrowsing(order.jobids));
      const ids = await this.source.restoreIds(order.jobids, order.selection);
      const table = `b2${randomInt(1, 2 ** 40)}`;
      try {
        await this.done(sendJson, makeTable(table, order.jobids, ids));
        const words = { client, restoreClient, restoreJob: job, storage, place, replace, pluginOptions, mark };
        return queuedJobId(
          await this.done(sendJson, restoreTable(table, words), 'where' in place ? place.where : undefined),
        );
      } finally {
        await sendJson(dropTable(table)).catch(() => undefined);
      }
    });
    if (jobId === null)
      throw failed(director, '', `Director ${director} accepted the restore but did not return its job id.`);
    const run = await this.runs.findRun(fullScope, jobId).catch(() => null);
    return { jobId, uniqueName: run?.uniqueName ?? null, job, level: run?.level ?? 'None', director };
  }

  /** The Director fills its cache of folders only on request, and browsing reads that cache. */
  async prepareBrowsing(jobIds: readonly number[]): Promise<void> {
    const unprepared = await this.source.unprepared(jobIds);
    if (unprepared.length === 0) return;
    await this.console.converse({ limitMs }, (sendJson) => this.done(sendJson, prepareBrowsing(unprepared)));
  }

  /** A console that may see one client only gets that one's files, for any requested client. */
  private async rejectUnlisted(sendJson: SendJson, clients: readonly string[], restoreJob: string): Promise<void> {
    const { name } = this.console.settings;
    const known = await listedNames(sendJson, name, 'client');
    for (const client of clients) rejectUnknown(name, 'client', client, known);
    rejectUnknown(name, 'job', restoreJob, await listedNames(sendJson, name, 'job'));
  }

  /** `where`: the folder that the command names. */
  private async done(sendJson: SendJson, command: string, where?: string): Promise<Fields> {
    const { name } = this.console.settings;
    const answer = await sendJson(command);
    if (where !== undefined && deniedWhere.test(answer.failure ?? '')) throw whereDenied(name, where);
    const step = command.split(' ', 1)[0] ?? '';
    const otherwise = `Director ${name} rejected the restore at step "${step}" and gave no reason. Check that this console may use the client, the fileset and the target folder (Where ACL), and check the Director's log.`;
    return resultOf(name, answer, otherwise);
  }
}

const deniedWhere = /"where" specification not authorized|No authorization for "where"|WhereACL/i;

function whereDenied(director: string, where: string): AppError {
  const detail = `Director ${director} does not allow this console to restore to ${where}. Choose another folder, or allow this one in the console's Where ACL.`;
  return new AppError('where_not_allowed', detail, { params: { director, folder: where } });
}
