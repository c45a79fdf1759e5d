import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { type RequiredCapability, type Principal } from '../domain/principal.js';
import { ApiProblems } from './api-answers.js';
import { type ConsoleRequest } from './request-context.js';

export const requiredCapabilityKey = 'console:required-capability';
export const sessionOnlyKey = 'console:session-only';
export const publicRouteKey = 'console:public';

/**
 * The capability that this route requires. The guard, the document's security and its x-required-capability come from this one
 * declaration; a route without it is closed to all.
 */
export function Requires(capability: RequiredCapability): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(requiredCapabilityKey, capability),
    ApiExtension('x-required-capability', capability),
    ApiBearerAuth('token'),
    ApiCookieAuth('session'),
    // 400: unknown query parameters. 503: the console's own database is away, or it is stopping.
    ApiProblems(400, 401, 403, 429, 500, 503),
  );
}

/** Rejects tokens: only a user in a browser session may do this. */
export function SessionOnly(): MethodDecorator {
  return applyDecorators(SetMetadata(sessionOnlyKey, true), ApiExtension('x-session-only', true));
}

/** Answers without a credential. The paths that may be public are listed in auth/public-routes.ts as well: both must agree. */
export function Public(): MethodDecorator {
  return applyDecorators(
    SetMetadata(publicRouteKey, true),
    ApiExtension('x-required-capability', 'none'),
    ApiProblems(400, 429, 500, 503),
  );
}

/** The caller of a guarded route. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<ConsoleRequest>();
  if (!principal) throw new Error('A handler requires the caller, but its route is public.');
  return principal;
});
