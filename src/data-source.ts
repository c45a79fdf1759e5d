import { DataSource } from 'typeorm';
import { AuditSealEntity } from './features/audit/chain/audit-seal.entities.js';
import { AuditUnsealedEntity } from './features/audit/chain/audit-unsealed.entity.js';
import { KnownAddressEntity } from './features/access/known-address.entity.js';
import { LoginThrottleEntity } from './features/access/login-throttle.entity.js';
import { FailedLoginEntity } from './features/access/failed-login.entity.js';
import { OneTimeLinkEntity } from './features/access/one-time-links/one-time-link.entity.js';
import { SavedFilterEntity } from './features/saved-filters/saved-filter.entity.js';
import { SessionEntity } from './features/access/sessions/session.entity.js';
import { AuditRecordEntity } from './features/audit/audit-record.entity.js';
import { EventEntity } from './features/events/event.entity.js';
import { WatchedConditionEntity } from './features/conditions/watched-condition.entity.js';
import { ClockStateEntity } from './features/clock/clock-state.entity.js';
import { ConfiguredDirectorEntity } from './features/directors/connections/configured-director.entity.js';
import { DirectorTlsEntity } from './features/directors/connections/director-tls.entity.js';
import { NotificationChannelEntity } from './features/notifications/channels/notification-channel.entity.js';
import { DeliveryAttemptEntity } from './features/notifications/deliveries/delivery-attempt.entity.js';
import { DeliveryEventEntity } from './features/notifications/deliveries/delivery-event.entity.js';
import { DeliveryGroupEntity } from './features/notifications/deliveries/delivery-group.entity.js';
import { DeliveryIncidentEntity } from './features/notifications/deliveries/delivery-incident.entity.js';
import { DeliveryStreakEntity } from './features/notifications/deliveries/delivery-streak.entity.js';
import { DeliveryEntity } from './features/notifications/deliveries/delivery.entities.js';
import { ClientSilenceEntity } from './features/monitoring/client-silence.entity.js';
import { ClientThresholdEntity } from './features/monitoring/client-threshold.entity.js';
import { GlobalThresholdEntity } from './features/monitoring/global-threshold.entity.js';
import { SilenceRoundEntity } from './features/monitoring/silence-round.entity.js';
import { JobProtectionEntity } from './features/monitoring/job-protection.entity.js';
import { JobThresholdEntity } from './features/monitoring/job-threshold.entity.js';
import { JobOutcomeEntity } from './features/runs/store/job-outcome.entity.js';
import { NameBlockDetailEntity } from './features/search-index/name-block-detail.entity.js';
import { NameBlockEntity } from './features/search-index/search-index.entities.js';
import { NameFeedEntity } from './features/search-index/name-feed.entity.js';
import { NameJobEntity } from './features/search-index/name-job.entity.js';
import { NameLineageEntity } from './features/search-index/name-lineage.entity.js';
import { NameRunEntity } from './features/search-index/name-run.entity.js';
import { NameSignatureEntity } from './features/search-index/name-signature.entity.js';
import { RestoreDownloadEntity } from './features/restore/downloads/download.entity.js';
import { databaseOptions } from './database/database.module.js';
import { InitialSchema1764000000000 } from './database/migrations/1764000000000-initial-schema.js';
import { RoleEntity } from './features/access/roles/role.entity.js';
import { ClientAcknowledgementEntity } from './features/runs/acknowledgements/client-acknowledgement.entity.js';
import { RunCancelRequestEntity } from './features/runs/requests/run-cancel-request.entity.js';
import { JobAcknowledgementEntity } from './features/runs/acknowledgements/job-acknowledgement.entity.js';
import { RunAcknowledgementEntity } from './features/runs/acknowledgements/acknowledgement.entities.js';
import { RunOrderEntity } from './features/runs/requests/order.entity.js';
import { RunOutlierEntity } from './features/runs/outliers/outlier.entities.js';
import { RunUnweighedEntity } from './features/runs/outliers/run-unweighed.entity.js';
import { UsualDurationEntity } from './features/runs/outliers/usual-duration.entity.js';
import { RunFeedEntity } from './features/runs/sync/run-feed.entity.js';
import { RunKindEntity } from './features/runs/store/run-filter-index.entities.js';
import { RunSeriesEntity } from './features/runs/store/run-series.entity.js';
import { RunSpanEntity } from './features/runs/store/run-span.entity.js';
import { RunEntity } from './features/runs/store/run.entity.js';
import { PlannedStartEntity } from './features/stats/schedule-monitor/planned-start.entity.js';
import { PlannedWatchEntity } from './features/stats/schedule-monitor/schedule-monitor-state.entities.js';
import { RunClientSumEntity } from './features/stats/rollups/run-client-sum.entity.js';
import { RunClientDayEntity } from './features/stats/rollups/run-client-day.entity.js';
import { RunDayEntity } from './features/stats/rollups/rollup.entities.js';
import { RunDurationDayEntity } from './features/stats/rollups/run-duration-day.entity.js';
import { RunSumDayEntity } from './features/stats/rollups/run-sum-day.entity.js';
import { RunPoolDayEntity } from './features/stats/rollups/run-pool-day.entity.js';
import { RunSuccessEntity } from './features/runs/metrics/run-success.entity.js';
import { RunTallyEntity } from './features/runs/metrics/run-counter.entities.js';
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
  RunFeedEntity,
  ...[RunSeriesEntity, RunKindEntity, RunSpanEntity],
  ...[RunAcknowledgementEntity, ClientAcknowledgementEntity, JobAcknowledgementEntity, RunCancelRequestEntity],
  ...[RunTallyEntity, RunSuccessEntity],
  ...[ConfiguredDirectorEntity, DirectorTlsEntity],
  ClockStateEntity,
  WatchedConditionEntity,
  NotificationChannelEntity,
  ...[DeliveryEntity, DeliveryEventEntity, DeliveryAttemptEntity],
  ...[DeliveryIncidentEntity, DeliveryGroupEntity, DeliveryStreakEntity],
  ClientSilenceEntity,
  ClientThresholdEntity,
  GlobalThresholdEntity,
  SilenceRoundEntity,
  ...[JobOutcomeEntity, JobProtectionEntity, JobThresholdEntity],
  ...[NameFeedEntity, NameLineageEntity, NameJobEntity, NameRunEntity],
  ...[NameBlockEntity, NameBlockDetailEntity, NameSignatureEntity],
  ...[RunDayEntity, RunClientDayEntity, RunPoolDayEntity, RunDurationDayEntity],
  ...[RunClientSumEntity, RunSumDayEntity],
  ...[RunUnweighedEntity, RunOutlierEntity, UsualDurationEntity, PlannedStartEntity, PlannedWatchEntity],
];

/** In the order in which they run. */
const migrations = [InitialSchema1764000000000];

/** The console's own database, not yet connected. */
export function createDataSource(url: string): DataSource {
  return new DataSource(databaseOptions(url, entities, migrations));
}
