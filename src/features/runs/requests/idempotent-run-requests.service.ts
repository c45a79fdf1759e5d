import { randomUUID, createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type Logger } from 'pino';
import { type Actor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { type StartedRun } from '../../../domain/director.port.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { callerKey, type Principal, type Scope } from '../../../domain/principal.js';
import { AppError, type ErrorCode, type ErrorKind } from '../../../domain/error-codes.js';
import { type RestoreFacts } from '../../../domain/restore-facts.js';
import { hasEnded, markOfOrder, type Run } from '../../../domain/run.js';
import { AuditRecorder, type AuditedAction, type Changes } from '../../audit/audit-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { InstanceLiveness } from '../../../database/instance-liveness.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import {
  type PendingAuditAction,
  type RequestedMedia,
  type RunOrderEntity,
  RunRequestsRepository,
  type UnrecordedOrder,
} from './run-requests.repository.js';
import { linksOfRun } from '../run-record.dto.js';
import { RunsRepository } from '../store/runs.repository.js';
import { RunWrites } from '../sync/run-writes.repository.js';
import { type StartedJob } from '../accepted-run.dto.js';

/** What two requests with one Idempotency-Key must share to be the same request. */
interface OrderFingerprint {
  readonly route: string;
  readonly bodyHash: string;
}

export interface StoredRequest extends OrderFingerprint {
  readonly state: 'asked' | 'unanswered' | 'answered' | 'refused';
  readonly createdAt: Date;
}

export type KeyDecision = 'reused' | 'replay' | 'in_flight' | 'look_up';

/** Where the request is processed: by this instance, by another live one, or by none any more. */
export type OwnerState = 'here' | 'elsewhere' | 'gone';

/** No call to a Director lasts longer; a request that is still `asked` after this was cut off, even if its instance is alive. */
export const directorLimitSeconds = 60;

/** The result for a known key. The run is never started again. */
export function resolveIdempotencyKey(
  known: StoredRequest,
  request: OrderFingerprint,
  where: OwnerState,
  now: Date,
): KeyDecision {
  if (known.route !== request.route || known.bodyHash !== request.bodyHash) return 'reused';
  if (known.state === 'answered') return 'replay';
  const ageSeconds = (now.getTime() - known.createdAt.getTime()) / 1000;
  const isAwaited = where === 'elsewhere' && known.state === 'asked' && ageSeconds < directorLimitSeconds;
  return where === 'here' || isAwaited ? 'in_flight' : 'look_up';
}

const definiteKinds: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'invalid',
  'denied',
  'missing',
  'conflict',
  'refused',
  'limited',
]);

/** Whether this failure proves that the Director started nothing, so that the key may be used again. */
export function isDefinitelyNotStarted(error: AppError): boolean {
  return definiteKinds.has(error.kind) || error.code === 'director_owned_elsewhere';
}

/** Bodies with the same content get the same hash, regardless of the order of their members. */
export function hashOfBody(body: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(body ?? null));
  return createHash('sha256')
    .update(JSON.stringify(sorted(plain)))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The outcome of a request: a run, or the reason why there is none or none is known. */
export type OrderEnd =
  | { readonly jobId: number; readonly uniqueName: string | null }
  | { readonly code: ErrorCode; readonly isKnown: boolean };

/** The audit record of a request, once its outcome is known or given up on. */
export function recordOfOrder({ actor, action, target, changes }: UnrecordedOrder, end: OrderEnd): AuditedAction {
  if ('jobId' in end) {
    const { jobId, uniqueName } = end;
    return { actor, action, target, changes: { ...changes, jobId: { to: jobId }, uniqueName: { to: uniqueName } } };
  }
  const unknown: Changes = end.isKnown ? {} : { started: { to: 'unknown' } };
  return { actor, action, outcome: 'failure', target, changes: { ...changes, code: { to: end.code }, ...unknown } };
}

/** A request to start a run, as its caller made it. */
export interface RunRequest {
  readonly principal: Principal;
  readonly actor: Actor;
  /** The Idempotency-Key, or null. */
  readonly key: string | null;
  /** The operation and what its path names, for example `rerunRun 7`. */
  readonly route: string;
  readonly body: unknown;
  readonly entry: DirectorEntry;
}

