import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfiguredDirectors } from '../../src/adapters/director/configured-directors.js';
import { AppModule } from '../../src/app.module.js';
import { createDataSource } from '../../src/data-source.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { createDocument } from '../../src/platform/http/openapi/document.js';
import { createLog } from '../../src/platform/logging/log.js';
import { InstanceKey } from '../../src/platform/security/instance-key.js';
import { type DocumentedOperation, operationsOf, type WrittenDocument } from './document.js';
import { FakeClock } from './fake-clock.js';

/** Of all routes below /api/v1, internal groups too, as their annotations say: what a new route adds is here by itself. */
export async function liveOperations(): Promise<readonly DocumentedOperation[]> {
  const app = await previewedApp();
  app.setGlobalPrefix('api/v1');
  const document = createDocument(app, 'of the tests', []) as unknown as WrittenDocument;
  await app.close();
  return operationsOf(document).filter(({ requiredCapability, path }) => isOfApi(requiredCapability, path));
}

/** Preview mode looks at routes and makes no object: none of these parts is ever opened. */
function previewedApp(): Promise<INestApplication> {
  const parts = {
    settings: readSettings({}),
    log: createLog('silent'),
    clock: new FakeClock(),
    instanceKey: new InstanceKey('of the routes alone, never used'),
    dataSource: createDataSource('postgres://127.0.0.1/never-opened'),
    directors: new ConfiguredDirectors([]),
  };
  return NestFactory.create(AppModule.of(parts), { preview: true, logger: ['error'], abortOnError: false });
}

/** Pages and probes need no capability and lie elsewhere in the running console; the log-in is the one public route here. */
function isOfApi(requiredCapability: string | undefined, path: string): boolean {
  return (requiredCapability ?? 'none') !== 'none' || path === '/auth/login';
}
