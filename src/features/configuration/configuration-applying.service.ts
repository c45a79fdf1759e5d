import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type Actor, systemActor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import {
  changedByHand,
  type ConfigurationFinding,
  type DirectorConfiguration,
} from '../../domain/configuration.port.js';
import { callerKey, type Principal } from '../../domain/principal.js';
import { AppError, invalidField } from '../../domain/error-codes.js';
import { CallerCheck } from '../../domain/revalidation.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { isUniqueViolation } from '../../database/database-errors.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { namesTag } from '../../http/conditional.interceptor.js';
import { LOG } from '../../platform/logging/log.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { hashOfBody } from '../runs/requests/idempotent-run-requests.service.js';
import { applyKeyIndex, type ConfigurationChangeEntity } from './configuration-change.entity.js';
import { type ApplyConfigurationBody } from './configuration-changes.dto.js';
import { findingRecord } from './configuration.dto.js';
import {
  type ApplyRequest,
  type ChangedFile,
  ConfigurationChangesRepository,
  type NewChange,
} from './configuration-changes.repository.js';
import { editOf, noChange, noDraft, targetOf } from './configuration-changes.service.js';
import { ConfigurationEffectsService } from './configuration-effects.service.js';
import { ConfigurationTurns } from './configuration-turns.js';
import { type ConfiguredEntry, Configurations } from './configurations.js';

interface ApplyCall {
  readonly principal: Principal;
  readonly actor: Actor;
  readonly change: ConfigurationChangeEntity;
  readonly ifMatch: string | undefined;
  readonly key: string | null;
  readonly body: ApplyConfigurationBody;
}

interface Applied {
  readonly applied: ConfigurationChangeEntity;
  /** It was applied by an earlier request with the same key. */
  readonly isReplayed: boolean;
}

const interrupted: ConfigurationFinding = {
  severity: 'error',
  code: 'interrupted',
  place: '',
  line: null,
  column: null,
  message: 'the change was interrupted before it was in force; nothing was changed',
  params: {},
};

/**
 * Puts changes into force, and keeps the history true. That a change is about to be put into force is stored first. The Director then
 * stores its id together with what is in force, which alone decides the outcome after a crash, or if a database did not answer.
 */
