import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditController } from './audit.controller.js';
import { ReadAuditInterceptor } from './reads/read-audit.interceptor.js';
import { ReadLog } from './reads/read-log.js';

/** Who did what, for those who review it. Fixed routes below /admin/audit must stand before the controller of `{id}`. */
@Module({
  controllers: [AuditController],
  providers: [ReadLog, { provide: APP_INTERCEPTOR, useClass: ReadAuditInterceptor }],
})
export class AuditModule {}
