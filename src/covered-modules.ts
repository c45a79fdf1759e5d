import { type Type } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { AuditChainModule } from './audit/chain/audit-chain.module.js';
import { AuthModule } from './auth/auth.module.js';
import { DirectorsModule } from './directors/directors.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { OpenapiModule } from './platform/http/openapi/openapi.module.js';
import { RestoreModule } from './restore/restore.module.js';
import { StatsModule } from './stats/stats.module.js';
import { MetricsModule } from './stats/metrics/metrics.module.js';
import { StorageMediaModule } from './storage-media/storage-media.module.js';
import { TokensModule } from './tokens/tokens.module.js';

/** The modules whose routes are the stable coverage and stand in the document. What is not here is internal. */
export const coveredModules: readonly Type[] = [
  AuthModule,
  TokensModule,
  OperationsModule,
  RestoreModule,
  StorageMediaModule,
  DirectorsModule,
  StatsModule,
  MetricsModule,
  // Its fixed routes before the one that takes an id.
  AuditChainModule,
  AuditModule,
  OpenapiModule,
];
