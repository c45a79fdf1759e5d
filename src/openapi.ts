import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type OpenAPIObject } from '@nestjs/swagger';
import { createConsoleDocument, createServedDocument } from './api-document/api-document.js';
import { documentFile } from './http/openapi/openapi.controller.js';
import { previewedApp } from './bootstrap/app-for-openapi.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const app = await previewedApp();
const sources = new URL('../../openapi/', import.meta.url);
mkdirSync(sources, { recursive: true });
const served = createServedDocument(app, version);
write(documentFile, served);
// Git's copy shows what a change does to the API. It is never served.
write(new URL('openapi.json', sources), served);
write(new URL('console.json', sources), createConsoleDocument(app, version));
await app.close();

function write(file: URL, document: OpenAPIObject): void {
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