/** A request that passed all checks. `more` are further members of the response. */
export interface ValidatedRequest<M extends object> {
  send(mark: string): Promise<StartedRun>;
  readonly more: M;
  readonly action: PendingAuditAction;
  /** For a restore: its options. */
  readonly restore?: RestoreFacts;
  readonly media?: RequestedMedia;
}

export interface AcceptedRun<M extends object> {
  readonly answer: StartedJob & M;
  /** The answer is that of an earlier request with the same key. */
  readonly replayed: boolean;
}

/** Puts Location and, on a repeated request, Idempotency-Replayed on a 202, and gives its body. */
export function sendAccepted<M extends object>(response: Response, placed: AcceptedRun<M>): StartedJob & M {
  response.setHeader('Location', placed.answer.links.self);
  if (placed.replayed) response.setHeader('Idempotency-Replayed', 'true');
  return placed.answer;
}

/**
 * Starts runs so that a repeated request never starts a second one. The request is stored before the Director is called, and its
 * tag is sent along. An answer that a crash or a timeout lost is therefore looked up by that tag; a run that cannot be found is
 * never started again.
 */
@Injectable()
export class RunRequestsService {
  private readonly inFlight = new Set<string>();

  constructor(
    private readonly repository: RunRequestsRepository,
    private readonly runs: RunsRepository,
    private readonly writes: RunWrites,
    private readonly clock: Clock,
    private readonly presence: InstanceLiveness,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `check` runs only for a new key; what it rejects is not stored. */
  async place<M extends object>(
    request: RunRequest,
    check: () => Promise<ValidatedRequest<M>>,
  ): Promise<AcceptedRun<M>> {
    const known = await this.findStored(request);
    if (known) return this.reconcile<M>(known, request);
    const checked = await check();
    const order = this.newOrder(request, checked);
    this.inFlight.add(order.id);
    try {
      if (await this.insert(order)) return await this.send(order, request, checked);
    } finally {
      this.inFlight.delete(order.id);
    }
    const winner = await this.findStored(request);
    if (!winner) throw inFlight();
    return this.reconcile<M>(winner, request);
  }

  private findStored({ principal, key }: RunRequest): Promise<RunOrderEntity | null> {
    return key === null
      ? Promise.resolve(null)
      : this.repository.findByKey(callerKey(principal), key, this.keysSince());
  }

  private keysSince(): Date {
    return new Date(this.clock.now().getTime() - this.settings.idempotencyRetentionHours * 3_600_000);
  }

  private newOrder(request: RunRequest, { more, action, restore, media }: ValidatedRequest<object>): RunOrderEntity {
    const { principal, actor, key, route, body, entry } = request;
    return {
      id: randomUUID(),
      caller: callerKey(principal),
      key,
      route,
      bodyHash: hashOfBody(body),
      director: entry.name,
      actorKind: principal.kind,
      actorName: principal.token?.name ?? principal.user.username,
      createdAt: this.clock.now(),
      state: 'asked',
      placedBy: this.presence.id,
      jobId: null,
      uniqueName: null,
      answer: more,
      restore: restore ?? null,
      media: media ?? null,
      audit: { ...action, actor },
    };
  }

  private async insert(order: RunOrderEntity): Promise<boolean> {
    const { caller, key } = order;
    if (key !== null) await this.repository.releaseKeys(this.keysSince(), { caller, key });
    return this.repository.insert(order);
  }

  private async send<M extends object>(
    order: RunOrderEntity,
    { principal, entry }: RunRequest,
    checked: ValidatedRequest<M>,
  ): Promise<AcceptedRun<M>> {
    try {
      const started = await checked.send(markOfOrder(order.id));
      const answer = Object.assign(startedJob(entry.name, started), checked.more);
      await this.remember(() => this.recordAnswer(order.id, started, answer));
      // Makes the run visible to the next request, on any instance.
      await noteStarted(this.writes, principal.scope, entry, started.jobId);
      return { answer, replayed: false };
    } catch (error) {
      await this.remember(() => this.noteFailure(order.id, error));
      throw error;
    }
  }

  /** What became of the order, and that it was given, in one transaction. */
  private recordAnswer(id: string, started: StartedRun, answer: object): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const unrecorded = await this.repository.markAnswered(transaction, id, started, answer);
      if (unrecorded) await this.audit.record(transaction, recordOfOrder(unrecorded, started));
    });
  }

  private noteFailure(id: string, error: unknown): Promise<void> {
    const code = error instanceof AppError ? error.code : 'internal_error';
    // Whether something was started is found out later, and recorded then.
    if (!(error instanceof AppError && isDefinitelyNotStarted(error))) return this.repository.markUnanswered(id, code);
    return this.unitOfWork.run(async (transaction) => {
      const unrecorded = await this.repository.markRejected(transaction, id);
      if (unrecorded) await this.audit.record(transaction, recordOfOrder(unrecorded, { code, isKnown: true }));
    });
  }

  /** The run exists whether or not our database stores the answer: without it the run is looked up later. */
  private async remember(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.log.error(
        { err: error },
        'Could not store the outcome of a run request; it is determined at the next request.',
      );
    }
  }

  private async whereaboutsOf({ id, placedBy }: RunOrderEntity): Promise<OwnerState> {
    if (this.inFlight.has(id)) return 'here';
    if (placedBy === null || placedBy === this.presence.id) return 'gone';
    return (await this.presence.isAlive(placedBy)) ? 'elsewhere' : 'gone';
  }

  private async reconcile<M extends object>(seen: RunOrderEntity, request: RunRequest): Promise<AcceptedRun<M>> {
    const where = await this.whereaboutsOf(seen);
    // Read after the run was looked up: a request that ended in between has stored its outcome.
    const known = seen.state === 'asked' && where === 'gone' ? await this.findStored(request) : seen;
    if (known?.id !== seen.id) throw inFlight();
    const fingerprint = { route: request.route, bodyHash: hashOfBody(request.body) };
    switch (resolveIdempotencyKey(known, fingerprint, where, this.clock.now())) {
      case 'reused':
        throw new AppError(
          'idempotency_key_reused',
          'This Idempotency-Key was used for another request. Use a new one.',
        );
      case 'in_flight':
        throw inFlight();
      case 'replay':
        // The row was written by `send` or `lookUp` with this very type.
        return { answer: known.answer as StartedJob & M, replayed: true };
      case 'look_up':
        return this.findStartedRun<M>(known, request);
    }
  }

  private async findStartedRun<M extends object>(known: RunOrderEntity, request: RunRequest): Promise<AcceptedRun<M>> {
    const { principal, entry } = request;
    const started =
      (await this.runs.findByOrder(entry.name, known.id)) ??
      (await entry.director.findRunByTag(principal.scope, markOfOrder(known.id)));
    if (!started) {
      const detail =
        'The Director did not answer this request when it was first sent, and it now has no run for it. The request was not sent again. Check the runs, then use a new Idempotency-Key.';
      throw new AppError('idempotency_outcome_unknown', detail);
    }
    // The members beyond StartedJob were stored with the request, before the Director was called.
    const answer = Object.assign(startedJob(entry.name, started), known.answer as M);
    await this.remember(() => this.recordAnswer(known.id, started, answer));
    return { answer, replayed: true };
  }
}

