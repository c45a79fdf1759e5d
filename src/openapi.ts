import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coveredModules } from './covered-modules.js';
import { createDocument } from './platform/http/openapi/document.js';
import { documentFile } from './platform/http/openapi/openapi.controller.js';
import { previewedApp } from './start/previewed-app.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const app = await previewedApp();
const text = `${JSON.stringify(createDocument(app, version, coveredModules), null, 2)}\n`;
const target = fileURLToPath(documentFile);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, text);
await app.close();
