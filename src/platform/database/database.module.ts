import { Global, Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({ providers: [UnitOfWork, DatabaseProbe], exports: [UnitOfWork, DatabaseProbe] })
export class DatabaseModule {}
