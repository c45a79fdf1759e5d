import { Injectable } from '@nestjs/common';
import { type ResolvedChain } from '../../domain/restore-reader.port.js';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { asFolder, pathInput } from '../../domain/path-input.js';
import { type Principal } from '../../domain/principal.js';
import { invalidField } from '../../domain/error-codes.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { recordOfEntry } from '../runs/file-entry.mapper.js';
import { type FolderQuery, type PointsQuery, type VersionsQuery } from './restore-query.dto.js';
import { type ChainEntryPage, type ChainRecord, type RestorePointRecord, type VersionRecord } from './restore.dto.js';

/** Restore points and their contents. */
@Injectable()
export class BrowseService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
  ) {}

  async listPoints({ scope }: Principal, query: PointsQuery): Promise<PageOf<RestorePointRecord>> {
    const { name: director, catalog } = resolveDirector(this.directors, query.director);
    const context = { operation: 'listRestorePoints', director, query };
    const page = this.cursors.requestOf(query, context);
    const { client, fileset, before, perFileset } = query;
    const options = { fileset, before, perFileset };
    const slice = await catalog.restore.listPoints(scope, client, options, page);
    return this.cursors.pageOf(slice, context, (point) => {
      const { jobId, job, level, endedAt, files, bytes, restorable } = point;
      return {
        jobId,
        director,
        client: point.client,
        fileset: point.fileset,
        job,
        level,
        endedAt,
        files,
        bytes,
        jobids: [...point.jobids],
        restorable,
        reasons: point.faults.map(({ text }) => text),
        faults: point.faults.map(({ code, params }) => ({ code, params })),
      };
    });
  }

  async listFolder({ scope }: Principal, query: FolderQuery): Promise<ChainEntryPage> {
    const { name, director, catalog } = resolveDirector(this.directors, query.director);
    const context = { operation: 'listFolder', director: name, query };
    const page = this.cursors.requestOf(query, context);
    const path = pathInput(query);
    const chain = await catalog.restore.resolveChain(scope, query.jobids);
    if (chain.unpreparedJobids.length > 0) await director.prepareBrowsing(scope, chain.unpreparedJobids);
    const slice = await catalog.restore.listFolder(scope, chain, path && asFolder(path), page);
    const entries = this.cursors.pageOf(slice, context, (entry) => recordOfEntry(name, entry));
    return { ...entries, chain: recordOfChain(chain) };
  }

  async listVersions({ scope }: Principal, query: VersionsQuery): Promise<PageOf<VersionRecord>> {
    const { name, catalog } = resolveDirector(this.directors, query.director);
    const context = { operation: 'listVersions', director: name, query };
    const page = this.cursors.requestOf(query, context);
    const path = pathInput(query);
    if (!path) throw invalidField('path', 'Specify the path or the ref of a file.');
    const slice = await catalog.restore.listVersions(scope, query.client, path, page);
    return this.cursors.pageOf(slice, context, (version) => {
      const { checksum, endedAt, level, volumes } = version;
      return Object.assign(recordOfEntry(name, version), { checksum, endedAt, level, volumes: [...volumes] });
    });
  }
}

export function recordOfChain({ jobids, missingJobids }: ResolvedChain): ChainRecord {
  return { jobids: [...jobids], missingJobids: [...missingJobids] };
}
