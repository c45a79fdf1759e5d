import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { type ResolvedChain } from '../../../domain/restore-reader.port.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type DownloadFormat } from '../../../domain/download.js';
import { callerKey, type Principal } from '../../../domain/principal.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { findSelection, selectionInput } from '../selection.js';
import { AuditRecorder, definedFields } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { recordOfMissing, rejectIncomplete, rejectMixed } from '../restore.service.js';
import { type RestoreDownloadEntity, DownloadsRepository } from './downloads.repository.js';
import { downloadName } from './download-name.js';
import { type DownloadBody } from './downloads.dto.js';
import { StagedDownloads } from './staged-downloads.service.js';

/** How long a download can be started. */
const lifeMs = 15 * 60_000;
/** Unfetched records per caller; each may contain a megabyte. */
const mostPerCaller = 20;
/** The names of a zip archive stay in memory until its end, and each entry is compared with all before it. */
const mostZipFiles = 50_000;

interface Chosen {
  /** As the chain has it; empty: everything. */
  readonly selection: readonly RawPath[];
  /** Entries, folders too, and how many of them are files and links. */
  readonly files: number;
  readonly contents: number;
  readonly bytes: number;
}

/** Creates downloads: the selection is looked up and checked, and stored until it expires. */
@Injectable()
export class DownloadsService {
  constructor(
    private readonly directors: Directors,
    private readonly downloads: DownloadsRepository,
    private readonly staged: StagedDownloads,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async create(principal: Principal, actor: Actor, body: DownloadBody): Promise<RestoreDownloadEntity> {
    const entry = resolveDirector(this.directors, body.director);
    const given = selectionInput(body.paths ?? [], body.refs ?? []);
    const isEverything = body.paths === undefined && body.refs === undefined;
    if (!isEverything && given.length === 0) throw new AppError('nothing_selected', 'Nothing was selected.');
    const { scope } = principal;
    await rejectUnsupported(entry, principal);
    const chain = await entry.catalog.restore.resolveChain(scope, body.jobids);
    rejectIncomplete(chain);
    rejectMixed(chain);
    const chosen = await this.choose(entry, principal, chain, given, body.format);
    const now = this.clock.now();
    const caller = callerKey(principal);
    await this.rejectTooMany(caller, now);
    const staging = entry.settings?.staging ?? null;
    if (staging !== null) await this.staged.rejectUnusable(staging, chosen.bytes);
    const id = randomUUID();
    const stagedAt = staging && this.staged.pathOf(id, staging);
    const download: RestoreDownloadEntity = {
      id,
      caller,
      director: entry.name,
      jobids: [...chain.jobids],
      refs: chosen.selection.map(({ ref }) => ref),
      format: body.format,
      name: downloadName(chosen.selection, chain.clients[0] ?? '', body.format),
      size: String(chosen.bytes),
      contents: chosen.contents,
      stagedAt,
      runJobId: null,
      takenBy: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    };
    const { jobids, format, name, size } = download;
    const selected = isEverything ? 'everything' : chosen.selection.length;
    await this.unitOfWork.run(async (transaction) => {
      await this.downloads.insert(transaction, download);
      await this.audit.record(transaction, {
        actor,
        action: 'restore.download.create',
        target: `client:${entry.name}:${chain.clients[0] ?? ''}`,
        changes: definedFields({ download: download.id, jobids, selected, format, name, size: Number(size) }),
      });
    });
    if (stagedAt === null) return download;
    const { selection, files } = chosen;
    return this.staged.begin({ principal, actor, entry, chain, selection, files }, download, stagedAt);
  }

  private async choose(
    entry: DirectorEntry,
    { scope }: Principal,
    chain: ResolvedChain,
    given: readonly RawPath[],
    format: DownloadFormat,
  ): Promise<Chosen> {
    const { found, missing, plan } = await findSelection(entry.catalog.restore, scope, chain, given);
    if (given.length > 0 && missing.length > 0) {
      const detail = `No file record in the chain for ${missing.length} of ${given.length} selected paths.`;
      throw new AppError('nothing_selected', detail, { members: { missing: missing.map(recordOfMissing) } });
    }
    if (format === 'zip' && plan.files > mostZipFiles) {
      throw invalidField('format', `A zip archive can contain at most ${mostZipFiles} files. Choose tar.`);
    }
    if (format === 'file') {
      const entries = await entry.catalog.restore.listSelected(scope, chain, found, 2);
      const isOneFile = entries.length === 1 && entries[0]?.type === 'file';
      if (!isOneFile) throw invalidField('format', 'Format file requires exactly one plain file. Choose tar or zip.');
    }
    const { files, contents, bytes } = plan;
    return { selection: found, files, contents, bytes };
  }

  private async rejectTooMany(caller: string, now: Date): Promise<void> {
    if ((await this.downloads.countLive(caller, now)) < mostPerCaller) return;
    const detail = `This caller already has ${mostPerCaller} downloads. Fetch them, or wait until they expire.`;
    throw new AppError('too_many_requests', detail, { retryAfterSeconds: 60 });
  }
}

async function rejectUnsupported({ name, director, settings }: DirectorEntry, { scope }: Principal): Promise<void> {
  const { abilities, clients } = await director.describe(scope);
  if (abilities.includes('download')) {
    const client = settings?.staging?.client;
    if (client === undefined || clients.includes(client)) return;
    throw new AppError('unknown_client', `The staging client ${client} is not a client of Director ${name}.`);
  }
  const detail = `Director ${name} cannot return file contents. Configure a staging folder for it, to which one of its clients restores downloads.`;
  const params = { director: name, ability: 'download' };
  throw new AppError('not_supported_by_director', detail, { reason: 'unsupported', params });
}