@Injectable()
export class ConfigurationApplying implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stops: (() => void)[] = [];
  /** Directors whose history may not be true yet. */
  private readonly due = new Set<string>();

  constructor(
    private readonly rows: ConfigurationChangesRepository,
    private readonly configurations: Configurations,
    private readonly effects: ConfigurationEffectsService,
    private readonly turns: ConfigurationTurns,
    private readonly callers: CallerCheck,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { entry } of this.configurations.all()) {
      this.due.add(entry.name);
      this.stops.push(entry.director.onConfigurationChange(() => void this.reconcileSoon(entry.name)));
    }
    await this.onTick();
  }

  onApplicationShutdown(): void {
    for (const stop of this.stops) stop();
  }

  /** A process that does not run the jobs has nothing to do until it does. */
  @Interval(1_000)
  async onTick(): Promise<void> {
    const due = this.configurations.all().filter(({ entry }) => this.due.has(entry.name));
    await Promise.all(due.map((found) => this.tryReconcile(found)));
  }

  async apply(call: ApplyCall): Promise<Applied> {
    const { principal, change, ifMatch } = call;
    if (ifMatch === undefined) throw invalidField('If-Match', 'If-Match is required', 'required');
    const found = await this.configurations.of(principal, change.director);
    return this.turns.take(found.entry.name, async () => {
      await this.reconcile(found);
      return this.applyInTurn(found, { ...call, ifMatch });
    });
  }

  private async applyInTurn(found: ConfiguredEntry, call: ApplyCall & { readonly ifMatch: string }): Promise<Applied> {
    const { principal, actor, key, ifMatch, body } = call;
    const caller = callerKey(principal);
    const hash = hashOfBody(body);
    const known = key === null ? null : await this.rows.findByKey(caller, key, this.keysSince());
    if (known) return replay(known, call.change.id, hash);
    const change = await this.find(call.change.id);
    if (change.state !== 'draft') throw noDraft(change);
    const file = await this.rows.readFile(change);
    await rejectUnmet(found, change, file, ifMatch);
    await this.effects.confirm(principal, found, editOf(change, file), body);
    // It may have waited for other changes and for disks, in which time a right can be taken away.
    await this.callers.requireStillValid(principal);
    const request = {
      applyCaller: caller,
      applyKey: key,
      applyHash: hash,
      applyActor: actor,
      applyAt: this.clock.now(),
    };
    await this.markApplying(change, request);
    await this.put(found, change, file);
    return { applied: await this.find(change.id), isReplayed: false };
  }

  /** The unique index decides between concurrent requests with one key. */
  private async markApplying(change: ConfigurationChangeEntity, request: ApplyRequest): Promise<void> {
    try {
      const isDraft = await this.unitOfWork.run((transaction) =>
        this.rows.markApplying(transaction, change.id, request, this.keysSince()),
      );
      // Deleted meanwhile, for example.
      if (!isDraft) throw noDraft(await this.find(change.id));
    } catch (error) {
      throw isUniqueViolation(error, applyKeyIndex) ? keyReused() : error;
    }
  }

  private async put(
    { configuration }: ConfiguredEntry,
    change: ConfigurationChangeEntity,
    file: ChangedFile,
  ): Promise<void> {
    try {
      await configuration.apply({ id: change.id, ...editOf(change, file) });
    } catch (error) {
      // Its outcome may not be stored below, if the database does not answer.
      this.due.add(change.director);
      if (error instanceof AppError) {
        await this.noteRejected(change, error.code);
        throw error;
      }
      this.log.warn(
        { err: error, change: change.id },
        'Could not put a change of the configuration into force; checking whether it is.',
      );
      if (!(await this.settle(configuration, change))) throw rolledBack([interrupted]);
      return;
    }
    await this.noteApplied(change);
  }

  /** Stores the outcome of a change whose `apply` was interrupted. Returns whether it is in force. */
  private async settle(configuration: DirectorConfiguration, change: ConfigurationChangeEntity): Promise<boolean> {
    const isApplied = (await configuration.recover()) === change.id;
    await (isApplied ? this.noteApplied(change) : this.noteInterrupted(change));
    return isApplied;
  }

  private noteApplied(change: ConfigurationChangeEntity): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const actor = await this.rows.markApplied(transaction, change.id, this.clock.now());
      if (actor) await this.audit.record(transaction, { actor, ...auditOf(change) });
    });
  }

  /** Nothing was changed, and it can be tried again: a storage that a run is using, for example, when the run has ended. */
  private noteRejected(change: ConfigurationChangeEntity, code: string): Promise<void> {
    return this.noteFailed(change, code, (transaction) => this.rows.markDraft(transaction, change.id));
  }

  private noteInterrupted(change: ConfigurationChangeEntity): Promise<void> {
    return this.noteFailed(change, interrupted.code, (transaction) =>
      this.rows.markRolledBack(transaction, change.id, [interrupted]),
    );
  }

  private noteFailed(
    change: ConfigurationChangeEntity,
    code: string,
    mark: (transaction: Transaction) => Promise<Actor | null>,
  ): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const actor = await mark(transaction);
      const failure = { outcome: 'failure', changes: { code: { to: code } } } as const;
      if (actor) await this.audit.record(transaction, { actor, ...auditOf(change), ...failure });
    });
  }

  private reconcileSoon(director: string): Promise<void> {
    this.due.add(director);
    return this.onTick();
  }

  /** Never throws. */
  private async tryReconcile(found: ConfiguredEntry): Promise<void> {
    const { name } = found.entry;
    if (!found.configuration.isInCharge) return;
    try {
      await this.turns.take(name, async () => {
        // Before it is read: a change meanwhile makes it due again.
        this.due.delete(name);
        await this.reconcile(found);
      });
    } catch (error) {
      this.due.add(name);
      this.log.warn(
        { err: error, director: name },
        'Could not reconcile the history of the configuration; will retry.',
      );
    }
  }

  /** Settles what a crash left, then stores as a change what came into force without one. */
  private async reconcile({ entry, configuration }: ConfiguredEntry): Promise<void> {
    if (!configuration.isInCharge) return;
    const left = await this.rows.findApplying(entry.name);
    if (left) {
      const isApplied = await this.settle(configuration, left);
      const about = { director: entry.name, change: left.id, applied: isApplied };
      this.log.warn(about, 'A change of the configuration was interrupted; its outcome is now stored.');
    }
    const { inForce } = configuration;
    const last = await this.rows.findLastApplied(entry.name);
    if (inForce === null || last?.resultRevision === inForce.revision) return;
    const before = last && (await this.resultOf(last));
    const file = { path: configuration.fileName, before, after: inForce.text };
    await this.recordTakenOver(entry.name, last, { file, revision: inForce.revision });
  }

  /** null: it cannot be decrypted. What came into force is recorded all the same, without the text of before. */
  private async resultOf(change: ConfigurationChangeEntity): Promise<string | null> {
    try {
      return (await this.rows.readFile(change)).after;
    } catch (error) {
      if (error instanceof AppError && error.extras.reason === 'different_key') return null;
      throw error;
    }
  }

  private recordTakenOver(
    director: string,
    last: ConfigurationChangeEntity | null,
    { file, revision }: { readonly file: ChangedFile; readonly revision: string },
  ): Promise<void> {
    const now = this.clock.now();
    const change: NewChange = {
      id: randomUUID(),
      director,
      state: 'applied',
      origin: last ? 'hand' : 'initial',
      comment: null,
      author: null,
      createdAt: now,
      appliedAt: now,
      baseRevision: last?.resultRevision ?? null,
      resultRevision: revision,
      revertOf: null,
      renames: [],
      findings: [],
    };
    return this.unitOfWork.run(async (transaction) => {
      await this.rows.insert(transaction, change, file, true);
      if (!last) return;
      const action = { ...auditOf(change), action: 'configuration.change.record' } as const;
      await this.audit.record(transaction, { actor: systemActor, ...action });
    });
  }

  private async find(id: string): Promise<ConfigurationChangeEntity> {
    const change = await this.rows.find(id);
    if (!change) throw noChange();
    return change;
  }

  private keysSince(): Date {
    return new Date(this.clock.now().getTime() - this.settings.idempotencyRetentionHours * 3_600_000);
  }
}

