import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documentFile } from '../../src/platform/http/openapi/openapi.controller.js';

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface DocumentedOperation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

export interface CheckedAnswer {
  readonly method: string;
  /** As it was asked for, with query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Statuses that the layers before a route give to any address; their body must still be a problem document. */
const generalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 429, 503]);

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenapiDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'document' });
const validators = new Map<string, ValidateFunction>();

const routes = Object.entries(document.paths)
  .map(([template, methods]) => ({ template, methods, pattern: patternOf(template) }))
  // Fixed words win over parameters, as in the router.
  .sort((a, b) => (a.template.includes('{') ? 1 : 0) - (b.template.includes('{') ? 1 : 0));

function patternOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** Throws where an answer is not what the document says of its route: its status, its media type, its body. */
export function checkAgainstDocument(answer: CheckedAnswer): void {
  const path = answer.path.split('?')[0] ?? '';
  const route = routes.find(({ pattern, methods }) => pattern.test(path) && methods[answer.method.toLowerCase()]);
  const name = `${answer.method} ${path} → ${answer.status}`;
  const operation = route?.methods[answer.method.toLowerCase()];
  if (answer.status >= 400) checkProblem(answer, name, operation);
  else if (route && operation) checkBody(answer, name, route.template, operation);
}

function checkProblem(answer: CheckedAnswer, name: string, operation: DocumentedOperation | undefined): void {
  if (operation && !operation.responses[String(answer.status)] && !generalStatuses.has(answer.status)) {
    throw new Error(`${name}: the document does not name this status.`);
  }
  // GET health with failOn answers the same body with 503.
  if (answer.contentType?.startsWith('application/json')) return;
  if (!answer.contentType?.startsWith('application/problem+json')) {
    throw new Error(`${name}: not a problem document but ${answer.contentType ?? 'nothing'}.`);
  }
  validate(name, 'document#/components/schemas/Problem', answer.text);
}

function checkBody(answer: CheckedAnswer, name: string, template: string, operation: DocumentedOperation): void {
  const response = operation.responses[String(answer.status)];
  if (!response) throw new Error(`${name}: the document does not name this status.`);
  if (!response.content) {
    if (answer.text !== '') throw new Error(`${name}: the document names no body.`);
    return;
  }
  const media = answer.contentType?.split(';')[0] ?? '';
  if (!response.content[media]?.schema) throw new Error(`${name}: the document does not name the type ${media}.`);
  if (media !== 'application/json') return;
  const pointer = [
    'paths',
    template,
    answer.method.toLowerCase(),
    'responses',
    String(answer.status),
    'content',
    media,
  ];
  validate(name, `document#/${[...pointer, 'schema'].map(escapePointer).join('/')}`, answer.text);
}

function escapePointer(word: string): string {
  return encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function validate(name: string, reference: string, text: string): void {
  const known = validators.get(reference);
  const validator = known ?? ajv.compile({ $ref: reference });
  validators.set(reference, validator);
  if (validator(JSON.parse(text))) return;
  const faults = (validator.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  throw new Error(`${name} differs from the document: ${faults.join('; ')}\n${text.slice(0, 2000)}`);
}
