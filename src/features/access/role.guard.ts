import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type RequiredCapability, type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { publicRouteKey, requiredCapabilityKey, sessionOnlyKey } from '../../http/access.decorators.js';
import { type ConsoleRequest } from '../../http/request-context.js';
import { unauthenticated } from './authentication.guard.js';
import { isPublicRoute } from './public-routes.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}

interface RequestOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Whether a browser reports that another site caused this request. Both headers are set by the browser and cannot be forged by a
 * page; programs send neither and pass.
 */
export function isCrossSite({ secFetchSite, origin }: RequestOrigin, ownOrigin: string): boolean {
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none') return true;
  return origin !== undefined && origin !== ownOrigin;
}

/** Decides whether a caller may use a route. Denies by default: a route without an access rule is closed to all. */
@Injectable()
export class RoleGuard implements CanActivate {
  private readonly ownOrigin: string;

  constructor(
    private readonly reflector: Reflector,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.ownOrigin = new URL(settings.baseUrl).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    if (this.isMarked(publicRouteKey, context) && isPublicRoute(request.method, request.path)) {
      this.checkSite(request);
      return true;
    }
    const { principal } = request;
    if (!principal) throw unauthenticated();
    if (principal.kind === 'session') {
      this.checkSite(request);
      this.checkReader(request);
    }
    this.checkAccess(context, principal);
    return true;
  }

  /** Only what browsers send on their own, the cookie and the login, can be abused by another site. */
  private checkSite(request: ConsoleRequest): void {
    const source = { secFetchSite: request.get('sec-fetch-site'), origin: request.get('origin') };
    if (isUnsafe(request.method) && isCrossSite(source, this.ownOrigin)) throw this.crossSite();
  }

  /** Another site cannot read the response, but a link there would make a user's browser send an expensive request. */
  private checkReader(request: ConsoleRequest): void {
    if (request.get('sec-fetch-site') === 'cross-site') throw this.crossSite();
  }

  private crossSite(): AppError {
    return new AppError(
      'cross_site_request',
      `This request came from another site. Open the console at ${this.ownOrigin}, or set BASE_URL to the address you use.`,
    );
  }

  private checkAccess(context: ExecutionContext, principal: Principal): void {
    if (this.isMarked(sessionOnlyKey, context) && principal.kind !== 'session') {
      throw new AppError('session_required', 'This requires a browser session. An API token cannot do it.');
    }
    const required = this.reflector.getAllAndOverride<RequiredCapability | undefined>(
      requiredCapabilityKey,
      placesOf(context),
    );
    if (required === undefined)
      throw new AppError(
        'missing_capability',
        'This route has no access rule. This is a fault of the console; please report it.',
      );
    if (required === 'authenticated' || principal.capabilities.has(required)) return;
    throw new AppError('missing_capability', `This requires the capability ${required}.`, {
      requiredCapability: required,
    });
  }

  private isMarked(key: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean | undefined>(key, placesOf(context)) === true;
  }
}

/** A declaration on the handler goes before one on its class. */
function placesOf(context: ExecutionContext) {
  return [context.getHandler(), context.getClass()];
}
