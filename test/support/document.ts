import { readFileSync } from 'node:fs';
import { documentFile } from '../../src/platform/http/openapi/openapi.controller.js';
import { type Method } from './app.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly 'x-required-capability': string;
  readonly 'x-session-only'?: boolean;
}

/** The part of an OpenAPI document that requests are made from. */
export interface WrittenDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One documented operation, as far as a test needs it to make requests. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: Method;
  /** Below /api/v1, with `{name}` where a value goes. */
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Null where the operation takes no body. */
  readonly bodyFields: readonly string[] | null;
  readonly requiredCapability: string;
  readonly sessionOnly: boolean;
}

const prefix = '/api/v1';

/** Every operation of openapi/openapi.json. */
export function documentedOperations(): readonly DocumentedOperation[] {
  return operationsOf(JSON.parse(readFileSync(documentFile, 'utf8')) as WrittenDocument);
}

/** Every operation of a document; paths must begin with the API's prefix. */
export function operationsOf(document: WrittenDocument): readonly DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase() as Method,
      path: path.slice(prefix.length),
      query: namesOf(operation, 'query'),
      headers: namesOf(operation, 'header'),
      bodyFields: bodyFieldsOf(document, operation),
      requiredCapability: operation['x-required-capability'],
      sessionOnly: operation['x-session-only'] === true,
    })),
  );
}

function namesOf({ parameters }: WrittenOperation, place: string): readonly string[] {
  return (parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function bodyFieldsOf(document: WrittenDocument, { requestBody }: WrittenOperation): readonly string[] | null {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return null;
  const named = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return Object.keys(named?.properties ?? {});
}
