import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { type Response } from 'express';
import { type Logger } from 'pino';
import { invalidField, AppError } from '../domain/error-codes.js';
import { databaseFault } from '../database/database-errors.js';
import { LOG } from '../platform/logging/log.js';
import { DenialNotes } from './access-denial.port.js';
import { problemMediaType, problemOf, statusOf } from './problem.js';
import { type ConsoleRequest } from './request-context.js';
import { allowedMethods } from './api-methods.js';

/** Turns every error into a problem document; one that is not an AppError is a bug and is logged with its stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: Logger,
    private readonly denials: DenialNotes,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ConsoleRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.errorOf(thrown, request, response);
    if (response.headersSent) {
      // A stream that has started can only be closed.
      response.destroy();
      return;
    }
    sendProblem(request, response, error);
    this.denials.note(request, error);
  }

  private errorOf(thrown: unknown, request: ConsoleRequest, response: Response): AppError {
    if (thrown instanceof AppError) {
      if (statusOf(thrown) >= 500) this.log.warn({ requestId: request.requestId, err: thrown }, thrown.detail);
      return thrown;
    }
    const known = errorOfFramework(thrown, request, response);
    if (known) return known;
    this.log.error({ requestId: request.requestId, err: thrown }, 'A request failed unexpectedly.');
    return unexpected();
  }
}

/** Sends the problem document. */
export function sendProblem(request: ConsoleRequest, response: Response, error: AppError): void {
  const { retryAfterSeconds } = error.extras;
  if (retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (error.kind === 'unauthenticated') response.setHeader('WWW-Authenticate', challengeOf(request));
  // A rejected upload is not read to its end.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  response.removeHeader('ETag');
  response.status(statusOf(error)).type(problemMediaType);
  const body = Buffer.from(JSON.stringify(problemOf(error, addressOf(request), request.requestId)));
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function addressOf(request: ConsoleRequest): string {
  return request.originalUrl.split('?')[0] ?? '/';
}

/** RFC 6750: no error code if the request contained no token. */
function challengeOf(request: ConsoleRequest): string {
  return /^bearer\b/i.test(request.get('authorization') ?? '') ? 'Bearer error="invalid_token"' : 'Bearer';
}

function unexpected(): AppError {
  return new AppError(
    'internal_error',
    "The console failed to process the request. The console's log has the cause under this request id.",
  );
}

/** What Express and Nest throw before a handler of ours runs. */
function errorOfFramework(thrown: unknown, request: ConsoleRequest, response: Response): AppError | null {
  if (thrown instanceof URIError) return malformedAddress('The address contains an invalid percent-encoding.');
  if (!(thrown instanceof HttpException)) return databaseError(thrown);
  if (thrown.getStatus() === 404) return unmatched(request, response);
  // The only bad request that the framework itself finds: a percent sign in a name that cannot be decoded.
  if (thrown.getStatus() === 400) return malformedAddress(thrown.message);
  return null;
}

/** No field of the input is at fault, so none is named. */
function malformedAddress(detail: string): AppError {
  return invalidField('', detail, 'malformed');
}

function unmatched(request: ConsoleRequest, response: Response): AppError {
  const allowed = allowedMethods(request);
  if (allowed.length === 0)
    return new AppError('not_found', 'Nothing was found at this address.', { reason: 'no_address' });
  response.setHeader('Allow', allowed.join(', '));
  const useful = allowed.filter((method) => method !== 'OPTIONS');
  return new AppError('method_not_allowed', `${request.method} is not allowed here. Use ${useful.join(' or ')}.`);
}

function databaseError(cause: unknown): AppError | null {
  const fault = databaseFault(cause);
  if (fault === null) return null;
  const detail = {
    away: "The console's own database does not answer. Try again in a moment.",
    full: "The disk of the console's own database is full. Free space on it; the console then continues automatically.",
  }[fault];
  return new AppError('database_unavailable', detail, {
    ...(fault === 'full' ? { reason: 'disk_full' } : {}),
    retryAfterSeconds: fault === 'full' ? 60 : 2,
    cause,
  });
}
