import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import {
  type CheckResult,
  directorRule,
  immediately,
  storageRule,
  waitingRule,
  type ConditionKind,
  Conditions,
  type Sighting,
} from '../../domain/condition.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type PoolSpaceForecast } from '../media/pool-forecast.js';
import { PoolsService } from '../media/pools.service.js';
import { AppError } from '../../domain/error-codes.js';
import { type LiveRun } from '../../domain/director.port.js';
import { type WaitingFor, waitsForOperator } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { type StorageState } from '../../domain/storages.js';
import { type Volume } from '../../domain/volumes.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { withTimeout } from '../../platform/timing.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { WaitingRuns } from '../runs/sync/waiting-runs.repository.js';

const dayMs = 86_400_000;
const beginDays = 7;
const endDays = 10;
const beginShare = 0.1;
const endShare = 0.12;

/** Whether a pool is about to be full, by its forecast or by the free space of its disk; null: neither is known. */
export function poolFilling({ forecast, disk }: PoolSpaceForecast, now: Date): CheckResult | null {
  const { state, expected } = forecast;
  const days = expected === null ? Infinity : (expected.getTime() - now.getTime()) / dayMs;
  const share = disk === null || disk.totalBytes <= 0 ? null : disk.freeBytes / disk.totalBytes;
  const isForecast = state !== 'unknown';
  if (!isForecast && share === null) return null;
  if ((isForecast && days < beginDays) || (share !== null && share < beginShare)) return 'bad';
  return (!isForecast || days > endDays) && (share === null || share > endShare) ? 'good' : 'between';
}

/** A Director that takes longer counts as one that does not answer. */
const answerLimitMs = 15_000;
const mostRuns = 1_000;
const weekMs = 7 * 86_400_000;
/** As many volumes in error are read; an event names the first of each storage. */
const mostVolumes = 500;
const volumesNamed = 10;
const noneLive: ReadonlyMap<number, LiveRun> = new Map();

