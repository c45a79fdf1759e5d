import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { ConfiguredDirectors } from './adapters/director/configured-directors.js';
import { RemoteDirectors } from './adapters/director/remote-directors.js';
import { AppModule } from './app.module.js';
import { coveredModules } from './covered-modules.js';
import { createDataSource } from './data-source.js';
import { readSettings } from './platform/config/settings.js';
import { createDocument } from './platform/http/openapi/document.js';
import { documentFile } from './platform/http/openapi/openapi.controller.js';
import { createLog } from './platform/logging/log.js';
import { InstanceKey } from './platform/security/instance-key.js';
import { SecretBox } from './platform/security/secret-box.js';
import { SystemClock } from './platform/system-clock.js';

/** Preview mode looks at routes and annotations and makes no object: none of these parts is ever opened. */
const clock = new SystemClock();
const log = createLog('silent');
const instanceKey = new InstanceKey('of the document');
const unopened = {
  settings: readSettings({}),
  ...{ log, clock, instanceKey },
  secretBox: new SecretBox(instanceKey),
  connector: new RemoteDirectors(clock, log),
  dataSource: createDataSource('postgres://127.0.0.1/of-the-document'),
  directors: new ConfiguredDirectors([]),
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const app = await NestFactory.create(AppModule.of(unopened), { preview: true, logger: ['error'], abortOnError: false });
app.setGlobalPrefix('api/v1');
const text = `${JSON.stringify(createDocument(app, version, coveredModules), null, 2)}\n`;
const target = fileURLToPath(documentFile);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, text);
await app.close();
