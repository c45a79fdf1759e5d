import { once } from 'node:events';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type Logger } from 'pino';
import { type Actor } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { resolveDirector, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type OpenDownload } from '../../../domain/download.js';
import { callerKey, type Principal } from '../../../domain/principal.js';
import { pathOfRef } from '../../../domain/path-input.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder, type AuditedAction } from '../../audit/audit-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { CallerStreams } from '../../../http/caller-streams.js';
import { LOG } from '../../../platform/logging/log.js';
import { rejectIncomplete } from '../restore.service.js';
import { type RestoreDownloadEntity, DownloadsRepository } from './downloads.repository.js';
import { attachment } from './download-name.js';
import { StagedDownloads } from './staged-downloads.service.js';
import { whenClosed } from '../../../http/when-closed.js';

/** A revoked token or an ended session is noticed within five seconds. */
const checkMs = 4_000;

const mediaTypes = { file: 'application/octet-stream', tar: 'application/x-tar', zip: 'application/zip' } as const;

/** Who fetches a download. */
export interface DownloadCaller {
  readonly principal: Principal;
  readonly actor: Actor;
}

/** Sends the bytes of downloads. What cannot be sent whole is cut, never ended. */
@Injectable()
export class DownloadStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<AbortController>();

  constructor(
    private readonly directors: Directors,
    private readonly downloads: DownloadsRepository,
    private readonly staged: StagedDownloads,
    private readonly streams: CallerStreams,
    private readonly callers: CallerCheck,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** AppError not_found where it has expired or is another caller's. */
  async find(principal: Principal, id: string): Promise<RestoreDownloadEntity> {
    const download = await this.downloads.findLive(id, callerKey(principal), this.clock.now());
    if (download === null) throw new AppError('not_found', 'The download was not found or has expired.');
    return download;
  }

  /** What a HEAD request gets. */
  setHead(response: Response, { format, name }: RestoreDownloadEntity, size: number | null): void {
    response.set({
      'Content-Type': mediaTypes[format],
      'Content-Disposition': attachment(name),
      'Accept-Ranges': 'none',
      // A proxy that collects would keep the bytes, and the end of a stream that was cut, back.
      'X-Accel-Buffering': 'no',
      'Cache-Control': 'no-store, no-transform',
      ...(size === null ? {} : { 'Content-Length': String(size) }),
    });
  }

  /** Resolves when the answer has ended or was cut; an AppError before that is one that can be answered. */
  async send(caller: DownloadCaller, download: RestoreDownloadEntity, response: Response): Promise<void> {
    const leave = this.enter(caller.principal);
    const stop = new AbortController();
    whenClosed(response, () => stop.abort());
    this.open.add(stop);
    const stopChecking = this.check(caller.principal, stop);
    let isTaken = false;
    try {
      isTaken = await this.staged.take(download);
      await this.record(caller, download, { action: 'restore.download.start' });
      const opened = await this.begin(caller, download, stop.signal);
      this.setHead(response, download, opened.size);
      await this.pass(caller, download, opened, { response, stop });
    } finally {
      stopChecking();
      stop.abort();
      this.open.delete(stop);
      leave();
      if (isTaken) await this.staged.end(download);
    }
  }

  beforeApplicationShutdown(): void {
    for (const stop of this.open) stop.abort();
  }

  private enter(principal: Principal): () => void {
    const leave = this.streams.enter(principal);
    const most = this.settings.downloadsAtOnce;
    if (this.open.size < most) return leave;
    leave();
    throw new AppError('too_many_streams', `The console is already sending ${most} downloads. Try again later.`, {
      retryAfterSeconds: 10,
    });
  }

  private async begin(
    caller: DownloadCaller,
    download: RestoreDownloadEntity,
    signal: AbortSignal,
  ): Promise<OpenDownload> {
    const { jobids, refs, format, stagedAt } = download;
    const { scope } = caller.principal;
    try {
      if (stagedAt !== null) return await this.staged.open(download, stagedAt, signal);
      const { catalog, director } = resolveDirector(this.directors, download.director);
      rejectIncomplete(await catalog.restore.resolveChain(scope, jobids));
      const selection = refs.map((ref) => pathOfRef(ref, 'refs'));
      return await director.openDownload(scope, { jobids, selection, format }, signal);
    } catch (error) {
      await this.recordFailure(caller, download, 0, error);
      throw error;
    }
  }

  private async pass(
    caller: DownloadCaller,
    download: RestoreDownloadEntity,
    { content }: OpenDownload,
    { response, stop }: { readonly response: Response; readonly stop: AbortController },
  ): Promise<void> {
    let bytes = 0;
    try {
      for await (const chunk of content) {
        stop.signal.throwIfAborted();
        bytes += chunk.length;
        if (!response.write(chunk)) await once(response, 'drain', { signal: stop.signal });
      }
      stop.signal.throwIfAborted();
      await this.record(caller, download, { action: 'restore.download.end', changes: { bytes: { to: bytes } } });
    } catch (error) {
      cut(response);
      await this.recordFailure(caller, download, bytes, error);
      return;
    }
    response.end();
  }

  private check(principal: Principal, stop: AbortController): () => void {
    const timer = setInterval(() => {
      this.callers.isStillValid(principal).then(
        (isValid) => {
          if (!isValid) stop.abort();
        },
        () => stop.abort(),
      );
    }, checkMs);
    return () => clearInterval(timer);
  }

  private async recordFailure(
    caller: DownloadCaller,
    download: RestoreDownloadEntity,
    bytes: number,
    error: unknown,
  ): Promise<void> {
    this.log.warn({ err: error, download: download.id, bytes }, 'Could not complete a download.');
    const code = error instanceof AppError ? error.code : 'cut';
    const changes = { bytes: { to: bytes }, code: { to: code } };
    await this.record(caller, download, { action: 'restore.download.end', outcome: 'failure', changes }).catch(
      (cause: unknown) => this.log.error({ err: cause }, 'Could not record the end of a download.'),
    );
  }

  private record(
    { actor }: DownloadCaller,
    { id, name }: RestoreDownloadEntity,
    { changes, ...done }: Pick<AuditedAction, 'action' | 'outcome' | 'changes'>,
  ): Promise<void> {
    const action: AuditedAction = {
      ...done,
      actor,
      target: `download:${id}`,
      targetName: name,
      changes: { name: { to: name }, ...changes },
    };
    return this.unitOfWork.run((transaction) => this.audit.record(transaction, action));
  }
}

/**
 * Ends the connection by a reset. A proxy that speaks HTTP/1.0 to the console takes an orderly close for the end of an answer
 * without a length.
 */
function cut(response: Response): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}
