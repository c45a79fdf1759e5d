import { Injectable } from '@nestjs/common';
import {
  resolveDirector,
  chosenDirectors,
  everyDirector,
  type DirectorEntry,
  Directors,
} from '../../domain/directors.port.js';
import { mergeSlices, type MergeSource, type PageKey } from '../../domain/pagination.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import {
  compareVolumes,
  keyBeforeVolume,
  keyOfVolume,
  type Volume,
  type VolumeFilter,
  type VolumeShare,
  type VolumeSort,
} from '../../domain/volumes.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type DirectorPageQuery } from '../../http/page.dto.js';
import { RunRecords } from '../runs/run-records.service.js';
import { mediaLinks } from './media-links.js';
import { type VolumeRecord, type VolumeRunRecord, type VolumesQuery } from './volumes.dto.js';

/** A volume and the Director whose catalog has it. */
interface OwnedVolume {
  readonly director: string;
  readonly volume: Volume;
}

/** Volumes from the catalogs, and the runs on them. */
@Injectable()
export class VolumesService {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly cursors: Cursors,
  ) {}

  async listVolumes({ scope }: Principal, query: VolumesQuery): Promise<PageOf<VolumeRecord>> {
    const context = { operation: 'listVolumes', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const filter = filterOf(query);
    const sources = entries.map((entry) => volumesAt(scope, entry, filter, query.sort));
    const [only] = sources;
    const slice =
      query.director !== everyDirector && only
        ? await only.read(page)
        : await mergeSlices(sources, page, comparing(query.sort));
    return this.cursors.pageOf(slice, context, ({ director, volume }) => recordOfVolume(director, volume));
  }

  async getVolume({ scope }: Principal, name: string, director?: string): Promise<VolumeRecord> {
    const entry = resolveDirector(this.directors, director);
    return recordOfVolume(entry.name, await findVolume(scope, entry, name));
  }

  async listVolumeRuns({ scope }: Principal, name: string, query: DirectorPageQuery): Promise<PageOf<VolumeRunRecord>> {
    const entry = resolveDirector(this.directors, query.director);
    const context = { operation: `listVolumeRuns ${name}`, director: entry.name, query };
    const page = this.cursors.requestOf(query, context);
    const { mediaId } = await findVolume(scope, entry, name);
    const slice = await entry.catalog.volumes.listVolumeShares(scope, mediaId, page);
    const items = await this.runsOf(scope, entry, slice.items);
    return this.cursors.pageOf({ ...slice, items }, context, (record) => record);
  }

  private async runsOf(
    scope: Scope,
    entry: DirectorEntry,
    shares: readonly VolumeShare[],
  ): Promise<readonly VolumeRunRecord[]> {
    const bytes = new Map(shares.map((share) => [share.jobId, share.bytes]));
    const runs = shares.length === 0 ? [] : await entry.catalog.runs.readRuns(scope, { ids: [...bytes.keys()] });
    const records = await this.records.recordsOf(scope, entry, [...runs].reverse());
    return records.map((record) => Object.assign(record, { bytesOnVolume: bytes.get(record.jobId) ?? 0 }));
  }
}

/** The volume, or not_found. */
async function findVolume(scope: Scope, entry: DirectorEntry, name: string): Promise<Volume> {
  const volume = await entry.catalog.volumes.findVolume(scope, name);
  if (volume) return volume;
  const params = { director: entry.name, volume: name };
  throw new AppError('not_found', `Director ${entry.name} has no volume named ${name}.`, {
    reason: 'no_volume',
    params,
  });
}

function filterOf({ name, q, pool, storage, status, mediaType }: VolumesQuery): VolumeFilter {
  return {
    volume: name,
    part: q,
    pools: pool,
    storage,
    statuses: status,
    mediaType,
  };
}

function volumesAt(
  scope: Scope,
  { name: director, catalog }: DirectorEntry,
  filter: VolumeFilter,
  sort: VolumeSort,
): MergeSource<OwnedVolume> {
  const key = (of: (sort: VolumeSort, volume: Volume) => PageKey) => (row: OwnedVolume) => of(sort, row.volume);
  return {
    name: director,
    read: async (page) => {
      const { items, ...rest } = await catalog.volumes.listVolumes(scope, filter, sort, page);
      return { ...rest, items: items.map((volume) => ({ director, volume })) };
    },
    keyOf: key(keyOfVolume),
    keyBefore: key(keyBeforeVolume),
  };
}

function comparing(sort: VolumeSort): (a: OwnedVolume, b: OwnedVolume) => number {
  return (a, b) => compareVolumes(sort, a.volume, b.volume) || (a.director < b.director ? -1 : 1);
}

export function recordOfVolume(director: string, from: Volume): VolumeRecord {
  const { volume, pool, storage } = from;
  return {
    volume,
    director,
    pool,
    storage,
    mediaType: from.mediaType,
    status: from.status,
    enabled: from.enabled,
    bytes: from.bytes,
    maxBytes: from.maxBytes,
    files: from.fileMarks,
    jobs: from.jobs,
    mounts: from.mounts,
    errors: from.errors,
    labeledAt: from.labeledAt,
    firstWrittenAt: from.firstWrittenAt,
    lastWrittenAt: from.lastWrittenAt,
    retentionSeconds: from.retentionSeconds,
    expiresAt: from.expiresAt,
    recycle: from.recycle,
    recycleCount: from.recycleCount,
    slot: from.slot,
    inChanger: from.inChanger,
    readSeconds: from.readSeconds,
    writeSeconds: from.writeSeconds,
    links: {
      self: mediaLinks.volume(director, volume),
      runs: mediaLinks.runsOn(director, volume),
      pool: pool === null ? null : mediaLinks.pool(director, pool),
      storage: storage === null ? null : mediaLinks.storages(director, storage),
    },
  };
}
