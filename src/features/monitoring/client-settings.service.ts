import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { invalidField } from '../../domain/error-codes.js';
import { type OwnThresholds, type ThresholdBasis, thresholdBounds } from '../../domain/silence.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { type ClientThresholdEntity, ThresholdsRepository } from './thresholds.repository.js';
import { settingsTag } from './monitored-client.mapper.js';
import { type ChangeMonitoredClientBody } from './monitored-clients.dto.js';
import { ScheduleIntervals } from './schedule-intervals.service.js';
import { changesBetween } from './setting-changes.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { rejectStaleTag, assertWarnBelowCrit } from './thresholds.service.js';

interface ClientSetting extends OwnThresholds {
  readonly pausedUntil: Date | null;
}

export interface RequestedChange {
  readonly name: string;
  readonly body: ChangeMonitoredClientBody;
  readonly ifMatch: string | undefined;
}

const unset: ClientSetting = { warnSeconds: null, critSeconds: null, basis: 'fixed', pausedUntil: null };

/** What operators set for single clients. */
@Injectable()
export class ClientSettings {
  constructor(
    private readonly rows: ThresholdsRepository,
    private readonly intervals: ScheduleIntervals,
    private readonly evaluation: SilenceEvaluation,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Takes effect immediately. */
  async change(actor: Actor, entry: DirectorEntry, { name, body, ifMatch }: RequestedChange): Promise<void> {
    const key = { director: entry.name, client: name };
    this.rejectPastPause(body);
    await this.unitOfWork.run(async (transaction) => {
      const row = await this.rows.lockClient(transaction, entry.name, name);
      const before = row ? settingOf(row) : unset;
      const updatedAt = row?.updatedAt ?? null;
      rejectStaleTag(ifMatch, settingsTag({ name, director: entry.name, ...before, updatedAt }));
      const after = changed(before, body);
      rejectWrongOrder(after, body);
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length === 0) return;
      await this.rows.keepClient(transaction, { ...key, ...after, updatedAt: this.clock.now() });
      const target = `client:${entry.name}:${name}`;
      await this.audit.record(transaction, { actor, action: 'monitoring.client.update', target, changes });
    });
    await this.apply(entry, name, body.basis === 'schedule');
  }

  /** What fails here is done by the monitor within a minute. */
  private async apply(entry: DirectorEntry, client: string, requiresSchedule: boolean): Promise<void> {
    try {
      if (requiresSchedule) await this.intervals.refreshNow(entry);
      await this.evaluation.evaluate({ director: entry.name, clients: [client] });
    } catch (error) {
      this.log.warn({ err: error, director: entry.name }, 'Could not apply changed settings immediately; will retry.');
    }
  }

  private rejectPastPause({ pausedUntil }: ChangeMonitoredClientBody): void {
    if (pausedUntil === undefined || pausedUntil === null) return;
    const aheadSeconds = (pausedUntil.getTime() - this.clock.now().getTime()) / 1000;
    if (aheadSeconds > 0 && aheadSeconds <= thresholdBounds.mostSeconds) return;
    const detail = 'pausedUntil must be in the future, at most ten years ahead. Use null to end the pause.';
    throw invalidField('pausedUntil', detail, aheadSeconds > 0 ? 'too_far' : 'in_past');
  }
}

function settingOf({ warnSeconds, critSeconds, basis, pausedUntil }: ClientThresholdEntity): ClientSetting {
  // Only this file writes the column.
  return { warnSeconds, critSeconds, basis: basis as ThresholdBasis, pausedUntil };
}

function changed(before: ClientSetting, body: ChangeMonitoredClientBody): ClientSetting {
  const { warnSeconds, critSeconds, basis, pausedUntil } = body;
  return {
    warnSeconds: warnSeconds === undefined ? before.warnSeconds : warnSeconds,
    critSeconds: critSeconds === undefined ? before.critSeconds : critSeconds,
    basis: basis === undefined ? before.basis : (basis ?? 'fixed'),
    pausedUntil: pausedUntil === undefined ? before.pausedUntil : pausedUntil,
  };
}

function rejectWrongOrder({ warnSeconds, critSeconds }: ClientSetting, body: ChangeMonitoredClientBody): void {
  if (warnSeconds === null || critSeconds === null) return;
  assertWarnBelowCrit({ warnSeconds, critSeconds }, body.critSeconds === undefined ? 'warnSeconds' : 'critSeconds');
}
