import { createConsoleDocument } from '../src/api-document/api-document.js';
import { previewedApp } from '../src/bootstrap/app-for-openapi.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
  readonly 'x-session-only'?: boolean;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ListEndpoint {
  /** The operation's id. */
  readonly name: string;
  /** Below /api/v1, with `{name}` where a value of a sample belongs. */
  readonly path: string;
  /** Parameters of the query without which it returns nothing. */
  readonly query: readonly string[];
  readonly isSessionOnly: boolean;
}

/** Values that exist at the measured console, by the parameter of the query, or by the segment of the path before the value. */
export type Samples = Readonly<Record<string, string>>;

const prefix = '/api/v1';
const statistics = `${prefix}/stats/`;

/** Parameters that the API document does not require, but without which the endpoint rejects the request. */
const alsoRequired: Readonly<Record<string, readonly string[]>> = { listVersions: ['path'] };

/** What is not measured, and why. */
export const notMeasured: Readonly<Record<string, string>> = {
  getMetrics: 'its size follows the number of clients and jobs',
};

/** Every list and every statistics operation of the API, as the routes themselves declare them: a new one is here without a change. */
export async function readListEndpoints(): Promise<readonly ListEndpoint[]> {
  const app = await previewedApp();
  const document = createConsoleDocument(app, 'benchmark') as unknown as ApiDocument;
  await app.close();
  const found = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && (path.startsWith(statistics) || isList(document, get)) ? [toEndpoint(path, get)] : [],
  );
  const unknown = Object.keys(notMeasured).filter((name) => !found.some((endpoint) => endpoint.name === name));
  if (unknown.length > 0) throw new Error(`The API has no ${unknown.join(', ')}: remove it from notMeasured.`);
  return found.filter(({ name }) => !(name in notMeasured));
}

function isList({ components }: ApiDocument, { responses }: Operation): boolean {
  const schema = responses['200']?.content?.['application/json']?.schema;
  const named = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return named?.properties?.['items'] !== undefined;
}

function toEndpoint(path: string, operation: Operation): ListEndpoint {
  const required = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required);
  return {
    name: operation.operationId,
    path: path.slice(prefix.length),
    query: [...required.map(({ name }) => name), ...(alsoRequired[operation.operationId] ?? [])],
    isSessionOnly: operation['x-session-only'] === true,
  };
}

/** Throws for an endpoint with a parameter that has no sample. */
export function requestPath({ name, path, query }: ListEndpoint, samples: Samples): string {
  const sampleOf = (key: string): string => {
    const sample = samples[key];
    if (sample === undefined)
      throw new Error(`${name} needs a value for "${key}": add a sample of it to the benchmark.`);
    return encodeURIComponent(sample);
  };
  const filled = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, segment: string) => `${segment}/${sampleOf(segment)}`);
  const search = query.map((parameter) => `${parameter}=${sampleOf(parameter)}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}
