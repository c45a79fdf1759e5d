import { randomBytes } from 'node:crypto';
import { type NextFunction, type Request, type Response } from 'express';
import { type Logger } from 'pino';
import { type Principal } from '../domain/principal.js';
import { invalidField } from '../domain/error-codes.js';
import { redactSecrets } from '../platform/logging/log.js';
import { type ClientAddresses } from './client-address.js';

/** What our middleware puts on a request. */
export interface ConsoleRequest extends Request {
  requestId: string;
  principal?: Principal;
  /** The handler took its actor: it records an action of its own. */
  hasTakenActor?: true;
}

/** Version, trace, parent, flags of the W3C's Trace Context; the trace alone joins log lines of several systems. */
const traceParent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * `isHttps`: the console is reached by https only. Gives every request an id and the headers of every response, and writes one log
 * line at its end.
 */
export function requestContext(log: Logger, isHttps: boolean, addresses: ClientAddresses) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.get('x-request-id');
    const requestId = given !== undefined && isAcceptable(given) ? given : randomBytes(8).toString('hex');
    (request as ConsoleRequest).requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    setSafeHeaders(response, isHttps);
    const startedAt = performance.now();
    // A closed socket has no address.
    const ip = addresses.of(request);
    response.once('close', () => writeLine(log, request as ConsoleRequest, response, { startedAt, ip }));
    // A proxy in front may have gone by another of them than we would.
    const isAmbiguous = (request.headersDistinct.host?.length ?? 0) > 1;
    next(isAmbiguous ? invalidField('', 'The request has more than one Host header.', 'malformed') : undefined);
  };
}

/** It goes into answers and the log, so a token that was put there by mistake is not taken over. */
function isAcceptable(id: string): boolean {
  return acceptableId.test(id) && redactSecrets(id) === id;
}

function setSafeHeaders(response: Response, isHttps: boolean): void {
  if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cache-Control', 'no-store');
}

interface Arrival {
  readonly startedAt: number;
  readonly ip: string;
}

function writeLine(log: Logger, request: ConsoleRequest, response: Response, { startedAt, ip }: Arrival): void {
  log.info({
    requestId: request.requestId,
    ...traceOf(request),
    method: request.method,
    // Without the query, which may contain private names.
    path: redactSecrets(request.originalUrl.split('?')[0] ?? ''),
    status: response.statusCode,
    durationMs: Math.round(performance.now() - startedAt),
    ip,
    ...(request.principal ? callerOf(request.principal) : {}),
    ...(response.writableFinished ? {} : { aborted: true }),
  });
}

/** With the ids of audit records, so that the log can be searched by token. */
function callerOf({ user, kind, token, session }: Principal): Readonly<Record<string, string>> {
  return {
    user: user.username,
    by: kind,
    ...(token ? { tokenId: token.id } : {}),
    ...(session ? { sessionId: session.id } : {}),
  };
}

function traceOf(request: Request): { readonly traceId?: string } {
  const [, traceId] = traceParent.exec(request.get('traceparent') ?? '') ?? [];
  return traceId === undefined ? {} : { traceId };
}
