import {
  Controller,
  type DynamicModule,
  Get,
  type INestApplication,
  Global,
  Module,
  Post,
  type Type,
} from '@nestjs/common';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import { ScheduleModule } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AuthModule } from '../../src/auth/auth.module.js';
import { AuthenticationMiddleware } from '../../src/auth/authentication.middleware.js';
import { consoleDatabaseOptions } from '../../src/data-source.js';
import { Clock } from '../../src/domain/clock.js';
import { EventsModule } from '../../src/events/events.module.js';
import { type Settings, readSettings } from '../../src/platform/config/settings.js';
import { SettingsModule } from '../../src/platform/config/settings.module.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { Public } from '../../src/platform/http/access.decorators.js';
import { HttpPlatformModule } from '../../src/platform/http/http-platform.module.js';
import { requestContext } from '../../src/platform/http/request-context.js';
import { createLog } from '../../src/platform/logging/log.js';
import { LogModule } from '../../src/platform/logging/log.module.js';
import { InstanceKey } from '../../src/platform/security/instance-key.js';
import { RolesModule } from '../../src/roles/roles.module.js';
import { TokensModule } from '../../src/tokens/tokens.module.js';
import { FirstAdmin } from '../../src/users/first-admin.js';
import { UsersModule } from '../../src/users/users.module.js';
import { copyDatabase } from './database.js';
import { FakeClock } from './fake-clock.js';

export const adminPassword = 'correct horse battery';
/** What the tests' console believes to be reached at; requests go to another port, as behind a proxy. */
export const baseUrl = 'http://console.example';

/** Routes as a careless author would write them. */
@Controller('careless')
class CarelessController {
  @Get('undeclared')
  undeclared(): object {
    return {};
  }

  @Post('public')
  @Public()
  publicByMistake(): object {
    return {};
  }
}

function surroundings(clock: Clock): Type {
  @Global()
  @Module({
    controllers: [CarelessController],
    providers: [
      { provide: Clock, useValue: clock },
      { provide: InstanceKey, useValue: new InstanceKey('a key for tests that is long enough') },
    ],
    exports: [Clock, InstanceKey],
  })
  class Surroundings {}
  return Surroundings;
}

function modulesOf(settings: Settings, databaseUrl: string, clock: Clock) {
  const log = createLog('silent');
  return [
    SettingsModule.of(settings),
    LogModule.of(log),
    TypeOrmModule.forRoot(consoleDatabaseOptions(databaseUrl)),
    EventEmitterModule.forRoot(),
    ScheduleModule.forRoot(),
    surroundings(clock),
    DatabaseModule,
    HttpPlatformModule,
    EventsModule,
    RolesModule,
    UsersModule,
    TokensModule,
    AuthModule,
  ];
}

/** The part of the console that decides who may do what, over real HTTP and a database of its own. */
export class AccessApp {
  private constructor(
    private readonly nest: INestApplication,
    readonly url: string,
    readonly clock: FakeClock,
  ) {}

  /** `more` are modules of further features. */
  static async start(environment: Record<string, string> = {}, more: DynamicModule[] = []): Promise<AccessApp> {
    const clock = new FakeClock();
    const settings = readSettings({ BASE_URL: baseUrl, ...environment });
    const imports = [...modulesOf(settings, await copyDatabase('template_console'), clock), ...more];
    const testing = await Test.createTestingModule({ imports }).compile();
    const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    app.disable('etag');
    app.set('query parser', 'simple');
    app.disable('x-powered-by');
    app.setGlobalPrefix('api/v1');
    app.use(requestContext(createLog('silent')));
    app.use(app.get(AuthenticationMiddleware).handler);
    await app.listen(0, '127.0.0.1');
    await app.get(FirstAdmin).ensureFirstAdmin({ adminPassword });
    return new AccessApp(app, await app.getUrl(), clock);
  }

  async stop(): Promise<void> {
    await this.nest.close();
  }

  get database(): DataSource {
    return this.nest.get(DataSource);
  }

  get emitter(): EventEmitter2 {
    return this.nest.get(EventEmitter2);
  }

  get<T extends object>(token: Type<T> | (abstract new (...args: never[]) => T)): T {
    return this.nest.get<T>(token, { strict: false });
  }
}
