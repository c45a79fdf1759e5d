import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { type ConfigurationStep, type EditedConfiguration } from '../../domain/configuration.port.js';
import { type ConfigurationEffects, noEffects } from '../../domain/configuration-effects.js';
import { type PageRequest, type Slice } from '../../domain/pagination.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { type AuditAction } from '../audit/audit-actions.js';
import { AuditRecorder, type Changes, definedFields } from '../audit/audit-recorder.js';
import { type ConfigurationChangeEntity } from './configuration-change.entity.js';
import {
  changeRecord,
  changeSummary,
  type ConfigurationChange,
  type CreateConfigurationChangeBody,
} from './configuration-changes.dto.js';
import { type ChangedFile, ConfigurationChangesRepository } from './configuration-changes.repository.js';
import { ConfigurationEffectsService } from './configuration-effects.service.js';
import { readSteps } from './configuration-steps.js';
import { type ConfiguredEntry, Configurations } from './configurations.js';

const mostDrafts = 200;
/** Of the steps in an audit record. */
const mostRecorded = 50;
/** Of the later changes in an error response: the newest must be reverted first. */
const mostShown = 100;

interface NewDraft extends Pick<ConfigurationChangeEntity, 'origin' | 'comment' | 'revertOf'> {
  readonly action: AuditAction;
  readonly changes: Changes;
}

