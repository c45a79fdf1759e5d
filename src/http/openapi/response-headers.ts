import { ApiExtension } from '@nestjs/swagger';

/** Headers of answers by their name, as `components.headers` of the document. To document another one, add it here and declare it. */
export const responseHeaders = {
  'X-Request-Id': {
    description: "Id of the request, also in the console's log and in `requestId` of errors.",
    schema: { type: 'string', examples: ['0f1d5c3a9be14c0f'] },
  },
  RateLimit: {
    description: 'Requests left (`r`) and seconds until the limit is reset (`t`).',
    schema: { type: 'string', examples: ['"default";r=1180;t=42'] },
  },
  'RateLimit-Policy': {
    description: 'Number of requests (`q`) within a number of seconds (`w`) for each user or token.',
    schema: { type: 'string', examples: ['"default";q=1200;w=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', format: 'int32', minimum: 1, examples: [2] },
  },
  'WWW-Authenticate': {
    description: 'Scheme of the accepted credentials.',
    schema: { type: 'string', examples: ['Bearer'] },
  },
  Location: {
    description: 'Path of the resource that was created or started.',
    schema: { type: 'string', format: 'uri-reference', examples: ['/api/v1/operations/runs/7?director=embedded'] },
  },
  ETag: {
    description: 'Version of the response. Send it in If-None-Match, or in If-Match where the operation takes it.',
    schema: { type: 'string', examples: ['"Zk3v0yqkq4m8o2f5m1pX9QwLr7s"'] },
  },
  Link: {
    description: 'Address of the next page with `rel="next"`; absent on the last page, and if the address is very long.',
    schema: { type: 'string', examples: ['</api/v1/operations/runs?cursor=eyJ…>; rel="next"'] },
  },
  'Set-Cookie': {
    description: 'Sets or clears the cookie `backupweb_session`.',
    schema: { type: 'string', examples: ['backupweb_session=…; Path=/; HttpOnly; SameSite=Lax'] },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

export type ResponseHeader = keyof typeof responseHeaders;

export const sentHeader = 'x-sends-';

/** Declares a header that the handler itself puts on answers of these statuses. Those of every answer are added by document-rules.ts. */
export function SendsHeader(name: ResponseHeader, ...statuses: number[]): MethodDecorator {
  return ApiExtension(`${sentHeader}${name}`, statuses) as MethodDecorator;
}
