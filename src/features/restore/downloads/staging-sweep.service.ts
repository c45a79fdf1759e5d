import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../../../domain/clock.js';
import { Directors } from '../../../domain/directors.port.js';
import { hasEnded } from '../../../domain/run.js';
import { fullScope } from '../../../domain/principal.js';
import { StagingFolders } from '../../../domain/staging.port.js';
import { LOG } from '../../../platform/logging/log.js';
import { RunHistory } from '../../runs/store/run-history.service.js';
import { type RestoreDownloadEntity, DownloadsRepository } from './downloads.repository.js';
import { StagedDownloads } from './staged-downloads.service.js';
import { pathOfStaged, stagedOfPath } from './download-name.js';

/**
 * Removes what downloads have left in staging folders: of those that expired or failed, of processes that ended, and of restores that went
 * on after their download was given up. Only folders with names of this installation's downloads.
 */
@Injectable()
export class StagingSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly directors: Directors,
    private readonly folders: StagingFolders,
    private readonly downloads: DownloadsRepository,
    private readonly staged: StagedDownloads,
    private readonly history: RunHistory,
    private readonly clock: DeletionClock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // A hanging disk must not delay the start.
    void this.onTick();
  }

  @Cron('15 * * * * *')
  onTick(): Promise<void> {
    this.running = this.running
      .then(() => this.sweep())
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'Could not check for leftover downloads; will retry.');
      });
    return this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  async sweep(): Promise<void> {
    const inUse = await this.downloads.listStaged();
    // Before the records are read again: a download's record is there before its folder.
    const found = await this.listFound(inUse);
    const retained = new Set<string>();
    for (const download of await this.downloads.listStaged()) {
      if (await this.isRetained(download)) retained.add(download.stagedAt ?? '');
    }
    for (const path of found) if (!retained.has(path)) await this.staged.empty(path);
  }

  /** Folders of downloads in the staging folders of all Directors, and in those that downloads still name. */
  private async listFound(downloads: readonly RestoreDownloadEntity[]): Promise<readonly string[]> {
    const configured = this.directors.all().flatMap(({ settings }) => settings?.staging?.folder ?? []);
    const named = downloads.flatMap(({ stagedAt }) => (stagedAt === null ? [] : [stagedOfPath(stagedAt).folder]));
    const found: string[] = [];
    for (const folder of new Set([...configured, ...named])) {
      const names = await this.folders.list(folder).catch((error: unknown) => {
        this.log.warn({ err: error, folder }, 'Could not read a staging folder; will retry.');
        return [];
      });
      found.push(
        ...names.filter((name) => this.staged.names.isOwn(name)).map((name) => pathOfStaged({ folder, name })),
      );
    }
    return found;
  }

  /** Whether the files of a download may still be wanted. Deletes the record of one that is over. */
  private async isRetained(download: RestoreDownloadEntity): Promise<boolean> {
    const { id, takenBy, expiresAt } = download;
    if (takenBy !== null) {
      if (await this.staged.isSending(download)) return true;
      await this.downloads.delete(id);
      return false;
    }
    const now = await this.clock.believedNow();
    if (now !== null && expiresAt <= now) {
      await this.cancelRestore(download);
      await this.downloads.delete(id);
      return false;
    }
    try {
      return (await this.staged.statusOf(fullScope, download)).state !== 'failed';
    } catch (error) {
      this.log.debug({ err: error, download: id }, 'Could not read the progress of a download.');
      return true;
    }
  }

  private async cancelRestore(download: RestoreDownloadEntity): Promise<void> {
    const { runJobId, id } = download;
    const entry = this.staged.entryOf(download);
    if (runJobId === null || entry === null) return;
    try {
      const run = await this.history.find(fullScope, entry, runJobId);
      if (run !== null && !hasEnded(run.status)) await entry.director.cancelRun(fullScope, runJobId);
    } catch (error) {
      this.log.warn(
        { err: error, download: id, jobId: runJobId },
        'Could not cancel the restore of an expired download.',
      );
    }
  }
}
