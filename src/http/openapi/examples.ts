import { type OpenAPIObject } from '@nestjs/swagger';
import { type AppError } from '../../domain/error-codes.js';
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
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown } | { $ref: string }>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses?: Readonly<Record<string, { content?: Record<string, MediaType> }>>;
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaType>> };
  readonly 'x-required-capability'?: string;
  readonly 'x-session-only'?: boolean;
}

/** An operation, as far as its errors depend on it. */
export interface DocumentedCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** `none` for a public operation. */
  readonly capability: string;
  readonly isSessionOnly: boolean;
  readonly isList: boolean;
  readonly hasBody: boolean;
  /** First field that its body, or parameter that its query, cannot lack. */
  readonly requiredField: string | null;
  readonly statuses: readonly number[];
}

/** Examples written by hand. */
export interface WrittenExamples {
  /**
   * By schema name: the example is used wherever the schema is. For content without a named schema, by `<operationId> <media type>`.
   */
  readonly records: Readonly<Record<string, unknown>>;
  readonly problems: (call: DocumentedCall, status: number) => readonly WrittenProblem[];
}

export interface WrittenProblem {
  /** Of the example that operations share; null where it is of this operation alone. */
  readonly name: string | null;
  readonly refusal: AppError;
}

const requestId = '0f1d5c3a9be14c0f';
const someId = '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33';

type Schemas = Readonly<Record<string, Schema>>;

/** A whole example for every body and answer: the written one of its schema, or one composed of the examples of its fields. */
export function addExamples(document: OpenAPIObject, written: WrittenExamples): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const { webhooks = {} } = document as { webhooks?: object };
  const samples = new Samples(schemas, written.records);
  const shared = new SharedProblems();
  for (const [path, methods] of [...Object.entries(document.paths), ...Object.entries(webhooks)]) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const call = callOf(operation, { method, path }, schemas);
      for (const media of Object.values(operation.requestBody?.content ?? {})) samples.addTo(media, call.operationId);
      for (const { status, type, media } of answersOf(operation)) {
        if (type === problemMediaType) media.examples ??= shared.problemsOf(call, written.problems(call, status));
        else samples.addTo(media, `${call.operationId} ${type}`);
      }
    }
  }
  return { ...document, components: { ...document.components, examples: shared.examples } };
}

function answersOf({ responses = {} }: Operation): { status: number; type: string; media: MediaType }[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) => ({ status: Number(status), type, media })),
  );
}

function callOf(operation: Operation, place: { readonly method: string; readonly path: string }, schemas: Schemas): DocumentedCall {
  const { operationId = '', parameters = [], requestBody, responses = {} } = operation;
  const body = requestBody?.content?.['application/json']?.schema;
  const named = body?.$ref === undefined ? body : schemas[nameIn(body.$ref)];
  return {
    ...place,
    operationId,
    capability: operation['x-required-capability'] ?? 'none',
    isSessionOnly: operation['x-session-only'] === true,
    isList: parameters.some(({ name }) => name === 'cursor'),
    hasBody: body !== undefined,
    requiredField: named?.required?.[0] ?? null,
    statuses: Object.keys(responses).map(Number),
  };
}

/** Most errors are the same for every operation. Such an example is in the document once, at the address of the first. */
class SharedProblems {
  readonly examples: NonNullable<NonNullable<OpenAPIObject['components']>['examples']> = {};

  /** By their codes. */
  problemsOf({ path }: DocumentedCall, problems: readonly WrittenProblem[]): MediaType['examples'] {
    const address = path.replace('{jobId}', '7').replace('{id}', someId).replace('{name}', nameAt(path));
    const examples: NonNullable<MediaType['examples']> = {};
    for (const { name, refusal: error } of problems) {
      const example = { value: problemOf(error, address, requestId) };
      if (name !== null) this.examples[name] ??= example;
      examples[error.code] = name === null ? example : { $ref: `#/components/examples/${name}` };
    }
    return examples;
  }
}

/** A name of the kind that the path requires. */
function nameAt(path: string): string {
  const names: Readonly<Record<string, string>> = {
    jobs: 'BackupHome',
    clients: 'this-machine',
    volumes: 'Default-0001',
    devices: 'Local',
    storages: 'Tapes',
    directors: 'embedded',
  };
  return names[path.split('/').at(path.split('/').indexOf('{name}') - 1) ?? ''] ?? 'name';
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

const deepest = 12;

class Samples {
  constructor(
    private readonly schemas: Schemas,
    private readonly written: Readonly<Record<string, unknown>>,
  ) {}

  addTo(media: MediaType, place: string): void {
    if (!media.schema || media.examples || media.example !== undefined) return;
    media.examples = { example: { value: this.written[place] ?? this.of(media.schema, 0) } };
  }

  private of(schema: Schema, depth: number): unknown {
    const written = schema.$ref === undefined ? undefined : this.written[nameIn(schema.$ref)];
    if (written !== undefined) return this.completed(written, schema, depth);
    if (schema.examples && schema.examples.length > 0) return schema.examples[0];
    const given = schema.default ?? schema.enum?.[0];
    if (given !== undefined) return given;
    if (schema.$ref !== undefined) return this.ofReference(schema.$ref, depth);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => this.of(part, depth))) as unknown;
    const branch = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])][0];
    return branch ? this.of(branch, depth) : this.ofType(schema, depth);
  }

  /** The value with what it lacks of the required members, so that a new field does not break each example that contains it. */
  private completed(value: unknown, schema: Schema, depth: number): unknown {
    const { $ref } = schema;
    const { type, items, properties = {}, required = [], anyOf, allOf } = $ref === undefined ? schema : (this.schemas[nameIn($ref)] ?? {});
    if (allOf) return allOf.reduce((whole, part) => this.completed(whole, part, depth), value);
    if (Array.isArray(value)) return items ? value.map((item) => this.completed(item, items, depth)) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (type !== 'object') return anyOf?.[0] ? this.completed(value, anyOf[0], depth) : value;
    const members = Object.entries(properties).flatMap(([name, member]) => {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      if (given !== undefined) return [[name, this.completed(given, member, depth)]];
      return required.includes(name) ? [[name, this.of(member, depth)]] : [];
    });
    return { ...value, ...(Object.fromEntries(members) as object) };
  }

  private ofReference(reference: string, depth: number): unknown {
    const target = this.schemas[nameIn(reference)];
    return target && depth < deepest ? this.of(target, depth + 1) : null;
  }

  private ofType(schema: Schema, depth: number): unknown {
    const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((word) => word !== 'null');
    if (type === 'object') return this.ofObject(schema, depth);
    if (type === 'array') return schema.items ? [this.of(schema.items, depth)] : [];
    return ofScalar(type, schema);
  }

  /** Without optional members: what is present only in some cases would contradict the rest. */
  private ofObject({ properties = {}, required = [] }: Schema, depth: number): unknown {
    const members = Object.entries(properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(members.map(([name, member]) => [name, this.of(member, depth)]));
  }
}

function ofScalar(type: string | undefined, schema: Schema): unknown {
  const samples: Readonly<Record<string, unknown>> = {
    string: schema.format === 'date-time' ? '2026-11-20T21:04:05.000Z' : schema.format === 'binary' ? '<bytes>' : 'text',
    integer: schema.minimum ?? 1,
    number: schema.minimum ?? 1,
    boolean: true,
  };
  return samples[type ?? ''] ?? null;
}
