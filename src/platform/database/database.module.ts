import { Global, Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { ProcessPresence } from './process-presence.js';
import { UnitOfWork } from './unit-of-work.js';

const services = [UnitOfWork, DatabaseProbe, ProcessPresence];

@Global()
@Module({ providers: services, exports: services })
export class DatabaseModule {}
