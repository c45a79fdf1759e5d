import { type paths } from './api.generated';
import { base } from './request';

/** Where the API stands: for lines that are shown to be copied, never for a request. */
export const apiRoot = `${base}/api/v1`;

/** Paths of the document in which nothing is left to be filled in. */
type WholePath = Exclude<keyof paths, `${string}{${string}`>;

/** The address of a route that the document describes, for a link or a stream. */
export function addressOf(path: WholePath, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? `${base}${path}` : `${base}${path}?${text}`;
}

/** The address that an answer of the API gives in its links. */
export function addressOfLink(link: string): string {
  return `${base}${link}`;
}

const documentation = { read: '/docs', errors: '/docs/errors', document: '/api/v1/openapi.json' } as const;

/** The API's own documentation, which this console serves. */
export function documentationAddress(what: keyof typeof documentation): string {
  return `${base}${documentation[what]}`;
}