/** Drafts and the history of configurations. */
@Injectable()
export class ConfigurationChanges {
  constructor(
    private readonly rows: ConfigurationChangesRepository,
    private readonly configurations: Configurations,
    private readonly effects: ConfigurationEffectsService,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(principal: Principal, director: string, page: PageRequest): Promise<Slice<ConfigurationChangeEntity>> {
    await this.configurations.of(principal, director);
    return this.rows.list(director, page);
  }

  /** AppError not_found, also if the Director is not configured any more. */
  async get(principal: Principal, id: string): Promise<ConfigurationChangeEntity> {
    const change = await this.rows.find(id);
    if (!change) throw noChange();
    await this.configurations.of(principal, change.director);
    return change;
  }

  async diffOf(change: ConfigurationChangeEntity): Promise<string> {
    const { before, after } = await this.rows.readFile(change);
    const found = this.configurations.all().find(({ entry }) => entry.name === change.director);
    return found?.configuration.diff(before ?? '', after) ?? '';
  }

  async recordOf(change: ConfigurationChangeEntity): Promise<ConfigurationChange> {
    return changeRecord(change, await this.diffOf(change), await this.effectsOf(change));
  }

  /** Compared with what is in force now. */
  private async effectsOf(change: ConfigurationChangeEntity): Promise<ConfigurationEffects> {
    const found = this.configurations.all().find(({ entry }) => entry.name === change.director);
    if (change.state !== 'draft' || found === undefined) return noEffects;
    return this.effects.of(found, editOf(change, await this.rows.readFile(change)));
  }

  /** Nothing is stored if an operation cannot be carried out. */
  async draft(
    principal: Principal,
    actor: Actor,
    body: CreateConfigurationChangeBody,
  ): Promise<ConfigurationChangeEntity> {
    const steps = readSteps(body.operations);
    const found = await this.configurations.of(principal, body.director);
    const edited = await found.configuration.edit(steps);
    return this.store(found, { principal, actor }, edited, {
      origin: 'request',
      comment: body.comment ?? null,
      revertOf: null,
      action: 'configuration.change.create',
      changes: { ...definedFields({ comment: body.comment }), operations: { to: describeSteps(steps) } },
    });
  }

  /** What was in force before a change, as a draft. AppError conflict that lists the changes which that would undo too. */
  async draftRevert(
    principal: Principal,
    actor: Actor,
    change: ConfigurationChangeEntity,
  ): Promise<ConfigurationChangeEntity> {
    const found = await this.configurations.of(principal, change.director);
    const { before } = await this.rows.readFile(change);
    if (change.state !== 'applied' || before === null) throw notRevertible(change);
    const { base } = await found.configuration.edit([]);
    if (base.revision === change.baseRevision) throw noDifference();
    if (base.revision !== change.resultRevision) {
      throw undoesMore(undoneBetween(change, base.revision, await this.rows.listAppliedAfter(change)));
    }
    const edited = {
      base,
      edited: { revision: found.configuration.revisionOf(before), text: before },
      renames: change.renames.map(({ type, from, to }) => ({ type, from: to, to: from })).reverse(),
    };
    return this.store(found, { principal, actor }, edited, {
      origin: 'revert',
      comment: null,
      revertOf: change.id,
      action: 'configuration.change.revert',
      changes: { revertOf: { to: change.id } },
    });
  }

  async remove(principal: Principal, actor: Actor, id: string): Promise<void> {
    const change = await this.get(principal, id);
    const isDeleted = await this.unitOfWork.run(async (transaction) => {
      if (!(await this.rows.deleteDraft(transaction, id))) return false;
      await this.audit.record(transaction, { actor, action: 'configuration.change.delete', target: targetOf(change) });
      return true;
    });
    // As it is now: it may have been applied or deleted meanwhile.
    if (!isDeleted) throw noDraft(await this.get(principal, id));
  }

  private async store(
    { entry, configuration }: ConfiguredEntry,
    { principal, actor }: { readonly principal: Principal; readonly actor: Actor },
    { base, edited, renames }: EditedConfiguration,
    { origin, comment, revertOf, action, changes }: NewDraft,
  ): Promise<ConfigurationChangeEntity> {
    if (base.revision === edited.revision) throw noDifference();
    const findings = await configuration.check(edited.text, renames);
    // Requests at the same time can exceed it by their number, which does no harm.
    if ((await this.rows.countDrafts(entry.name)) >= mostDrafts) throw tooManyDrafts(entry.name);
    const change = {
      id: randomUUID(),
      director: entry.name,
      state: 'draft' as const,
      origin,
      comment,
      author: {
        kind: principal.kind,
        id: principal.token?.id ?? principal.user.id,
        name: principal.token?.name ?? principal.user.username,
      },
      createdAt: this.clock.now(),
      appliedAt: null,
      baseRevision: base.revision,
      resultRevision: edited.revision,
      revertOf,
      renames,
      findings,
    };
    const file: ChangedFile = { path: configuration.fileName, before: base.text, after: edited.text };
    return this.unitOfWork.run(async (transaction) => {
      await this.audit.record(transaction, { actor, action, target: targetOf(change), changes });
      return this.rows.insert(transaction, change, file);
    });
  }
}

/** What a draft makes of the text that it starts from. */
export function editOf(
  { baseRevision, resultRevision, renames }: ConfigurationChangeEntity,
  { before, after }: ChangedFile,
): EditedConfiguration {
  const base = { revision: baseRevision ?? '', text: before ?? '' };
  return { base, edited: { revision: resultRevision, text: after }, renames };
}

/** Of audit records. */
export function targetOf({ director, id }: Pick<ConfigurationChangeEntity, 'director' | 'id'>): string {
  return `configuration_change:${director}:${id}`;
}

/** Without values. Not all are listed: removals and renames come first, which auditors look for. */
function describeSteps(steps: readonly ConfigurationStep[]): readonly string[] {
  const isNotable = ({ op }: ConfigurationStep): boolean => op === 'remove' || op === 'rename';
  const shown = [...steps.filter(isNotable), ...steps.filter((step) => !isNotable(step))]
    .slice(0, mostRecorded)
    .map(({ op, type, name, path }) => `${op} ${type} ${name}${path === undefined ? '' : ` ${path}`}`);
  const more = steps.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/**
 * The later changes that led from the result of a change to what is in force, without those that were taken back since: of several
 * that start from the same revision the last one counts.
 */
export function undoneBetween<T extends Pick<ConfigurationChangeEntity, 'baseRevision' | 'resultRevision'>>(
  change: Pick<ConfigurationChangeEntity, 'resultRevision'>,
  inForce: string,
  later: readonly T[],
): readonly T[] {
  const undone: T[] = [];
  const lastFrom = new Map(later.map(({ baseRevision }, index) => [baseRevision, index]));
  let at = change.resultRevision;
  for (let from = 0; at !== inForce;) {
    const index = lastFrom.get(at) ?? -1;
    const next = later[index];
    if (next === undefined || index < from) break;
    undone.push(next);
    at = next.resultRevision;
    from = index + 1;
  }
  return undone;
}

export function noChange(): AppError {
  return new AppError('not_found', 'No change of a configuration has this id.', { reason: 'no_configuration_change' });
}

export function noDraft({ state }: ConfigurationChangeEntity): AppError {
  const detail = `This change is no draft: its state is ${state}.`;
  return new AppError('conflict', detail, { reason: 'change_not_draft', params: { state } });
}

function notRevertible({ state, origin }: ConfigurationChangeEntity): AppError {
  const detail = 'Only a change that is in force and has a configuration before it can be reverted.';
  return new AppError('conflict', detail, { reason: 'change_not_revertible', params: { state, origin } });
}

function noDifference(): AppError {
  const detail = 'This would change nothing: the configuration in force is the same.';
  return new AppError('operation_not_possible', detail, { reason: 'no_difference' });
}

function undoesMore(changes: readonly ConfigurationChangeEntity[]): AppError {
  const detail = `This would undo ${changes.length === 1 ? '1 later change' : `${changes.length} later changes`} too. Revert those first, the newest one first.`;
  const extras = { reason: 'later_changes', params: { count: changes.length } } as const;
  return new AppError('conflict', detail, {
    ...extras,
    members: { changes: changes.slice(-mostShown).map(changeSummary) },
  });
}

function tooManyDrafts(director: string): AppError {
  const detail = `The configuration of Director ${director} already has ${mostDrafts} drafts. Delete some first.`;
  return new AppError('conflict', detail, { reason: 'too_many_drafts', params: { director, most: mostDrafts } });
}
