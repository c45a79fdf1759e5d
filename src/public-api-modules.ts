import { type Type } from '@nestjs/common';
import { AuditModule } from './features/audit/audit.module.js';
import { AuditChainModule } from './features/audit/chain/audit-chain.module.js';
import { ConfigurationModule } from './features/configuration/configuration.module.js';
import { AuthModule } from './features/access/auth.module.js';
import { DirectorsModule } from './features/directors/directors.module.js';
import { OperationsModule } from './features/jobs/jobs.module.js';
import { OpenapiModule } from './http/openapi/document.js';
import { RestoreModule } from './features/restore/restore.module.js';
import { StatsModule } from './features/stats/stats.module.js';
import { MetricsModule } from './features/metrics/metrics.module.js';
import { StorageMediaModule } from './features/media/media.module.js';
import { TokensModule } from './features/access/tokens/tokens.module.js';

/** The modules whose routes are the stable coverage and stand in the document. What is not here is internal. */
export const coveredModules: readonly Type[] = [
  AuthModule,
  TokensModule,
  OperationsModule,
  RestoreModule,
  StorageMediaModule,
  DirectorsModule,
  ConfigurationModule,
  StatsModule,
  MetricsModule,
  // Its fixed routes before the one that takes an id.
  AuditChainModule,
  AuditModule,
  OpenapiModule,
];
