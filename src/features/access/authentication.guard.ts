import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../../domain/error-codes.js';
import { ClientAddresses } from '../../http/client-address.js';
import { type ConsoleRequest } from '../../http/request-context.js';
import { PrincipalResolver } from './principal-resolver.js';
import { credentialOf } from './credentials.js';
import { isAuthOptional, needsCredential } from './public-routes.js';
import { RateLimits } from './rate-limits.js';
import { userAgentOf } from './sessions/sessions.service.js';

const streamPath = '/api/v1/operations/stream';
const downloadPath = /^\/api\/v1\/restore\/downloads\/[^/]+\/content$/;

/** Finds the caller of a request. It runs before the role guard, and before anything of the request is read. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly callers: PrincipalResolver,
    private readonly limits: RateLimits,
    private readonly addresses: ClientAddresses,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.check(http.getRequest<ConsoleRequest>(), http.getResponse<Response>());
    return true;
  }

  /**
   * The same for a request that no route takes, which Nest's guards never see: a caller without a credential must not learn
   * from a 404 which addresses exist.
   */
  readonly checkUnrouted = (request: Request, response: Response, next: NextFunction): void => {
    this.check(request as ConsoleRequest, response).then(() => next(), next);
  };

  private async check(request: ConsoleRequest, response: Response): Promise<void> {
    if (needsCredential(request.method, request.path)) await this.authenticate(request, response);
    else if (isAuthOptional(request.path)) await this.recognise(request);
  }

  /** Remembers a caller with a valid credential; others continue as anonymous. */
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
      await this.limits.countRejected(origin.ip);
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

/** Requests that the page sends on its own do not keep its session alive: the stream of events, and polls with `X-Background: 1`. */
function isBackground(request: Request): boolean {
  return request.get('x-background') === '1' || request.path.toLowerCase() === streamPath;
}
