import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';

/** Who did what, for those who review it. Fixed routes below /admin/audit must stand before the controller of `{id}`. */
@Module({ controllers: [AuditController] })
export class AuditModule {}
