import { DataSource } from 'typeorm';
import { AuditSealEntity } from './audit/chain/audit-seal.entity.js';
import { AuditUnsealedEntity } from './audit/chain/audit-unsealed.entity.js';
import { KnownAddressEntity } from './auth/known-address.entity.js';
import { LoginThrottleEntity } from './auth/login-throttle.entity.js';
import { FailedLoginEntity } from './auth/failed-login.entity.js';
import { OneTimeLinkEntity } from './auth/one-time-links/one-time-link.entity.js';
import { SavedFilterEntity } from './auth/saved-filters/saved-filter.entity.js';
import { SessionEntity } from './auth/session.entity.js';
import { AuditRecordEntity } from './events/audit-record.entity.js';
import { EventEntity } from './events/event.entity.js';
import { WatchedConditionEntity } from './conditions/watched-condition.entity.js';
import { ClockStateEntity } from './clock/clock-state.entity.js';
import { ConfiguredDirectorEntity } from './directors/configuration/configured-director.entity.js';
import { DirectorTlsEntity } from './directors/configuration/director-tls.entity.js';
import { NotificationChannelEntity } from './notifications/channels/notification-channel.entity.js';
import { DeliveryAttemptEntity } from './notifications/deliveries/delivery-attempt.entity.js';
import { DeliveryEventEntity } from './notifications/deliveries/delivery-event.entity.js';
import { DeliveryGroupEntity } from './notifications/deliveries/delivery-group.entity.js';
import { DeliveryIncidentEntity } from './notifications/deliveries/delivery-incident.entity.js';
import { DeliveryStreakEntity } from './notifications/deliveries/delivery-streak.entity.js';
import { DeliveryEntity } from './notifications/deliveries/delivery.entity.js';
import { ClientSilenceEntity } from './monitoring/client-silence.entity.js';
import { ClientThresholdEntity } from './monitoring/client-threshold.entity.js';
import { GlobalThresholdEntity } from './monitoring/global-threshold.entity.js';
import { SilenceRoundEntity } from './monitoring/silence-round.entity.js';
import { JobProtectionEntity } from './monitoring/job-protection.entity.js';
import { JobThresholdEntity } from './monitoring/job-threshold.entity.js';
import { JobOutcomeEntity } from './runs/record/job-outcome.entity.js';
import { NameBlockDetailEntity } from './mirror/names/name-block-detail.entity.js';
import { NameBlockEntity } from './mirror/names/name-block.entity.js';
import { NameFeedEntity } from './mirror/names/name-feed.entity.js';
import { NameJobEntity } from './mirror/names/name-job.entity.js';
import { NameLineageEntity } from './mirror/names/name-lineage.entity.js';
import { NameRunEntity } from './mirror/names/name-run.entity.js';
import { NameSignatureEntity } from './mirror/names/name-signature.entity.js';
import { RestoreDownloadEntity } from './restore/downloads/download.entity.js';
import { databaseOptions } from './platform/database/database.js';
import { InitialSchema1764000000000 } from './platform/database/migrations/1764000000000-initial-schema.js';
import { RoleEntity } from './roles/role.entity.js';
import { ClientAcknowledgementEntity } from './runs/acknowledgements/client-acknowledgement.entity.js';
import { RunCancelRequestEntity } from './runs/cancels/run-cancel-request.entity.js';
import { JobAcknowledgementEntity } from './runs/acknowledgements/job-acknowledgement.entity.js';
import { RunAcknowledgementEntity } from './runs/acknowledgements/run-acknowledgement.entity.js';
import { RunOrderEntity } from './runs/order.entity.js';
import { RunOutlierEntity } from './runs/outliers/run-outlier.entity.js';
import { RunUnweighedEntity } from './runs/outliers/run-unweighed.entity.js';
import { UsualDurationEntity } from './runs/outliers/usual-duration.entity.js';
import { RunFeedEntity } from './runs/record/run-feed.entity.js';
import { RunKindEntity } from './runs/record/run-kind.entity.js';
import { RunSeriesEntity } from './runs/record/run-series.entity.js';
import { RunSpanEntity } from './runs/record/run-span.entity.js';
import { RunEntity } from './runs/record/run.entity.js';
import { PlannedStartEntity } from './stats/plans/planned-start.entity.js';
import { PlannedWatchEntity } from './stats/plans/planned-watch.entity.js';
import { RunClientSumEntity } from './stats/rollups/run-client-sum.entity.js';
import { RunClientDayEntity } from './stats/rollups/run-client-day.entity.js';
import { RunDayEntity } from './stats/rollups/run-day.entity.js';
import { RunDurationDayEntity } from './stats/rollups/run-duration-day.entity.js';
import { RunSumDayEntity } from './stats/rollups/run-sum-day.entity.js';
import { RunPoolDayEntity } from './stats/rollups/run-pool-day.entity.js';
import { RunSuccessEntity } from './runs/metrics/run-success.entity.js';
import { RunTallyEntity } from './runs/metrics/run-tally.entity.js';
import { TokenEntity } from './tokens/token.entity.js';
import { UserEntity } from './users/user.entity.js';

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
