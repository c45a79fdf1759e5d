import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { coveredModules } from './covered-modules.js';
import { createDocument } from './platform/http/openapi/document.js';
import { documentFile } from './platform/http/openapi/openapi.controller.js';

/** Only routes and their annotations are looked at: preview mode makes no object, so that no database or Director is needed. */
@Module({ imports: [...coveredModules] })
class DocumentModule {}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const app = await NestFactory.create(DocumentModule, { preview: true, logger: ['error'], abortOnError: false });
app.setGlobalPrefix('api/v1');
const text = `${JSON.stringify(createDocument(app, version, coveredModules), null, 2)}\n`;
const target = fileURLToPath(documentFile);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, text);
await app.close();
