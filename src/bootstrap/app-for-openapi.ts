import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DirectorRegistry } from '../domain/director-registry.js';
import { RemoteDirectors } from '../directors/remote-directors.js';
import { AppModule } from '../app.module.js';
import { createDataSource } from '../data-source.js';
import { readSettings } from '../config/settings.js';
import { createLog } from '../platform/logging/log.js';
import { InstanceKey, SecretBox } from '../platform/security/secret-box.js';
import { SystemClock } from '../platform/system-clock.js';

/** The application for its routes and annotations only: preview mode creates no object, so none of these stubs is used. */
export async function previewedApp(): Promise<INestApplication> {
  const [log, clock, instanceKey] = [createLog('silent'), new SystemClock(), new InstanceKey('of the routes alone')];
  const unopened = AppModule.of({
    log,
    clock,
    instanceKey,
    secretBox: new SecretBox(instanceKey),
    settings: readSettings({}),
    dataSource: createDataSource('postgres://127.0.0.1/never-opened'),
    directors: new DirectorRegistry([]),
    connector: new RemoteDirectors(clock, log),
  });
  const app = await NestFactory.create(unopened, { preview: true, logger: ['error'], abortOnError: false });
  // As in http-app.ts, for the documented routes; a test compares both with the running routes.
  return app.setGlobalPrefix('api/v1', { exclude: ['healthz', 'readyz'] });
}
