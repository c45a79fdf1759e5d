import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditRecorder } from './audit-recorder.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { AuditController } from './audit.controller.js';
import { AuditedActions } from './audited-actions.js';
import { ReadAuditInterceptor } from './reads/read-audit.interceptor.js';
import { ReadLog } from './reads/read-log.js';

/**
 * Records who did what in the transaction of the action, and lists it for reviewers. Fixed routes below /admin/audit must be
 * registered before the controller of `{id}`.
 */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditRecordsRepository,
    AuditRecorder,
    AuditedActions,
    ReadLog,
    { provide: APP_INTERCEPTOR, useClass: ReadAuditInterceptor },
  ],
  exports: [AuditRecordsRepository, AuditRecorder, AuditedActions],
})
export class AuditModule {}
