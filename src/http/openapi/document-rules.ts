import { type OpenAPIObject } from '@nestjs/swagger';
import { problemMediaType } from '../problem.js';
import { type ResponseHeader, responseHeaders, sentHeader } from './response-headers.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  additionalProperties?: unknown;
}

interface Parameter {
  readonly in: string;
  readonly schema?: Schema;
  style?: string;
  explode?: boolean;
}

interface DocumentedResponse {
  headers?: Record<string, unknown>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Record<string, DocumentedResponse>;
  readonly 'x-required-capability'?: string;
  readonly 'x-session-only'?: boolean;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

type Schemas = Readonly<Record<string, Schema>>;

/** Adds what is the same for every operation, so that no route has to declare it. Changes the document in place. */
export function applyRules(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods as Record<string, Operation>)) {
      for (const parameter of operation.parameters ?? []) separateByCommas(parameter);
      for (const media of Object.values(operation.requestBody?.content ?? {})) closeBody(media.schema, schemas);
      nameCredentials(operation);
      addHeaders(operation, schemas);
    }
  }
  const headers = responseHeaders as unknown as NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;
  return { ...document, components: { ...document.components, headers } };
}

/** A list in a query is one value, separated by commas; the default of OpenAPI repeats the parameter, which the server rejects. */
function separateByCommas(parameter: Parameter): void {
  if (parameter.in !== 'query' || parameter.schema?.type !== 'array') return;
  parameter.style = 'form';
  parameter.explode = false;
}

/** The server rejects unknown fields of a body. Schemas of answers stay open, so that fields can be added to them. */
function closeBody(schema: Schema | undefined, schemas: Schemas): void {
  if (schema === undefined) return;
  if (schema.$ref !== undefined) {
    closeBody(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas);
    return;
  }
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return;
  schema.additionalProperties = false;
  for (const member of Object.values(schema.properties)) for (const nested of schemasIn(member)) closeBody(nested, schemas);
}

/** The schema and those that it is composed of. */
function schemasIn(member: unknown): Schema[] {
  const { anyOf = [], oneOf = [], items } = member as { anyOf?: Schema[]; oneOf?: Schema[]; items?: Schema };
  return [member as Schema, ...anyOf, ...oneOf, ...(items ? [items] : [])];
}

/** The guards read the same two declarations. */
function nameCredentials(operation: Operation): void {
  if (operation['x-required-capability'] === 'none') operation.security = [];
  else if (operation['x-session-only'] === true) operation.security = [{ session: [] }];
}

function addHeaders(operation: Operation, schemas: Schemas): void {
  const declared = takeDeclaredHeaders(operation);
  for (const [status, response] of Object.entries(operation.responses)) {
    const names = [...headersOf(Number(status), operation), ...(isPage(response, schemas) ? (['Link'] as const) : []), ...declared.filter(([, statuses]) => statuses.includes(Number(status))).map(([name]) => name)];
    const references = names.sort().map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
    response.headers = { ...response.headers, ...Object.fromEntries(references) };
  }
}

/** NextLinkInterceptor adds `Link` to every response that has a `nextCursor`. */
function isPage({ content }: DocumentedResponse, schemas: Schemas): boolean {
  const { $ref, properties } = content?.['application/json']?.schema ?? {};
  return 'nextCursor' in (schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? properties ?? {});
}

/** What SendsHeader left on the operation, and takes it away: no reader of the document needs it twice. */
function takeDeclaredHeaders(operation: Operation): (readonly [ResponseHeader, readonly number[]])[] {
  return Object.entries(operation)
    .filter(([key]) => key.startsWith(sentHeader))
    .map(([key, statuses]) => {
      Reflect.deleteProperty(operation, key);
      return [key.slice(sentHeader.length) as ResponseHeader, statuses as readonly number[]] as const;
    });
}

/** Headers that the layers around the handlers put on an answer. */
function headersOf(status: number, { responses, 'x-required-capability': capability }: Operation): ResponseHeader[] {
  const isProblem = responses[String(status)]?.content?.[problemMediaType] !== undefined;
  return [
    'X-Request-Id',
    // Requests are counted per caller, who is unknown at a public operation.
    ...(capability === 'none' ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(isProblem && [429, 503].includes(status) ? (['Retry-After'] as const) : []),
    // An operation that answers 304 has compared the ETag of its 200.
    ...('304' in responses && [200, 304].includes(status) ? (['ETag'] as const) : []),
  ];
}
