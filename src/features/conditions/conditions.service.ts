import { Inject, Injectable } from '@nestjs/common';
import {
  decideCondition,
  type ConditionKind,
  Conditions,
  type EndCause,
  type KnownCondition,
  type Sighting,
} from '../../domain/condition.js';
import { EventRecorder } from '../events/event-recorder.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { conditionEvent } from './condition-events.js';
import { type ConditionStateEntity, ConditionStates } from './condition-states.repository.js';

/** Each condition is a row that is locked while it is decided, so that a change and its event are written once. */
@Injectable()
export class ConditionsService extends Conditions<Transaction> {
  constructor(
    private readonly rows: ConditionStates,
    private readonly events: EventRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  override async report(sightings: readonly Sighting[], at: Date): Promise<void> {
    const known = await this.rows.keysAmong(sightings.map(({ key }) => key));
    for (const sighting of sightings) {
      if (sighting.result !== 'bad' && !known.has(sighting.key)) continue;
      await this.unitOfWork.run((transaction) => this.reportWithin(transaction, sighting, at));
    }
  }

  override async reportWithin(transaction: Transaction, sighting: Sighting, at: Date): Promise<void> {
    if (sighting.result === 'bad') await this.rows.insert(transaction, sighting);
    const row = await this.rows.lock(transaction, sighting.key);
    if (row === null || (row.checkedAt !== null && row.checkedAt > at)) return;
    await this.decide(transaction, row, sighting, at);
  }

  private async decide(
    transaction: Transaction,
    row: ConditionStateEntity,
    { key, result, rule, details }: Sighting,
    at: Date,
  ): Promise<void> {
    const { state, change, since } = decideCondition(row, result, rule, at);
    if (result === 'bad') row.details = { ...row.details, ...details };
    if (change === 'ends') return this.ended(transaction, row, 'check', at);
    if (!state.isActive && state.streak === 0) return this.rows.delete(transaction, key);
    if (change === 'begins') row.since = since;
    await this.rows.update(transaction, key, state, row);
    if (change === 'begins') await this.record(transaction, row, { change, cause: 'check', at });
  }

  override known(kind: ConditionKind, director: string | null): Promise<readonly KnownCondition[]> {
    return this.rows.ofKind(kind, director);
  }

  override async end(key: string, cause: EndCause, at: Date): Promise<void> {
    await this.unitOfWork.run((transaction) => this.endWithin(transaction, key, cause, at));
  }

  override async endWithin(transaction: Transaction, key: string, cause: EndCause, at: Date): Promise<void> {
    const row = await this.rows.lock(transaction, key);
    if (row?.isActive === true) await this.ended(transaction, row, cause, at);
    else if (row !== null) await this.rows.delete(transaction, key);
  }

  override directors(): Promise<readonly string[]> {
    return this.rows.directors();
  }

  private async ended(
    transaction: Transaction,
    row: ConditionStateEntity,
    cause: EndCause | 'check',
    at: Date,
  ): Promise<void> {
    await this.rows.delete(transaction, row.key);
    await this.record(transaction, row, { change: 'ends', cause, at });
  }

  private async record(
    transaction: Transaction,
    row: ConditionStateEntity,
    change: Parameters<typeof conditionEvent>[1],
  ): Promise<void> {
    const event = conditionEvent(row, change, this.settings.baseUrl);
    if (event !== null) await this.events.record(transaction, event);
  }
}
