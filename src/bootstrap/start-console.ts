import { mkdirSync, readFileSync } from 'node:fs';
import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type INestApplication } from '@nestjs/common';
import { type DestinationStream } from 'pino';
import { RemoteDirectors } from '../directors/remote-directors.js';
import { portOf } from '../platform/ssrf-guard/ssrf-guard.js';
import { AppModule } from '../app.module.js';
import { clockSources } from '../features/clock/clock-sources.repository.js';
import { ClockTrust } from '../features/clock/clock-trust.repository.js';
import { TlsMemoryRepository } from '../features/directors/connections/tls-memory.repository.js';
import { type Clock } from '../domain/clock.js';
import { type Directors } from '../domain/directors.port.js';
import { type Settings } from '../config/settings.js';
import { createLog } from '../platform/logging/log.js';
import { SystemClock } from '../platform/system-clock.js';
import { FirstAdmin, FirstPasswordFile } from '../features/access/users/first-admin.js';
import { DataDirLock, loadInstanceKeys } from './instance-lock.js';
import { createHttpApp } from './http-app.js';
import { withSettingContext } from './setting-context.js';
import { startDatabases } from './start-database.js';
import { startDirectors } from './start-directors.js';

export interface StartOptions {
  readonly onNotice: (text: string) => void;
  /** For tests; by default the system's. */
  readonly clock?: Clock;
  /** Where log lines go; by default standard error. */
  readonly logTo?: DestinationStream;
}

export interface RunningConsole {
  readonly version: string;
  readonly url: string;
  /** Only when this start made the first administrator with a generated password. */
  readonly newAdmin: { readonly password: string; readonly passwordFile: string } | null;
  readonly app: INestApplication;
  stop(): Promise<void>;
}

/** What must be undone at the end, last made first. */
class Cleanup {
  private readonly steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.steps.push(step);
  }

  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  }
}

/** Starts everything in order and returns when requests are served. After a failure, everything already started is stopped. */
export async function startConsole(settings: Settings, options: StartOptions): Promise<RunningConsole> {
  const cleanup = new Cleanup();
  try {
    return await start(settings, options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function start(settings: Settings, options: StartOptions, cleanup: Cleanup): Promise<RunningConsole> {
  await withSettingContext('DATA_DIR', () => mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 }));
  const lock = DataDirLock.take(settings.dataDir);
  cleanup.add(() => lock.release());
  const log = createLog(settings.logLevel, options.logTo);
  const clock = options.clock ?? new SystemClock();
  const keys = loadInstanceKeys(settings);
  const databases = await startDatabases(settings, options.onNotice);
  cleanup.add(() => databases.stop());
  const catalogUrl = databases.embeddedCatalogUrl;
  // Directors of the configuration file are contacted once they are configured; until then the embedded one deletes nothing that is in
  // doubt.
  const started: { directors?: Directors; app?: INestApplication } = {};
  const connector = new RemoteDirectors(clock, log, {
    httpPort: () => (started.app ? portOf(started.app.getHttpServer() as Server) : null) ?? settings.port,
    tlsMemory: new TlsMemoryRepository(databases.dataSource, clock),
  });
  const deletionClock = new ClockTrust(databases.dataSource, clock, () =>
    clockSources(databases.dataSource, settings.databaseUrl !== null, started.directors?.all() ?? []),
  );
  const directors = await startDirectors(settings, { catalogUrl, clock, deletionClock, log, connector });
  started.directors = directors.directors;
  cleanup.add(() => directors.stop());
  const { dataSource } = databases;
  const own = { settings, log, clock, ...keys, connector };
  const app = await createHttpApp(AppModule.of({ ...own, dataSource, directors: directors.directors }), log);
  started.app = app;
  cleanup.add(() => app.close());
  const newAdmin = await createFirstAdmin(app, settings, options.onNotice);
  await listen(app, settings);
  return { version: version(), url: urlOf(app, settings), newAdmin, app, stop: () => cleanup.run() };
}

async function listen(app: INestApplication, settings: Settings): Promise<void> {
  try {
    await app.listen(settings.port, settings.host);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw cause;
    const fault = {
      EADDRINUSE: 'is already in use',
      EACCES: 'requires more privileges',
      EADDRNOTAVAIL: 'is not an address of this machine',
    }[code];
    throw new Error(`The address ${settings.host}:${settings.port} ${fault}. Choose another HOST or PORT.`, { cause });
  }
}

async function createFirstAdmin(
  app: INestApplication,
  settings: Settings,
  onNotice: (text: string) => void,
): Promise<RunningConsole['newAdmin']> {
  const file = app.get(FirstPasswordFile);
  const admin = await app.get(FirstAdmin).ensureFirstAdmin(settings, (generated) => {
    file.keep(generated);
  });
  if (admin.isEasilyGuessed === true) {
    onNotice('ADMIN_PASSWORD is easy to guess. Sign in as admin and change the password on the page "Your account".');
  }
  const { generatedPassword: password } = admin;
  return password === undefined ? null : { password, passwordFile: file.path };
}

function urlOf(app: INestApplication, settings: Settings): string {
  if (settings.port !== 0) return settings.baseUrl;
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
