import { Global, Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { DatabaseSession } from './lock-connection.js';
import { ProcessPresence } from './instance-liveness.js';
import { UnitOfWork } from './unit-of-work.js';

const services = [UnitOfWork, DatabaseProbe, ProcessPresence, DatabaseSession];

@Global()
@Module({ providers: services, exports: services })
export class DatabaseModule {}
