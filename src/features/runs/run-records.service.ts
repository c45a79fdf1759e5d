import { Injectable } from '@nestjs/common';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type LiveRun } from '../../domain/director.port.js';
import { type Outlier } from './outliers/outliers.js';
import { mergeFacts, type RestoreFacts, withoutSkipped } from '../../domain/restore-facts.js';
import { hasEnded, type Run, statusNow, type TriggeredBy, orderIdOf, triggerOf } from '../../domain/run.js';
import { type Scope } from '../../domain/principal.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { type Acknowledgement } from './acknowledgements/acknowledgement.dto.js';
import { Acknowledgements } from './acknowledgements/acknowledgements.repository.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { type RequestedMedia, RunRequestsRepository } from './requests/run-requests.repository.js';
import { RunOutliers } from './outliers/outliers.repository.js';
import { type RecordedRun } from './store/run-mapper.js';
import { WaitingRuns } from './sync/waiting-runs.repository.js';
import { linksOfRun, type RestoreRecord, type RunRecord } from './run-record.dto.js';

/** Of the record, or as a catalog has it. */
type ListedRun = Run & Partial<Pick<RecordedRun, 'outliers' | 'acknowledgement'>>;

/** Builds the API's records of runs: the catalog's data, who started them, and live statistics of active ones. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly orders: RunRequestsRepository,
    private readonly outliers: RunOutliers,
    private readonly acknowledgements: Acknowledgements,
    private readonly cancels: RunCancelRequests,
    private readonly waiting: WaitingRuns,
  ) {}

  async recordOf(scope: Scope, entry: DirectorEntry, run: Run): Promise<RunRecord> {
    const [record] = await this.recordsOf(scope, entry, [run]);
    if (!record) throw new Error('A run has exactly one record.');
    return record;
  }

  /** In the order of `runs`, which are all of this one Director. What lists have read with a run is not read again. */
  async recordsOf(scope: Scope, entry: DirectorEntry, runs: readonly ListedRun[]): Promise<RunRecord[]> {
    const unfinished = runs.filter(({ status }) => !hasEnded(status));
    const [actors, restores, media, live, outliers, seen, cancels] = await Promise.all([
      this.actorsOf(runs),
      this.restoresOf(runs),
      this.mediaOf(unfinished),
      liveOf(scope, entry, unfinished),
      this.outliersOf(entry.name, runs),
      this.acknowledgementsOf(entry.name, runs),
      this.cancels.of(
        entry.name,
        unfinished.map(({ uniqueName }) => uniqueName),
      ),
    ]);
    // Reading runs must not wait for the store. If this write fails, the next check repeats it.
    void this.waiting.note(entry.name, unfinished, live).catch(() => undefined);
    return runs.map((run) => {
      const record = recordOf(run, run.triggeredBy ?? triggerOf(run.comment, actors), live.get(run.jobId));
      if (run.type === 'Restore') record.restore = recordOfRestore(run, restores);
      if (!hasEnded(run.status)) fillMedia(record, media.get(orderIdOf(run.comment) ?? ''));
      const far = run.outliers ?? outliers.get(run.uniqueName) ?? [];
      if (far.length > 0) record.outliers = [...far];
      const acknowledgement = run.acknowledgement ?? seen.get(run.uniqueName);
      if (acknowledgement) record.acknowledgement = acknowledgement;
      const cancelRequestedAt = cancels.get(run.uniqueName);
      if (cancelRequestedAt) record.cancelRequestedAt = cancelRequestedAt.toISOString();
      return record;
    });
  }

  /** For runs that have ended, read in the transaction that stores their ends; the Director is not called. */
  async endedRecordsOf(transaction: Transaction, runs: readonly Run[]): Promise<RunRecord[]> {
    const actors = await this.actorsOf(runs, transaction);
    const restores = await this.restoresOf(runs, transaction);
    return runs.map((run) => {
      const record = recordOf(run, run.triggeredBy ?? triggerOf(run.comment, actors), undefined);
      if (run.type === 'Restore') record.restore = recordOfRestore(run, restores);
      return record;
    });
  }

  /** The facts of one restore, from our own tables. */
  async restoreFactsOf(run: Run): Promise<RestoreFacts> {
    return factsOf(run, await this.restoresOf([run]));
  }

  /** The requests of those restores whose ends are not stored yet, by request id. */
  private async restoresOf(
    runs: readonly Run[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, RestoreFacts>> {
    const open = runs.filter(({ type, restore }) => type === 'Restore' && (restore ?? null) === null);
    const ids = open.map((run) => orderIdOf(run.comment)).filter((id) => id !== null);
    return ids.length === 0 ? new Map() : this.orders.restoresOf(ids, transaction);
  }

  /** The settings chosen for runs whose catalog does not have them yet, by request id. */
  private async mediaOf(unfinished: readonly Run[]): Promise<ReadonlyMap<string, RequestedMedia>> {
    const open = unfinished.filter(({ pool, storage }) => pool === null || storage === null);
    const ids = open.map(({ comment }) => orderIdOf(comment)).filter((id) => id !== null);
    return ids.length === 0 ? new Map() : this.orders.mediaOf(ids);
  }

  private async outliersOf(
    director: string,
    runs: readonly ListedRun[],
  ): Promise<ReadonlyMap<string, readonly Outlier[]>> {
    const unread = runs.filter(({ outliers }) => outliers === undefined).map(({ uniqueName }) => uniqueName);
    return unread.length === 0 ? new Map() : this.outliers.ofRuns(director, unread);
  }

  private acknowledgementsOf(
    director: string,
    runs: readonly ListedRun[],
  ): Promise<ReadonlyMap<string, Acknowledgement>> {
    const unread = runs.filter(
      ({ status, acknowledgement }) => acknowledgement === undefined && (status === 'error' || status === 'warning'),
    );
    return this.acknowledgements.of(
      'run',
      director,
      unread.map(({ uniqueName }) => uniqueName),
    );
  }

  private async actorsOf(runs: readonly Run[], transaction?: Transaction): Promise<ReadonlyMap<string, TriggeredBy>> {
    const open = runs.filter(({ triggeredBy }) => triggeredBy === undefined);
    const ids = open.map((run) => orderIdOf(run.comment)).filter((id) => id !== null);
    return ids.length === 0 ? new Map() : this.orders.actorsOf(ids, transaction);
  }
}

async function liveOf(
  scope: Scope,
  entry: DirectorEntry,
  unfinished: readonly Run[],
): Promise<ReadonlyMap<number, LiveRun>> {
  if (unfinished.length === 0) return new Map();
  try {
    return await entry.director.liveRuns(
      scope,
      unfinished.map(({ jobId }) => jobId),
    );
  } catch {
    // Live statistics are optional: the catalog's record is returned even if the Director does not answer.
    return new Map();
  }
}

/** With the settings chosen for the run, until its catalog has the effective ones. */
function fillMedia(record: RunRecord, requested: RequestedMedia | undefined): void {
  record.pool ??= requested?.pool ?? null;
  record.storage ??= requested?.storage ?? null;
}

function recordOf(run: Run, triggeredBy: TriggeredBy, live: LiveRun | undefined): RunRecord {
  const { director, jobId } = run;
  const status = statusNow(run, live?.waitingFor);
  // Member by member, for this is made fifty times for each poll of a dashboard, and spreading costs several times as much.
  const record: RunRecord = {
    jobId,
    uniqueName: run.uniqueName,
    job: run.job,
    director,
    type: run.type,
    level: run.level,
    client: run.client,
    fileset: run.fileset,
    pool: run.pool,
    storage: run.storage,
    status,
    statusCode: run.statusCode,
    queuedAt: run.queuedAt.toISOString(),
    scheduledAt: textOf(run.scheduledAt),
    startedAt: textOf(run.startedAt),
    endedAt: hasEnded(status) ? textOf(run.endedAt) : null,
    durationSeconds: durationOf(run),
    files: run.files,
    bytes: run.bytes,
    errors: run.errors,
    triggeredBy: { kind: triggeredBy.kind, id: triggeredBy.id, name: triggeredBy.name },
    links: linksOfRun(director, jobId, run),
  };
  if (live?.progress) record.progress = { ...live.progress };
  if (live?.waitingFor) record.waitingFor = { ...live.waitingFor };
  return record;
}

function factsOf(run: Run, requested: ReadonlyMap<string, RestoreFacts>): RestoreFacts {
  return run.restore ?? mergeFacts(requested.get(orderIdOf(run.comment) ?? '') ?? null, null);
}

function recordOfRestore(run: Run, requested: ReadonlyMap<string, RestoreFacts>): RestoreRecord {
  return restoreRecordOf(run, factsOf(run, requested));
}

/** A Director that writes no report still counts the files of a restore that ended well. */
export function restoreRecordOf({ status, files }: Run, facts: RestoreFacts): RestoreRecord {
  const { jobids, filesets, sourceClient, where, replace, restoreClient, chosen, restored, skipped, failed } = facts;
  const { relocation = null } = facts;
  const counted = status === 'completed' || status === 'warning' ? withoutSkipped(files, replace) : null;
  return {
    jobids: jobids === null ? null : [...jobids],
    filesets: filesets === null ? null : [...filesets],
    sourceClient,
    where,
    relocation:
      relocation === null ? null : { stripPrefix: null, addPrefix: null, addSuffix: null, regex: null, ...relocation },
    replace,
    restoreClient,
    chosen,
    restored: restored ?? counted,
    skipped,
    failed,
  };
}

/** As text from here on: JSON.stringify takes several times as long over a Date. */
function textOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

function durationOf({ status, startedAt, endedAt }: Run): number | null {
  if (!hasEnded(status) || startedAt === null || endedAt === null) return null;
  return Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000));
}
