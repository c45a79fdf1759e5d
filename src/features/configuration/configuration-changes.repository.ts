import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor } from '../../domain/actor.js';
import { type ConfigurationFinding } from '../../domain/configuration.port.js';
import { AppError } from '../../domain/error-codes.js';
import { type PageRequest, type Slice, sliceOf } from '../../domain/pagination.js';
import { SecretBox } from '../../platform/security/secret-box.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { ConfigurationChangeEntity, ConfigurationChangeFileEntity } from './configuration-change.entity.js';

/** The text of a file before and after a change. */
export interface ChangedFile {
  readonly path: string;
  /** null: the file did not exist. */
  readonly before: string | null;
  readonly after: string;
}

export type NewChange = Omit<
  ConfigurationChangeEntity,
  'number' | 'appliedNumber' | 'applyCaller' | 'applyKey' | 'applyHash' | 'applyAt' | 'applyActor'
>;

/** A request to apply a change. */
export type ApplyRequest = Pick<
  ConfigurationChangeEntity,
  'applyCaller' | 'applyKey' | 'applyHash' | 'applyAt' | 'applyActor'
>;

const noRequest: ApplyRequest = { applyCaller: null, applyKey: null, applyHash: null, applyAt: null, applyActor: null };

/** Changes of configurations, with the contents of their files, which are encrypted here. */
@Injectable()
export class ConfigurationChangesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
  ) {}

  /** `isApplied`: it is in force already. */
  async insert(
    transaction: Transaction,
    change: NewChange,
    { path, before, after }: ChangedFile,
    isApplied = false,
  ): Promise<ConfigurationChangeEntity> {
    const rows = transaction.getRepository(ConfigurationChangeEntity);
    await rows.insert({ ...change, ...noRequest });
    if (isApplied) await rows.update({ id: change.id }, { appliedNumber: nextNumber });
    await transaction.getRepository(ConfigurationChangeFileEntity).insert({
      changeId: change.id,
      path,
      before: before === null ? null : this.box.seal(before, placeOf(change.id, path, 'before')),
      after: this.box.seal(after, placeOf(change.id, path, 'after')),
    });
    return rows.findOneByOrFail({ id: change.id });
  }

  /** Newest first. */
  async list(director: string, page: PageRequest): Promise<Slice<ConfigurationChangeEntity>> {
    const query = this.changes().createQueryBuilder('change').where('change.director = :director', { director });
    const total = page.count === true ? { value: await query.getCount(), exact: true } : undefined;
    if (page.after) query.andWhere('change.number < :number', { number: page.after[0] });
    query.orderBy('change.number', 'DESC').limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.number], total);
  }

  find(id: string): Promise<ConfigurationChangeEntity | null> {
    return this.changes().findOneBy({ id });
  }

  /** AppError conflict if it was encrypted with a key that is not configured. */
  async readFile(change: Pick<ConfigurationChangeEntity, 'id'>): Promise<ChangedFile> {
    const { path, before, after } = await this.dataSource
      .getRepository(ConfigurationChangeFileEntity)
      .findOneByOrFail({ changeId: change.id });
    try {
      return {
        path,
        before: before === null ? null : this.box.open(before, placeOf(change.id, path, 'before')),
        after: this.box.open(after, placeOf(change.id, path, 'after')),
      };
    } catch (cause) {
      const detail =
        'The content of this change was encrypted with a different INSTANCE_KEY. Set INSTANCE_KEY_PREVIOUS to that key.';
      throw new AppError('conflict', detail, { reason: 'different_key', cause });
    }
  }

  countDrafts(director: string): Promise<number> {
    return this.changes().countBy({ director, state: 'draft' });
  }

  /** False: it is no draft any more. */
  async deleteDraft(transaction: Transaction, id: string): Promise<boolean> {
    const { affected } = await transaction.getRepository(ConfigurationChangeEntity).delete({ id, state: 'draft' });
    return affected === 1;
  }

  /** Changes that never came into force, and do not while they are deleted. Returns how many were deleted. */
  async deleteUnapplied(before: Date, limit: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM configuration_change WHERE id IN (SELECT id FROM configuration_change
         WHERE state IN ('draft', 'rolled_back') AND created_at < $1 LIMIT $2) AND state IN ('draft', 'rolled_back')`,
      [before, limit],
    );
    return count;
  }

  /** The change that is being put into force, or was when a process ended; null: none. */
  findApplying(director: string): Promise<ConfigurationChangeEntity | null> {
    return this.changes().findOneBy({ director, state: 'applying' });
  }

  /** The newest change that came into force; null: none did. */
  async findLastApplied(director: string): Promise<ConfigurationChangeEntity | null> {
    const [last] = await this.applied(director).orderBy('change.applied_number', 'DESC').limit(1).getMany();
    return last ?? null;
  }

  /** Changes that came into force after this one, oldest first. */
  listAppliedAfter({ director, appliedNumber }: ConfigurationChangeEntity): Promise<ConfigurationChangeEntity[]> {
    return this.applied(director)
      .andWhere('change.applied_number > :appliedNumber', { appliedNumber })
      .orderBy('change.applied_number')
      .getMany();
  }

  /** The change that this caller applied under this key after `since`; null: none. */
  async findByKey(applyCaller: string, applyKey: string, since: Date): Promise<ConfigurationChangeEntity | null> {
    const found = await this.changes().findOneBy({ applyCaller, applyKey });
    return found?.applyAt && found.applyAt > since ? found : null;
  }

  /** Stores that a draft is about to be put into force. False: it is no draft any more. Frees the caller's key where it has expired. */
  async markApplying(transaction: Transaction, id: string, request: ApplyRequest, keysSince: Date): Promise<boolean> {
    const { applyCaller, applyKey } = request;
    if (applyKey !== null) {
      await transaction.query(
        'UPDATE configuration_change SET apply_key = NULL WHERE apply_caller = $1 AND apply_key = $2 AND apply_at <= $3',
        [applyCaller, applyKey, keysSince],
      );
    }
    const { affected } = await transaction
      .getRepository(ConfigurationChangeEntity)
      .update({ id, state: 'draft' }, { state: 'applying', ...request });
    return affected === 1;
  }

  /** Nothing was changed: the draft can be applied again, with the same key too. Returns who applied it, only once. */
  markDraft(transaction: Transaction, id: string): Promise<Actor | null> {
    const now = "state = 'draft', apply_caller = NULL, apply_key = NULL, apply_hash = NULL, apply_at = NULL";
    return this.settle(transaction, now, [id]);
  }

  /** Returns who applied it, only once: null if the outcome was stored before. */
  markApplied(transaction: Transaction, id: string, appliedAt: Date): Promise<Actor | null> {
    const now = "state = 'applied', applied_at = $2, applied_number = nextval('configuration_change_number')";
    return this.settle(transaction, now, [id, appliedAt]);
  }

  /** `why` is added to the findings. Returns who applied it, only once. */
  markRolledBack(transaction: Transaction, id: string, why: readonly ConfigurationFinding[]): Promise<Actor | null> {
    const now = "state = 'rolled_back', findings = change.findings || $2::jsonb";
    return this.settle(transaction, now, [id, JSON.stringify(why)]);
  }

  private async settle(transaction: Transaction, assignments: string, values: unknown[]): Promise<Actor | null> {
    const [rows] = await transaction.query<[{ actor: Actor | null }[], number]>(
      `UPDATE configuration_change AS change SET ${assignments}, apply_actor = NULL
       FROM (SELECT id, apply_actor FROM configuration_change WHERE id = $1 AND state = 'applying' FOR UPDATE) AS locked
       WHERE change.id = locked.id RETURNING locked.apply_actor AS actor`,
      values,
    );
    return rows[0]?.actor ?? null;
  }

  private applied(director: string) {
    return this.changes()
      .createQueryBuilder('change')
      .where('change.director = :director AND change.applied_number IS NOT NULL', { director });
  }

  private changes() {
    return this.dataSource.getRepository(ConfigurationChangeEntity);
  }
}

const nextNumber = (): string => "nextval('configuration_change_number')";

function placeOf(changeId: string, path: string, side: 'before' | 'after'): string {
  return `configuration_change_file ${changeId} ${side} ${path}`;
}
