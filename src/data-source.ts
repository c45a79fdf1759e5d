import { DataSource } from 'typeorm';
import { AuditSealEntity, AuditUnsealedEntity } from './features/audit/chain/audit-seal.entities.js';
import { KnownAddressEntity } from './features/access/known-addresses.repository.js';
import { LoginThrottleEntity } from './features/access/login-throttle.repository.js';
import { FailedLoginEntity } from './features/access/failed-logins.repository.js';
import { OneTimeLinkEntity } from './features/access/one-time-links/one-time-links.repository.js';
import { SavedFilterEntity } from './features/saved-filters/saved-filter.entity.js';
import { SessionEntity } from './features/access/sessions/session.entity.js';
import { AuditRecordEntity } from './features/audit/audit-record.entity.js';
import { EventEntity } from './features/events/events.repository.js';
import { ConditionStateEntity } from './features/conditions/condition-states.repository.js';
import { ClockStateEntity } from './features/clock/clock-trust.repository.js';
import {
  ConfigurationChangeEntity,
  ConfigurationChangeFileEntity,
} from './features/configuration/configuration-change.entity.js';
import { ConfiguredDirectorEntity } from './features/directors/connections/connections.repository.js';
import { DirectorTlsEntity } from './features/directors/connections/tls-memory.repository.js';
import { FollowedRenameEntity } from './features/configuration/renames/renamed-names.repository.js';
import { NotificationChannelEntity } from './features/notifications/channels/channels.repository.js';
import {
  DeliveryAttemptEntity,
  DeliveryEventEntity,
  DeliveryGroupEntity,
  DeliveryIncidentEntity,
  DeliveryStreakEntity,
  DeliveryEntity,
} from './features/notifications/deliveries/delivery.entities.js';
import { ClientSilenceEntity } from './features/monitoring/client-silence.entity.js';
import { ClientThresholdEntity, GlobalThresholdEntity } from './features/monitoring/thresholds.repository.js';
import { SilenceEvaluationRunEntity } from './features/monitoring/silence-evaluation-runs.repository.js';
import { JobProtectionEntity, JobThresholdEntity } from './features/monitoring/job-protections.repository.js';
import { JobOutcomeEntity } from './features/runs/store/job-outcome.entity.js';
import {
  NameBlockDetailEntity,
  NameBlockEntity,
  IndexStateEntity,
  NameJobEntity,
  NameSegmentSetEntity,
  NameRunEntity,
  NameSignatureEntity,
} from './features/search-index/search-index.entities.js';
import { RestoreDownloadEntity } from './features/restore/downloads/downloads.repository.js';
import { databaseOptions } from './database/database.module.js';
import { InitialSchema1764000000000 } from './database/migrations/1764000000000-initial-schema.js';
import { RoleEntity } from './features/access/roles/roles.repository.js';
import {
  ClientAcknowledgementEntity,
  JobAcknowledgementEntity,
  RunAcknowledgementEntity,
} from './features/runs/acknowledgements/acknowledgement.entities.js';
import { RunCancelRequestEntity } from './features/runs/requests/run-cancel-requests.repository.js';
import { RunOrderEntity } from './features/runs/requests/run-requests.repository.js';
import {
  RunOutlierEntity,
  OutlierQueueEntity,
  DurationBaselineEntity,
} from './features/runs/outliers/outlier.entities.js';
import { RunSyncStateEntity } from './features/runs/sync/run-sync-state.repository.js';
import { RunKindEntity, RunSeriesEntity, RunSpanEntity } from './features/runs/store/run-filter-index.entities.js';
import { RunEntity } from './features/runs/store/run.entity.js';
import {
  PlannedStartEntity,
  ScheduleMonitorStateEntity,
} from './features/stats/schedule-monitor/schedule-monitor-state.entities.js';
import {
  RunClientSumEntity,
  RunClientDayEntity,
  RunDayEntity,
  RunDurationDayEntity,
  RunSumDayEntity,
  RunPoolDayEntity,
} from './features/stats/rollups/rollup.entities.js';
import { LastSuccessEntity, RunCounterEntity } from './features/runs/metrics/run-counter.entities.js';
import { TokenEntity } from './features/access/tokens/token.entity.js';
import { UserEntity } from './features/access/users/user.entity.js';

/** Every table of the console's own database. */
const entities = [
  UserEntity,
  RoleEntity,
  SessionEntity,
  TokenEntity,
  LoginThrottleEntity,
  FailedLoginEntity,
  KnownAddressEntity,
  OneTimeLinkEntity,
  SavedFilterEntity,
  RestoreDownloadEntity,
  EventEntity,
  AuditRecordEntity,
  AuditSealEntity,
  AuditUnsealedEntity,
  RunOrderEntity,
  RunEntity,
  RunSyncStateEntity,
  RunSeriesEntity,
  RunKindEntity,
  RunSpanEntity,
  RunAcknowledgementEntity,
  ClientAcknowledgementEntity,
  JobAcknowledgementEntity,
  RunCancelRequestEntity,
  RunCounterEntity,
  LastSuccessEntity,
  ConfigurationChangeEntity,
  ConfigurationChangeFileEntity,
  ConfiguredDirectorEntity,
  FollowedRenameEntity,
  DirectorTlsEntity,
  ClockStateEntity,
  ConditionStateEntity,
  NotificationChannelEntity,
  DeliveryEntity,
  DeliveryEventEntity,
  DeliveryAttemptEntity,
  DeliveryIncidentEntity,
  DeliveryGroupEntity,
  DeliveryStreakEntity,
  ClientSilenceEntity,
  ClientThresholdEntity,
  GlobalThresholdEntity,
  SilenceEvaluationRunEntity,
  JobOutcomeEntity,
  JobProtectionEntity,
  JobThresholdEntity,
  IndexStateEntity,
  NameSegmentSetEntity,
  NameJobEntity,
  NameRunEntity,
  NameBlockEntity,
  NameBlockDetailEntity,
  NameSignatureEntity,
  RunDayEntity,
  RunClientDayEntity,
  RunPoolDayEntity,
  RunDurationDayEntity,
  RunClientSumEntity,
  RunSumDayEntity,
  OutlierQueueEntity,
  RunOutlierEntity,
  DurationBaselineEntity,
  PlannedStartEntity,
  ScheduleMonitorStateEntity,
];

/** In the order in which they run. */
const migrations = [InitialSchema1764000000000];

/** The console's own database, not yet connected. */
export function createDataSource(url: string): DataSource {
  return new DataSource(databaseOptions(url, entities, migrations));
}