/** How long to wait for the catalog; the sync stores what is missing then. */
const catalogWaitMs = 1_000;

/**
 * Stores one run that was just started before others request it. If this fails, the sync does it a moment later. The same
 * applies to its end if it has already ended, because the caller does not wait for its log.
 */
export async function noteStarted(writes: RunWrites, scope: Scope, entry: DirectorEntry, jobId: number): Promise<void> {
  const recorded = recordStarted(writes, scope, entry, jobId).catch(() => null);
  await settleWithin(recorded, catalogWaitMs);
}

async function recordStarted(writes: RunWrites, scope: Scope, entry: DirectorEntry, jobId: number): Promise<void> {
  const runs = (await entry.catalog.runs.readRuns(scope, { ids: [jobId] })).map(asStarted);
  if (runs.length > 0) await writes.take({ director: entry.name, runs, newest: null });
}

function asStarted(run: Run): Run {
  return hasEnded(run.status) ? { ...run, status: 'running', statusCode: 'R', endedAt: null } : run;
}

function startedJob(director: string, { jobId, uniqueName, job, level }: StartedRun): StartedJob {
  const links = linksOfRun(director, jobId, { status: 'queued', type: '' });
  return { jobId, uniqueName, job, level, director, status: 'queued', links };
}

function inFlight(): AppError {
  const detail =
    'A request with this Idempotency-Key is in progress. Repeat the request in a moment to get its response.';
  return new AppError('idempotency_in_flight', detail, { retryAfterSeconds: directorLimitSeconds / 30 });
}
