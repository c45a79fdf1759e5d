import { Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../../domain/errors.js';
import { ClientAddresses } from '../../http/client-address.js';
import { type ConsoleRequest } from '../../http/request-context.js';
import { PrincipalResolver } from './principal-resolver.js';
import { credentialOf } from './credentials.js';
import { isAuthOptional, needsCredential } from './public-routes.js';
import { RateLimits } from './rate-limits.js';
import { userAgentOf } from './sessions/sessions.service.js';

const streamPath = '/api/v1/operations/stream';
const downloadPath = /^\/api\/v1\/restore\/downloads\/[^/]+\/content$/;

/**
 * Asks for a credential before anything is routed or read, so that nobody learns from an answer which addresses exist.
 * To be used by the Express application itself, in front of Nest's router: `app.use(authentication.handler)`.
 */
@Injectable()
export class AuthenticationGuard {
  constructor(
    private readonly callers: PrincipalResolver,
    private readonly limits: RateLimits,
    private readonly addresses: ClientAddresses,
  ) {}

  readonly handler = (request: Request, response: Response, next: NextFunction): void => {
    this.look(request as ConsoleRequest, response).then(() => next(), next);
  };

  private async look(request: ConsoleRequest, response: Response): Promise<void> {
    if (needsCredential(request.method, request.path)) await this.authenticate(request, response);
    else if (isAuthOptional(request.path)) await this.recognise(request);
  }

  /** Remembers a caller with a good credential; a stranger goes on as a stranger. */
  private async recognise(request: ConsoleRequest): Promise<void> {
    const origin = { ip: this.addresses.of(request), userAgent: userAgentOf(request) };
    const principal = await this.callers.find(credentialOf(request.headers), origin, true);
    if (principal) request.principal = principal;
  }

  private async authenticate(request: ConsoleRequest, response: Response): Promise<void> {
    const origin = { ip: this.addresses.of(request), userAgent: userAgentOf(request) };
    const credential = credentialOf(request.headers);
    const principal = await this.callers.find(credential, origin, isBackground(request));
    if (!principal) {
      await this.limits.countRefused(origin.ip);
      throw unauthenticated();
    }
    request.principal = principal;
    await this.limits.countRequest(principal, response);
    if (!isLong(request)) this.limits.enter(principal, response);
  }
}

/** One text for a missing, unknown, expired or revoked credential and for a disabled owner. */
export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in, or send a valid API token.');
}

/** A stream, a download, or a wait for the end of a run. */
function isLong(request: Request): boolean {
  const path = request.path.toLowerCase();
  return path === streamPath || downloadPath.test(path) || Number(request.query['wait'] ?? 0) > 0;
}

/**
 * What a page does by itself does not keep its session alive: the stream of events, and polls that say so with
 * `X-Background: 1`.
 */
function isBackground(request: Request): boolean {
  return request.get('x-background') === '1' || request.path.toLowerCase() === streamPath;
}
