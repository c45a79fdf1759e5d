import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Actor, actorOf } from '../domain/actor.js';
import { type ConsoleRequest } from './request-context.js';

/** The caller of a guarded route, as in audit records and events. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<ConsoleRequest>();
  const { principal, requestId } = request;
  if (!principal) throw new Error('A handler requires the caller, but its route is public.');
  request.hasTakenActor = true;
  return actorOf(principal, requestId);
});