function auditOf(change: Pick<ConfigurationChangeEntity, 'director' | 'id' | 'baseRevision' | 'resultRevision'>) {
  const { baseRevision: from, resultRevision: to } = change;
  return {
    action: 'configuration.change.apply',
    target: targetOf(change),
    changes: { revision: { from, to } },
  } as const;
}

/** The request of a key that is known. */
function replay(known: ConfigurationChangeEntity, id: string, hash: string): Applied {
  if (known.id !== id || known.applyHash !== hash) throw keyReused();
  if (known.state === 'applied') return { applied: known, isReplayed: true };
  if (known.state === 'rolled_back') throw rolledBack(known.findings);
  const detail =
    'A request with this Idempotency-Key is in progress. Repeat the request in a moment to get its response.';
  throw new AppError('idempotency_in_flight', detail, { retryAfterSeconds: 2 });
}

/** The Director checks all of this again, under its own lock; here it costs the draft nothing. */
async function rejectUnmet(
  { entry, configuration }: ConfiguredEntry,
  change: ConfigurationChangeEntity,
  file: ChangedFile,
  ifMatch: string,
): Promise<void> {
  const { revision, lastGoodRevision, drift, isWritable } = await configuration.readState();
  const isCurrent = lastGoodRevision === change.baseRevision;
  // The draft remains good: the file has to be corrected.
  if (isCurrent && drift !== 'none') throw changedByHand(configuration.fileName);
  if (!isCurrent || !namesTag(ifMatch, `"${revision}"`)) {
    const detail = `The configuration of Director ${entry.name} has changed since you read it, or since the change was drafted. Read it again, then draft the change again.`;
    throw new AppError('changed_meanwhile', detail);
  }
  const errors = (await configuration.check(file.after, change.renames)).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const detail = 'The configuration that would result has errors. Nothing was changed.';
    throw new AppError('conflict', detail, {
      reason: 'configuration_invalid',
      members: { findings: errors.map(findingRecord) },
    });
  }
  if (!isWritable) {
    const detail = `The console cannot replace ${configuration.fileName} of Director ${entry.name}. Its health says why.`;
    throw new AppError('conflict', detail, { reason: 'configuration_not_writable', params: { director: entry.name } });
  }
}

function rolledBack(findings: readonly ConfigurationFinding[]): AppError {
  const detail = 'The change could not be put into force, and nothing of it is. Draft it again.';
  return new AppError('conflict', detail, {
    reason: 'change_rolled_back',
    members: { findings: findings.map(findingRecord) },
  });
}

function keyReused(): AppError {
  return new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new one.');
}
