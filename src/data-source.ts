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
import { CreatePeople1763700000000 } from './platform/database/migrations/1763700000000-create-people.js';
import { CreateEvents1763700001000 } from './platform/database/migrations/1763700001000-create-events.js';
import { CreateRunOrders1763700002000 } from './platform/database/migrations/1763700002000-create-run-orders.js';
import { NameTheProcessOfOrders1763700003000 } from './platform/database/migrations/1763700003000-name-the-process-of-orders.js';
import { CreateConfiguredDirectors1763700005000 } from './platform/database/migrations/1763700005000-create-configured-directors.js';
import { CreateClientSightings1763700006000 } from './platform/database/migrations/1763700006000-create-client-sightings.js';
import { CreateRuns1763700010000 } from './platform/database/migrations/1763700010000-create-runs.js';
import { FanOutEvents1763700020000 } from './platform/database/migrations/1763700020000-fan-out-events.js';
import { CreateNotificationChannels1763700021000 } from './platform/database/migrations/1763700021000-create-notification-channels.js';
import { CreateDeliveries1763700022000 } from './platform/database/migrations/1763700022000-create-deliveries.js';
import { TellEndsOfRuns1763700025000 } from './platform/database/migrations/1763700025000-tell-ends-of-runs.js';
import { CoverAudit1763700026000 } from './platform/database/migrations/1763700026000-cover-audit.js';
import { SealAuditRecords1763700024000 } from './platform/database/migrations/1763700024000-seal-audit-records.js';
import { WatchSilence1763700023000 } from './platform/database/migrations/1763700023000-watch-silence.js';
import { IndexNames1763700030000 } from './platform/database/migrations/1763700030000-index-names.js';
import { CountRuns1763700033000 } from './platform/database/migrations/1763700033000-count-runs.js';
import { ListRuns1763700032000 } from './platform/database/migrations/1763700032000-list-runs.js';
import { CountEndsOfRuns1763700035000 } from './platform/database/migrations/1763700035000-count-ends-of-runs.js';
import { RankClients1763700036000 } from './platform/database/migrations/1763700036000-rank-clients.js';
import { LookAtDueClients1763700040000 } from './platform/database/migrations/1763700040000-look-at-due-clients.js';
import { CoverSums1763700041000 } from './platform/database/migrations/1763700041000-cover-sums.js';
import { KeepMetStarts1763700049000 } from './platform/database/migrations/1763700049000-keep-met-starts.js';
import { KeepJobSums1763700053000 } from './platform/database/migrations/1763700053000-keep-job-sums.js';
import { KeepOutliersWithRuns1763700054000 } from './platform/database/migrations/1763700054000-keep-outliers-with-runs.js';
import { GatherDurations1763700055000 } from './platform/database/migrations/1763700055000-gather-durations.js';
import { ListRunsByWord1763700056000 } from './platform/database/migrations/1763700056000-list-runs-by-word.js';
import { KeepUsualDurations1763700057000 } from './platform/database/migrations/1763700057000-keep-usual-durations.js';
import { CountClients1763700058000 } from './platform/database/migrations/1763700058000-count-clients.js';
import { WritePoints1763700059000 } from './platform/database/migrations/1763700059000-write-points.js';
import { WatchClock1763700061000 } from './platform/database/migrations/1763700061000-watch-clock.js';
import { FindRunsByTime1763700060000 } from './platform/database/migrations/1763700060000-find-runs-by-time.js';
import { NameOutcomes1763700052000 } from './platform/database/migrations/1763700052000-name-outcomes.js';
import { NoteRecipients1763700074000 } from './platform/database/migrations/1763700074000-note-recipients.js';
import { RememberTls1763700075000 } from './platform/database/migrations/1763700075000-remember-tls.js';
import { RememberAddresses1763700079000 } from './platform/database/migrations/1763700079000-remember-addresses.js';
import { RememberWhoGavePasswords1763700079500 } from './platform/database/migrations/1763700079500-remember-who-gave-passwords.js';
import { ProtectJobs1763700080000 } from './platform/database/migrations/1763700080000-protect-jobs.js';
import { RememberRestores1763700081000 } from './platform/database/migrations/1763700081000-remember-restores.js';
import { KeepCancelRequests1763700082000 } from './platform/database/migrations/1763700082000-keep-cancel-requests.js';
import { WatchConditions1763700083000 } from './platform/database/migrations/1763700083000-watch-conditions.js';
import { CreateRestoreDownloads1763700084000 } from './platform/database/migrations/1763700084000-create-restore-downloads.js';
import { StageDownloads1763700400000 } from './platform/database/migrations/1763700400000-stage-downloads.js';
import { AcknowledgeJobs1763700410000 } from './platform/database/migrations/1763700410000-acknowledge-jobs.js';
import { FindDeferredRuns1763700420000 } from './platform/database/migrations/1763700420000-find-deferred-runs.js';
import { KeepRequestedMedia1763700421000 } from './platform/database/migrations/1763700421000-keep-requested-media.js';
import { NoteLostBackups1763700422000 } from './platform/database/migrations/1763700422000-note-lost-backups.js';
import { SaveFilters1763700430000 } from './platform/database/migrations/1763700430000-save-filters.js';
import { NameAuditTargets1763700430500 } from './platform/database/migrations/1763700430500-name-audit-targets.js';
import { NameWhoActed1763700431000 } from './platform/database/migrations/1763700431000-name-who-acted.js';
import { DefineGoodBackups1763700433000 } from './platform/database/migrations/1763700433000-define-good-backups.js';
import { RenameFailedLogins1763700432000 } from './platform/database/migrations/1763700432000-rename-failed-logins.js';
import { CreateOneTimeLinks1763700043000 } from './platform/database/migrations/1763700043000-create-one-time-links.js';
import { FeedNames1763700031000 } from './platform/database/migrations/1763700031000-feed-names.js';
import { RenameDeliveryCodes1763700425000 } from './platform/database/migrations/1763700425000-rename-delivery-codes.js';
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
import { RunDayDurationsEntity } from './stats/rollups/run-day-durations.entity.js';
import { RunDurationDayEntity } from './stats/rollups/run-duration-day.entity.js';
import { RunJobSumEntity } from './stats/rollups/run-job-sum.entity.js';
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
  ...[RunDayEntity, RunClientDayEntity, RunPoolDayEntity, RunDurationDayEntity, RunDayDurationsEntity],
  ...[RunClientSumEntity, RunJobSumEntity, RunSumDayEntity],
  ...[RunUnweighedEntity, RunOutlierEntity, UsualDurationEntity, PlannedStartEntity, PlannedWatchEntity],
];

