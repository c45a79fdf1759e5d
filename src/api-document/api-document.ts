import { type INestApplication } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { coveredModules } from '../public-api-modules.js';
import { createDocument } from '../http/openapi/document.js';
import { documentedEvents } from './documented-events.js';
import { eventExamples } from './event-examples.js';
import { problemExamples } from './problem-examples.js';
import { recordExamples } from './record-examples.js';

const examples = { records: { ...recordExamples, ...eventExamples }, problems: problemExamples };

/** The document that callers get: the stable coverage, and the events. */
export function createServedDocument(app: INestApplication, version: string): OpenAPIObject {
  return createDocument(app, version, { modules: coveredModules, events: documentedEvents, examples });
}

/** The routes of the served document and the internal ones. Only the types of the web console are made from it. */
export function createConsoleDocument(app: INestApplication, version: string): OpenAPIObject {
  return withTextLists(createDocument(app, version, { modules: 'all', events: [], examples }));
}

interface Parameter {
  readonly in: string;
  schema?: { readonly type?: string };
}

/** The web console keeps the lists of a query as text, as they are in its own address. */
function withTextLists(document: OpenAPIObject): OpenAPIObject {
  for (const methods of Object.values(document.paths)) {
    for (const { parameters = [] } of Object.values(methods as Record<string, { parameters?: Parameter[] }>)) {
      for (const parameter of parameters) {
        if (parameter.in === 'query' && parameter.schema?.type === 'array') parameter.schema = { type: 'string' };
      }
    }
  }
  return document;
}
