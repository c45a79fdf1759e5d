import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenAPIObject } from '@nestjs/swagger';
import { coveredModules } from './covered-modules.js';
import { createDocument } from './platform/http/openapi/document.js';
import { documentFile } from './platform/http/openapi/openapi.controller.js';
import { previewedApp } from './start/previewed-app.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const app = await previewedApp();
const target = fileURLToPath(documentFile);
mkdirSync(dirname(target), { recursive: true });
write(target, createDocument(app, version, coveredModules));
// Of the internal routes too; never served, it is what the browser's console has its types from.
write(join(dirname(target), 'console.json'), createDocument(app, version, 'all'));
await app.close();

function write(file: string, document: OpenAPIObject): void {
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