/** In the order of their making. */
const migrations = [
  CreatePeople1763700000000,
  CreateEvents1763700001000,
  CreateRunOrders1763700002000,
  NameTheProcessOfOrders1763700003000,
  CreateConfiguredDirectors1763700005000,
  CreateClientSightings1763700006000,
  CreateRuns1763700010000,
  FanOutEvents1763700020000,
  CreateNotificationChannels1763700021000,
  CreateDeliveries1763700022000,
  WatchSilence1763700023000,
  SealAuditRecords1763700024000,
  TellEndsOfRuns1763700025000,
  CoverAudit1763700026000,
  IndexNames1763700030000,
  FeedNames1763700031000,
  ListRuns1763700032000,
  CountRuns1763700033000,
  CountEndsOfRuns1763700035000,
  RankClients1763700036000,
  LookAtDueClients1763700040000,
  CoverSums1763700041000,
  KeepMetStarts1763700049000,
  NameOutcomes1763700052000,
  CreateOneTimeLinks1763700043000,
  KeepJobSums1763700053000,
  KeepOutliersWithRuns1763700054000,
  GatherDurations1763700055000,
  ListRunsByWord1763700056000,
  KeepUsualDurations1763700057000,
  CountClients1763700058000,
  WritePoints1763700059000,
  FindRunsByTime1763700060000,
  WatchClock1763700061000,
  NoteRecipients1763700074000,
  RememberTls1763700075000,
  RememberAddresses1763700079000,
  RememberWhoGavePasswords1763700079500,
  ProtectJobs1763700080000,
  RememberRestores1763700081000,
  KeepCancelRequests1763700082000,
  WatchConditions1763700083000,
  CreateRestoreDownloads1763700084000,
  StageDownloads1763700400000,
  AcknowledgeJobs1763700410000,
  FindDeferredRuns1763700420000,
  KeepRequestedMedia1763700421000,
  NoteLostBackups1763700422000,
  RenameDeliveryCodes1763700425000,
  SaveFilters1763700430000,
  NameAuditTargets1763700430500,
  NameWhoActed1763700431000,
  RenameFailedLogins1763700432000,
  DefineGoodBackups1763700433000,
];

/** The console's own database, not yet connected. */
export function createDataSource(url: string): DataSource {
  return new DataSource(databaseOptions(url, entities, migrations));
}
