import { type OpenAPIObject } from '@nestjs/swagger';
import { Refusal, type RefusalCode } from '../../../domain/refusals.js';
import { problemMediaType, problemOf } from '../problem.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

interface Operation {
  operationId?: string;
  responses?: Record<string, { content?: Record<string, MediaType> }>;
  requestBody?: { content?: Record<string, MediaType> };
  'x-required-capability'?: string;
}

/** A whole example for every body and answer, composed of the examples that stand on the fields. */
export function addExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods as Record<string, Operation>)) exampleOperation(operation, path, schemas);
  }
  return document;
}

function exampleOperation(operation: Operation, path: string, schemas: Readonly<Record<string, Schema>>): void {
  for (const media of Object.values(operation.requestBody?.content ?? {})) exampleBody(media, schemas);
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    for (const [type, media] of Object.entries(response.content ?? {})) {
      if (type === problemMediaType) media.examples ??= { problem: { value: problemExample(Number(status), path, operation) } };
      else exampleBody(media, schemas);
    }
  }
}

function exampleBody(media: MediaType, schemas: Readonly<Record<string, Schema>>): void {
  if (!media.schema || media.examples || media.example !== undefined) return;
  media.examples = { example: { value: sampleOf(media.schema, schemas, 0) } };
}

function sampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.$ref !== undefined) return sampleOfReference(schema.$ref, schemas, depth);
  const branch = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])][0];
  return branch ? sampleOf(branch, schemas, depth) : sampleOfType(schema, schemas, depth);
}

function sampleOfReference(reference: string, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  const target = schemas[reference.split('/').at(-1) ?? ''];
  return target && depth < 6 ? sampleOf(target, schemas, depth + 1) : null;
}

function sampleOfType(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((word) => word !== 'null');
  if (type === 'object') return sampleOfObject(schema, schemas, depth);
  if (type === 'array') return schema.items ? [sampleOf(schema.items, schemas, depth)] : [];
  return sampleOfScalar(type, schema);
}

function sampleOfScalar(type: string | undefined, schema: Schema): unknown {
  const samples: Readonly<Record<string, unknown>> = {
    string: schema.format === 'date-time' ? '2026-11-20T21:04:05Z' : 'text',
    integer: schema.minimum ?? 1,
    number: schema.minimum ?? 1,
    boolean: true,
  };
  return samples[type ?? ''] ?? null;
}

function sampleOfObject(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, schemas, depth)]));
}

const codeOfStatus: Readonly<Record<number, readonly [RefusalCode, string]>> = {
  400: ['validation_failed', 'limit must not be greater than 500'],
  401: ['unauthenticated', 'Sign in, or send a valid API token.'],
  403: ['missing_capability', 'This requires the capability named in requiredCapability.'],
  404: ['not_found', 'Nothing was found at this address.'],
  409: ['conflict', 'The current state of the resource does not allow this.'],
  412: ['changed_meanwhile', 'This resource was changed since you read it. Read it again.'],
  413: ['body_too_large', 'The body is larger than 1048576 bytes.'],
  415: ['unsupported_media_type', 'The body must be sent as Content-Type: application/json, in UTF-8.'],
  422: ['unknown_job', 'No job with this name is configured.'],
  429: ['too_many_requests', 'Too many requests. Wait for the time given in Retry-After.'],
  502: ['director_error', 'The Director answered with an error.'],
  503: ['director_unreachable', 'The Director cannot be reached.'],
  504: ['director_too_slow', 'The Director did not answer in time.'],
};

function problemExample(status: number, path: string, operation: Operation): unknown {
  const [code, detail] = codeOfStatus[status] ?? ['internal_error', 'The console failed to process the request.'];
  const capability = operation['x-required-capability'];
  const extras = {
    ...(status === 400 ? { errors: [{ field: 'limit', code: 'too_large' as const, detail }] } : {}),
    ...(status === 403 && capability !== undefined ? { requiredCapability: capability } : {}),
  };
  return problemOf(new Refusal(code, detail, extras), path, '0f1d5c3a9be14c0f');
}