/** Checks one Director and its storages, pools and runs. What cannot be read keeps its state. */
@Injectable()
export class DirectorChecks {
  constructor(
    private readonly conditions: Conditions<Transaction>,
    private readonly pools: PoolsService,
    private readonly runs: RunsRepository,
    private readonly waiting: WaitingRuns,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async checkDirector({ name, director }: DirectorEntry): Promise<void> {
    const at = this.clock.now();
    const error = await withTimeout(director.describe(fullScope), answerLimitMs, tooSlow).then(
      () => null,
      unreachableReason,
    );
    const result = error === null ? 'good' : 'bad';
    const details = { director: name, ...(error === null ? {} : { error }) };
    const sighting: Sighting = {
      key: `director:${name}`,
      kind: 'director',
      director: name,
      result,
      rule: directorRule,
      details,
    };
    await this.conditions.report([sighting], at);
  }

  async checkStorages({ name, director, catalog }: DirectorEntry): Promise<void> {
    const at = this.clock.now();
    const page = { limit: mostVolumes };
    const [storages, volumes] = await Promise.all([
      this.nullIfUnavailable(name, director.listStorages(fullScope)),
      this.nullIfUnavailable(name, catalog.volumes.listVolumes(fullScope, { statuses: ['Error'] }, 'name', page)),
    ]);
    if (storages === null) return;
    const inError = volumes?.items ?? null;
    // A volume may name a storage that the Director does not have any more: it is in error all the same.
    const names = new Set(storages.map(({ storage }) => storage));
    const others = new Set(
      (inError ?? []).map(({ storage }) => storage ?? '').filter((one) => one !== '' && !names.has(one)),
    );
    const sightings = [
      ...storages.map((state) => storageSighting(name, state.storage, state, inError)),
      ...[...others].map((storage) => storageSighting(name, storage, null, inError)),
    ];
    await this.conditions.report(sightings, at);
    if (inError !== null) await this.endMissing('storage', name, new Set(sightings.map(({ key }) => key)), at);
  }

  async checkPools(entry: DirectorEntry): Promise<void> {
    const at = this.clock.now();
    const outlooks = await this.nullIfUnavailable(entry.name, this.pools.fresh(fullScope, entry));
    if (outlooks === null) return;
    await this.conditions.report(
      outlooks.flatMap((outlook) => poolSightings(entry.name, outlook, at)),
      at,
    );
    await this.endMissing('pool', entry.name, new Set(outlooks.map(({ pool }) => poolKey(entry.name, pool))), at);
  }

  async checkRuns({ name, director }: DirectorEntry): Promise<void> {
    const at = this.clock.now();
    const open = await this.runs.unfinished(name, mostRuns);
    const jobIds = open.map(({ jobId }) => jobId);
    const live =
      jobIds.length === 0 ? noneLive : await this.nullIfUnavailable(name, director.liveRuns(fullScope, jobIds));
    if (live === null) return;
    await this.waiting.note(name, open, live);
    const known = new Set((await this.conditions.known('run', name)).map(({ key }) => key));
    for (const run of open) await this.checkRun(name, run, live.get(run.jobId), { known, at });
    if (open.length === mostRuns) return;
    const keys = new Set(open.map(({ uniqueName }) => `run:${name}:${uniqueName}`));
    for (const key of known) if (!keys.has(key)) await this.conditions.end(key, 'ended', at);
  }

  private async checkRun(
    director: string,
    { jobId, uniqueName }: { readonly jobId: number; readonly uniqueName: string },
    live: LiveRun | undefined,
    { known, at }: { readonly known: ReadonlySet<string>; readonly at: Date },
  ): Promise<void> {
    const key = `run:${director}:${uniqueName}`;
    const about = { key, kind: 'run', director, rule: waitingRule } as const;
    const waitingFor = live?.waitingFor ?? null;
    if (waitingFor !== null && waitsForOperator(waitingFor)) {
      const details = await this.detailsOf(director, jobId, uniqueName, waitingFor);
      return this.conditions.report([{ ...about, result: 'bad', details }], at);
    }
    // What the Director does not list has ended or not started: the run store decides which.
    const result: CheckResult = live ? 'good' : 'between';
    if (known.has(key)) await this.conditions.report([{ ...about, result, details: {} }], at);
  }

  private async detailsOf(
    director: string,
    jobId: number,
    uniqueName: string,
    { code, text, hint, params }: WaitingFor,
  ): Promise<Sighting['details']> {
    const run = await this.runs.find(director, jobId);
    const about = { director, jobId, uniqueName, job: run?.job ?? null, client: run?.client ?? null };
    return { ...about, code, waitsFor: text, hint, params };
  }

  /** What the Director does not have any more is in trouble no more. */
  private async endMissing(kind: ConditionKind, director: string, keys: ReadonlySet<string>, at: Date): Promise<void> {
    for (const { key } of await this.conditions.known(kind, director)) {
      if (!keys.has(key)) await this.conditions.end(key, 'removed', at);
    }
  }

  /** null: it cannot be read now. */
  private async nullIfUnavailable<T>(director: string, call: Promise<T>): Promise<T | null> {
    try {
      return await withTimeout(call, answerLimitMs, tooSlow);
    } catch (error) {
      this.log.debug({ err: error, director }, 'Could not check a Director for conditions; will retry.');
      return null;
    }
  }
}

function storageSighting(
  director: string,
  storage: string,
  state: StorageState | null,
  inError: readonly Volume[] | null,
): Sighting {
  const about = { key: `storage:${director}:${storage}`, kind: 'storage', director, rule: storageRule } as const;
  const details = { director, storage };
  if (state?.answers === false) {
    return { ...about, result: 'bad', details: { ...details, reason: 'unreachable', error: state.error ?? '' } };
  }
  const own = (inError ?? []).filter((volume) => volume.storage === storage).map(({ volume }) => volume);
  if (own.length === 0) return { ...about, result: inError === null ? 'between' : 'good', details };
  const volumes = own.slice(0, volumesNamed);
  return { ...about, result: 'bad', details: { ...details, reason: 'volumes', volumes, volumesInError: own.length } };
}

function poolKey(director: string, pool: string): string {
  return `filling:${director}:${pool}`;
}

function poolSightings(director: string, outlook: PoolSpaceForecast, at: Date): Sighting[] {
  const result = poolFilling(outlook, at);
  if (result === null) return [];
  const { pool } = outlook;
  const details = { director, pool, ...roomOf(outlook, at) };
  return [{ key: poolKey(director, pool), kind: 'pool', director, result, rule: immediately, details }];
}

function roomOf({ forecast: { state, expected }, disk }: PoolSpaceForecast, at: Date): Sighting['details'] {
  const isSoon = expected !== null && expected.getTime() - at.getTime() < weekMs;
  const room = disk === null ? { freeBytes: null, totalBytes: null } : disk;
  return {
    reason: isSoon ? 'forecast' : 'disk',
    isFull: state === 'full',
    expectedFullAt: expected?.toISOString() ?? null,
    freeBytes: room.freeBytes,
    totalBytes: room.totalBytes,
    freeShare: room.totalBytes === null || room.totalBytes <= 0 ? null : room.freeBytes / room.totalBytes,
  };
}

/** Why a Director counts as unreachable; null: it rejected one command, so it answers. */
function unreachableReason(error: unknown): string | null {
  if (!(error instanceof AppError)) return "The Director could not be checked. See the console's log.";
  return error.code === 'director_error' ? null : error.detail;
}

function tooSlow(): AppError {
  return new AppError('director_too_slow', 'The Director took too long to answer.');
}
