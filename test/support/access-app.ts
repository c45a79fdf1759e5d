import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, type INestApplication, Module, Post, type Type } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { DataSource } from 'typeorm';
import { ConfiguredDirectors } from '../../src/adapters/director/configured-directors.js';
import { AppModule } from '../../src/app.module.js';
import { createDataSource } from '../../src/data-source.js';
import { type DirectorEntry } from '../../src/domain/directors.port.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { Public } from '../../src/platform/http/access.decorators.js';
import { createLog } from '../../src/platform/logging/log.js';
import { InstanceKey } from '../../src/platform/security/instance-key.js';
import { SecretBox } from '../../src/platform/security/secret-box.js';
import { createHttpApp } from '../../src/start/http-app.js';
import { FirstAdmin } from '../../src/users/first-admin.js';
import { copyDatabase } from './database.js';
import { FakeClock } from './fake-clock.js';
import { PaperConnector } from './paper-connector.js';

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

@Module({ controllers: [CarelessController] })
class CarelessModule {}

/** The console's routes as they are in production, over real HTTP and a database of its own, with a clock that tests move. */
export class AccessApp {
  private constructor(
    private readonly nest: INestApplication,
    readonly url: string,
    readonly clock: FakeClock,
    private readonly dataDir: string,
  ) {}

  /** Without Directors it serves those who ask who may do what. */
  static async start(environment: Record<string, string> = {}, directors: DirectorEntry[] = []): Promise<AccessApp> {
    const clock = new FakeClock();
    const log = createLog('silent');
    const dataDir = mkdtempSync(join(tmpdir(), 'backup-console-access-'));
    const instanceKey = new InstanceKey('a key for tests that is long enough');
    const console = AppModule.of({
      settings: readSettings({ BASE_URL: baseUrl, DATA_DIR: dataDir, ...environment }),
      dataSource: await createDataSource(await copyDatabase('template_console')).initialize(),
      ...{ instanceKey, secretBox: new SecretBox(instanceKey), connector: new PaperConnector() },
      directors: new ConfiguredDirectors(directors),
      ...{ log, clock },
    });
    const app = await createHttpApp({ module: CarelessModule, imports: [console] }, log);
    await app.get(FirstAdmin).ensureFirstAdmin({ adminPassword });
    await app.listen(0, '127.0.0.1');
    return new AccessApp(app, await app.getUrl(), clock, dataDir);
  }

  async stop(): Promise<void> {
    await this.nest.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get database(): DataSource {
    return this.nest.get(DataSource);
  }

  /** The application itself, for tests of what it is made of. */
  get application(): INestApplication {
    return this.nest;
  }

  get emitter(): EventEmitter2 {
    return this.nest.get(EventEmitter2);
  }

  get<T extends object>(token: Type<T> | (abstract new (...args: never[]) => T)): T {
    return this.nest.get<T>(token, { strict: false });
  }
}
