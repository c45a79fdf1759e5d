import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { InstanceKey } from '../../../platform/security/secret-box.js';
import { AuditChainController } from './audit-chain.controller.js';
import { AuditExport } from './export.service.js';
import { HeadKeys, PinnedHead } from './chain-head.js';
import { ChainHeadMonitor } from './chain-head-monitor.service.js';
import { AuditSealer } from './sealer.service.js';
import { SealsRepository } from './seals.repository.js';
import { AuditVerification } from './verification.service.js';

const headKeys = {
  provide: HeadKeys,
  inject: [InstanceKey, SETTINGS],
  useFactory: (current: InstanceKey, { previousInstanceKeys }: Settings) =>
    new HeadKeys(
      current,
      previousInstanceKeys.map((key) => new InstanceKey(key)),
    ),
};
const pinnedHead = {
  provide: PinnedHead,
  inject: [SETTINGS],
  useFactory: ({ dataDir }: Settings) => new PinnedHead(join(dataDir, 'audit-head.json')),
};

/** Seals audit records into a chain, and shows whether they are as they were sealed. */
@Module({
  controllers: [AuditChainController],
  providers: [headKeys, pinnedHead, SealsRepository, ChainHeadMonitor, AuditSealer, AuditVerification, AuditExport],
})
export class AuditChainModule {}
