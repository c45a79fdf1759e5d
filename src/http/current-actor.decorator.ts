import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Actor, actorOf } from '../domain/actor.js';
import { type ConsoleRequest } from './request-context.js';

/** The caller of a guarded route, as in audit records and events. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { principal, requestId } = context.switchToHttp().getRequest<ConsoleRequest>();
  if (!principal) throw new Error('A handler requires the caller, but its route is public.');
  return actorOf(principal, requestId);
});
