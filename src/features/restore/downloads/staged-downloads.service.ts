import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../../domain/actor.js';
import { type ResolvedChain } from '../../../domain/restore-reader.port.js';
import { Clock } from '../../../domain/clock.js';
import { type Staging } from '../../../domain/director-settings.js';
import { type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { type OpenDownload } from '../../../domain/download.js';
import { pathOfRef } from '../../../domain/path-input.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { AppError } from '../../../domain/error-codes.js';
import { noFacts, restoreSentence, storedRefs } from '../../../domain/restore-facts.js';
import { hasEnded, type RunProgress } from '../../../domain/run.js';
import { StagingFolders } from '../../../domain/staging.port.js';
import { InstanceLiveness } from '../../../database/instance-liveness.js';
import { LOG } from '../../../platform/logging/log.js';
import { InstanceKey } from '../../../platform/security/secret-box.js';
import { RunRequestsService } from '../../runs/requests/idempotent-run-requests.service.js';
import { type RecordedRun } from '../../runs/store/run-mapper.js';
import { RunHistory } from '../../runs/store/run-history.service.js';
import { restoreRecordOf, RunRecords } from '../../runs/run-records.service.js';
import { definedFields } from '../../audit/audit-recorder.js';
import { type RestoreDownloadEntity, DownloadsRepository } from './downloads.repository.js';
import { type DownloadState } from './downloads.dto.js';
import { pathOfStaged, StagedNames, stagedOfPath } from './download-name.js';

/** So long a restore may take; then it is canceled. */
const preparingLifeMs = 24 * 3_600_000;
/** So long its files wait to be fetched. */
const readyLifeMs = 3_600_000;

/** How far a download is. */
export interface DownloadStatus {
  readonly state: DownloadState;
  /** Progress of the preparation, if the Director provides it. */
  readonly progress: RunProgress | null;
  /** Why it failed. */
  readonly problem: string | null;
  readonly expiresAt: Date;
}

/** The restore for a download, and its caller. */
export interface StagedRequest {
  readonly principal: Principal;
  readonly actor: Actor;
  readonly entry: DirectorEntry;
  readonly chain: ResolvedChain;
  /** Empty: everything. */
  readonly selection: readonly RawPath[];
  /** Entries that are selected, folders too. */
  readonly files: number;
}

/**
 * Downloads from Directors that give out no bytes: a client restores the files into a folder of the download's own, from which they are
 * sent once. The restore is a run like any other; each request reads from its record whether it is complete.
 */
@Injectable()
export class StagedDownloads {
  readonly names: StagedNames;
  /** Folders that could not be emptied, and why. */
  private readonly stuck = new Map<string, string>();
  /** Ids of those that this process sends now. */
  private readonly sending = new Set<string>();

  constructor(
    private readonly directors: Directors,
    private readonly folders: StagingFolders,
    private readonly downloads: DownloadsRepository,
    private readonly orders: RunRequestsService,
    private readonly history: RunHistory,
    private readonly records: RunRecords,
    private readonly presence: InstanceLiveness,
    private readonly clock: Clock,
    instanceKey: InstanceKey,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.names = new StagedNames(instanceKey.derive('staging folders'));
  }

  pathOf(id: string, { folder }: Staging): string {
    return pathOfStaged({ folder, name: this.names.of(id) });
  }

  /** Throws if the folder is unusable, contains files that could not be removed, or has no space for this many bytes. */
  async rejectUnusable({ folder }: Staging, bytes: number): Promise<void> {
    const fault = await this.folders.check(folder);
    if (fault !== null) throw unusable(folder, fault.detail);
    const left = [...this.stuck].find(([path]) => stagedOfPath(path).folder === folder);
    if (left !== undefined) throw unusable(folder, `An earlier download cannot be removed from it: ${left[1]}`);
    const free = await this.folders.freeBytes(folder).catch((error: unknown) => {
      throw unusable(folder, textOf(error));
    });
    if (free >= bytes) return;
    const detail = `The staging folder ${folder} has ${free} bytes free, but the selection has ${bytes}. Select fewer files, or free space on its disk.`;
    throw new AppError('conflict', detail, { reason: 'staging_full', params: { folder, free, bytes } });
  }

  /** Starts the restore of a stored download. Where that fails, the download is gone. */
  async begin(request: StagedRequest, download: RestoreDownloadEntity, where: string): Promise<RestoreDownloadEntity> {
    try {
      await this.folders.make(stagedOfPath(where)).catch((error: unknown) => {
        throw unusable(stagedOfPath(where).folder, textOf(error));
      });
      const runJobId = await this.startRestore(request, download, where);
      const expiresAt = new Date(download.createdAt.getTime() + preparingLifeMs);
      await this.downloads.noteRun(download.id, runJobId, expiresAt);
      return Object.assign(download, { runJobId, expiresAt });
    } catch (error) {
      await this.end(download);
      throw error;
    }
  }

  async statusOf(scope: Scope, download: RestoreDownloadEntity): Promise<DownloadStatus> {
    const { stagedAt, runJobId, expiresAt } = download;
    const ready = { state: 'ready', progress: null, problem: null, expiresAt } as const;
    if (stagedAt === null) return ready;
    const preparing = { ...ready, state: 'preparing' } as const;
    if (runJobId === null) return preparing;
    const entry = this.entryOf(download);
    if (entry === null) {
      return { ...ready, state: 'failed', problem: `Director ${download.director} is no longer configured.` };
    }
    const run = await this.history.find(scope, entry, runJobId);
    if (run === null) return preparing;
    if (!hasEnded(run.status)) {
      const { progress = null } = await this.records.recordOf(scope, entry, run);
      return { ...preparing, progress };
    }
    const kept = { ...ready, expiresAt: await this.expiryOf(download) };
    const problem = await this.problemOf(run);
    return problem === null ? kept : { ...kept, state: 'failed', problem };
  }

  /** Throws if its files are not complete yet, or will never be. */
  async rejectNotReady(scope: Scope, download: RestoreDownloadEntity): Promise<void> {
    const { state, problem } = await this.statusOf(scope, download);
    const jobId = download.runJobId ?? 0;
    if (state === 'preparing') {
      const detail = `The restore for this download (job id ${jobId}) has not ended. Try again in a moment.`;
      const extras = { reason: 'download_preparing', params: { jobId }, retryAfterSeconds: 5 } as const;
      throw new AppError('conflict', detail, extras);
    }
    if (problem === null) return;
    const params = { jobId, words: problem };
    throw new AppError('conflict', `The download could not be prepared. ${problem}`, {
      reason: 'download_failed',
      params,
    });
  }

  /** Claims the download for this process, which must also end it. */
  async take(download: RestoreDownloadEntity): Promise<boolean> {
    if (download.stagedAt === null) return false;
    if (await this.downloads.take(download.id, this.presence.id, this.clock.now())) {
      this.sending.add(download.id);
      return true;
    }
    const detail = 'This download is already being sent, and can be sent only once. Create a new one.';
    throw new AppError('conflict', detail, { reason: 'download_taken' });
  }

  open(
    { refs, format, contents }: RestoreDownloadEntity,
    stagedAt: string,
    signal: AbortSignal,
  ): Promise<OpenDownload> {
    const selection = refs.map((ref) => pathOfRef(ref, 'refs'));
    return this.folders.open({ ...stagedOfPath(stagedAt), selection, format, contents }, signal);
  }

  /** Removes its files and its record. What cannot be removed is tried again by the sweep. */
  async end({ id, stagedAt }: RestoreDownloadEntity): Promise<void> {
    this.sending.delete(id);
    if (stagedAt !== null) await this.empty(stagedAt);
    await this.downloads.delete(id).catch((error: unknown) => {
      this.log.warn({ err: error, download: id }, 'Could not delete the record of a download; will retry.');
    });
  }

  /** Removes a download's own folder. */
  async empty(path: string): Promise<void> {
    try {
      await this.folders.remove(stagedOfPath(path));
      this.stuck.delete(path);
    } catch (error) {
      this.stuck.set(path, textOf(error));
      this.log.error({ err: error, folder: path }, 'Could not remove the files of a download; will retry.');
    }
  }

  /** Whether a process sends it now. */
  isSending({ id, takenBy }: RestoreDownloadEntity): Promise<boolean> {
    if (takenBy === null || takenBy === this.presence.id) return Promise.resolve(this.sending.has(id));
    return this.presence.isAlive(takenBy);
  }

  entryOf({ director }: RestoreDownloadEntity): DirectorEntry | null {
    return this.directors.all().find(({ name }) => name === director) ?? null;
  }

  private async startRestore(
    { principal, actor, entry, chain, selection, files }: StagedRequest,
    { id }: RestoreDownloadEntity,
    where: string,
  ): Promise<number> {
    const restoreClient = entry.settings?.staging?.client ?? '';
    const order = { jobids: chain.jobids, selection, restoreClient, where, replace: 'always', anywhere: true } as const;
    const facts = {
      ...noFacts,
      jobids: chain.jobids,
      filesets: chain.filesets,
      sourceClient: chain.clients[0] ?? null,
      where,
      replace: order.replace,
      restoreClient,
      chosen: files,
      refs: storedRefs(selection.map(({ ref }) => ref)),
    };
    const selected = selection.length === 0 ? 'everything' : selection.length;
    const changes = definedFields({
      jobids: chain.jobids,
      selected,
      restoreClient,
      where,
      replace: 'always',
      download: id,
    });
    const target = `client:${entry.name}:${restoreClient}`;
    const request = { principal, actor, key: null, route: 'createDownload', body: { download: id }, entry };
    const { answer } = await this.orders.place(request, () =>
      Promise.resolve({
        send: (mark: string) => entry.director.startRestore(principal.scope, { ...order, mark }),
        more: {},
        action: { action: 'restore.run', target, changes },
        restore: facts,
      }),
    );
    return answer.jobId;
  }

  /** Why what a restore that ended has restored is not the whole; null: it is. */
  private async problemOf(run: RecordedRun): Promise<string | null> {
    const facts = restoreRecordOf(run, await this.records.restoreFactsOf(run));
    const { chosen, restored, failed } = facts;
    const isWhole = restored !== null && restored >= (chosen ?? 1) && (failed ?? 0) === 0;
    if (run.status === 'completed' && isWhole) return null;
    const sentence = restoreSentence(facts);
    const counts = sentence === '' ? '' : `: ${sentence}`;
    return `The restore (job id ${run.jobId}) ended as ${run.status}${counts}. See its log; its files were removed from the staging folder.`;
  }

  /** From the moment on that the end is seen. */
  private async expiryOf({ id, expiresAt }: RestoreDownloadEntity): Promise<Date> {
    const soonest = new Date(this.clock.now().getTime() + readyLifeMs);
    if (expiresAt <= soonest) return expiresAt;
    await this.downloads.expireBy(id, soonest);
    return soonest;
  }
}

function unusable(folder: string, words: string): AppError {
  const detail = `The staging folder ${folder} cannot be used: ${words}`;
  return new AppError('not_supported_by_director', detail, { reason: 'staging_unusable', params: { folder, words } });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
