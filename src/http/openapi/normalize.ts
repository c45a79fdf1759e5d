import { type OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

/**
 * Converts the Swagger plugin's OpenAPI 3.0 output to 3.1: boolean exclusive bounds, single `allOf` around a reference, nested
 * nullable unions, the deprecated `example`, empty members. Gives each integer its size.
 */
export function normalise(document: OpenAPIObject): OpenAPIObject {
  const normalized = walk(document) as OpenAPIObject;
  return sortMembers(normalized);
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  return mends.reduce((normalized, normalize) => normalize(normalized), node);
}

const mends: readonly ((node: Node) => Node)[] = [exclusiveBounds, singleAllOf, nestedUnion, singleExample, parameterExamples, integerFormat, emptyRequired];

function exclusiveBounds(node: Node): Node {
  return ['Minimum', 'Maximum'].reduce((normalized, bound) => {
    const strict = normalized[`exclusive${bound}`];
    if (typeof strict !== 'boolean') return normalized;
    const limit = normalized[bound.toLowerCase()];
    const rest = without(normalized, `exclusive${bound}`, bound.toLowerCase());
    return { ...rest, [strict ? `exclusive${bound}` : bound.toLowerCase()]: limit };
  }, node);
}

function without(node: Node, ...names: string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !names.includes(name)));
}

/** 3.1 allows members beside a reference, so the wrapper is not needed. */
function singleAllOf(node: Node): Node {
  const { allOf, ...rest } = node;
  if (!Array.isArray(allOf) || allOf.length !== 1) return node;
  return { ...(allOf[0] as Node), ...rest };
}

function nestedUnion(node: Node): Node {
  if (!Array.isArray(node['anyOf'])) return node;
  const flat = (node['anyOf'] as Node[]).flatMap((branch) => (Array.isArray(branch['oneOf']) ? (branch['oneOf'] as Node[]) : [branch]));
  return { ...node, anyOf: flat };
}

function singleExample(node: Node): Node {
  if (!('example' in node) || !('type' in node || '$ref' in node || 'anyOf' in node)) return node;
  const { example, ...rest } = node;
  return { ...rest, examples: rest['examples'] ?? [example] };
}

/** Beside a parameter `examples` is a map of names; a list of values belongs to its schema. */
function parameterExamples(node: Node): Node {
  if (!('in' in node) || !Array.isArray(node['examples'])) return node;
  return { ...without(node, 'examples'), schema: { ...(node['schema'] as Node), examples: node['examples'] } };
}

const largestInt32 = 2 ** 31 - 1;

/**
 * Generators for Java, C# and Kotlin make 32 bits of an integer without a format, and a backup of 3 GiB would not fit. So an integer has
 * 64 bits unless its greatest value is known to fit in less.
 */
function integerFormat(node: Node): Node {
  const isInteger = node['type'] === 'integer' || (Array.isArray(node['type']) && node['type'].includes('integer'));
  if (!isInteger || 'format' in node) return node;
  const isSmall = typeof node['maximum'] === 'number' && node['maximum'] <= largestInt32;
  return { ...node, format: isSmall ? 'int32' : 'int64' };
}

function emptyRequired(node: Node): Node {
  return Array.isArray(node['required']) && node['required'].length === 0 ? without(node, 'required') : node;
}

/** Schemas and paths in alphabetical order, so that moving a controller changes nothing in the document. */
function sortMembers(document: OpenAPIObject): OpenAPIObject {
  const sorted = <T extends object>(members: T): T =>
    Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
  const components = document.components ?? {};
  return {
    ...document,
    paths: sorted(document.paths),
    components: { ...components, schemas: sorted(components.schemas ?? {}) },
  };
}
